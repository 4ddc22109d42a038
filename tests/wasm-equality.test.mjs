/**
 * Native and WebAssembly are the same estimator. Without a browser: the built module answers every query of the golden
 * file with the very numbers that the native build wrote there, and answers a page's own values with the HTML that is in
 * the page, character for character.
 */
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { ask, estimator, kind, markdown, pagesWithCalculator, query } from "./estimator.mjs";
import { golden } from "./golden.mjs";

const pages = await pagesWithCalculator(/^(glossary|calculators)\/[^/]+\/index\.html$/);
/** The first page with each calculator. */
const first = new Map(pages.map((page) => /** @type {const} */ ([kind(page), page])).reverse());

/** A number from its bits; an absent one is no number. @param {string} bits */
function number(bits) {
  const value = new Float64Array(new BigUint64Array([BigInt(bits)]).buffer)[0];
  return Number.isNaN(value) ? null : value;
}

const folder = new URL("golden/", import.meta.url);
for (const name of (await readdir(folder)).map((name) => path.basename(name, ".json")).sort()) {
  test(`the same numbers: ${name}`, async () => {
    const page = first.get(name) ?? assert.fail(`${name} is on no page`);
    for (const { query, numbers } of await golden(name)) {
      const { parts } = await ask(page, query);
      assert.deepEqual(parts.at(-1)?.trim().split("\n").map(number), numbers, query);
    }
  });
}

for (const page of pages) {
  test(`the same text: ${page.name}`, async () => {
    const { parts } = await ask(page, query(page));
    assert.equal(parts.length, 6, parts.join(": "));
    const [figure, work] = parts;
    assert.ok(page.text.includes(`<div data-part="figure">${figure}</div>`), "the figure");
    assert.ok(page.text.includes(`data-part="work">${work}</div>`), "the tables");
  });
  // The page's Markdown file has the native answer, its headings a level or two lower.
  if (page.name.startsWith("glossary/")) test(`the same Markdown: ${page.name}`, async () => {
    const { cards } = await ask(page, query(page));
    const lines = (/** @type {string} */ text) => text.split("\n").filter(Boolean).map((line) => line.replace(/^#+ /, "# "));
    const native = new Set(lines(await markdown(page)));
    const answer = await estimator(page);
    assert.deepEqual(lines(answer(query(page), cards, "", true)).filter((line) => !native.has(line)), []);
  });
}
