/** The explorer's module answers each of its questions for the whole catalog in less than 50 ms. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask, pagesWithCalculator } from "./estimator.mjs";

const [page] = await pagesWithCalculator(/^explore\/index\.html$/);
for (const query of ["hw=rtx-4080", "mode=which&tps=30&c=32768", "mode=compare&m=llama-3.1-70b"]) {
  test(`in less than 50 ms: ${query}`, async () => {
    const times = [];
    for (let run = 0; run < 7; run++) {
      const start = performance.now();
      const { reply } = await ask(page, query);
      times.push(performance.now() - start);
      assert.equal(reply.kind, "answer");
    }
    // The first run compiles; the fastest is the machine without its other work.
    const fastest = Math.min(...times);
    assert.ok(fastest < 50, `${fastest} ms`);
  });
}
