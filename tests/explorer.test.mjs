/** The explorer's module answers each of its questions for the whole catalog. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, pagesWithCalculator } from "./estimator.mjs";

const [page] = await pagesWithCalculator(/^explore\/index\.html$/);
for (const [query, least] of /** @type {[string, number][]} */ ([
  ["hw=rtx-4080", 20],
  ["mode=which&tps=30&c=32768", 20],
  ["mode=compare&m=llama-3.1-70b", 1],
])) {
  test(`a table of answers: ${query}`, async () => {
    const { reply } = await ask(page, query);
    assert.equal(reply.kind, "answer");
    const rows = (reply.figure + reply.work).split("<tbody>").slice(1).join("").split("<tr").length - 1;
    assert.ok(rows >= least, `${rows} rows`);
  });
}
