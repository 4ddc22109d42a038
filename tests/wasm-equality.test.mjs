/**
 * Native and WebAssembly builds are the same estimator. Without a browser: a built module answers every query of the
 * golden files with the numbers that the native build wrote there, and a page's own values with the HTML in the page,
 * byte for byte.
 */
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { ask, markdown, pagesWithCalculator, query } from "./estimator.mjs";
import { golden } from "./golden.mjs";

const pages = await pagesWithCalculator(/^(glossary|calculators)\/[^/]+\/index\.html$/);
/** The first page with each calculator. */
const firstPages = new Map(pages.map((page) => /** @type {const} */ ([page.kind, page])).reverse());

/** A number from its bits; NaN stands for an absent number. @param {string} bits */
function number(bits) {
  const value = new Float64Array(new BigUint64Array([BigInt(bits)]).buffer)[0];
  return Number.isNaN(value) ? null : value;
}

/** @param {import("./estimator.mjs").CalculatorPage} page @param {string} query */
async function answer(page, query) {
  const { reply } = await ask(page, query);
  return reply.kind === "answer" ? reply : assert.fail(`${page.name}, ${query}: ${JSON.stringify(reply)}`);
}

/** The lines of a Markdown text without the levels of its headings. @param {string} text */
const lines = (text) => text.split("\n").filter(Boolean).map((line) => line.replace(/^#+ /, "# "));

const folder = new URL("golden/", import.meta.url);
for (const name of (await readdir(folder)).map((name) => path.basename(name, ".json")).sort()) {
  test(`same numbers: ${name}`, async () => {
    const page = firstPages.get(name) ?? assert.fail(`${name} is on no page`);
    for (const { query, numbers } of await golden(name)) {
      assert.deepEqual((await answer(page, query)).numbers.map(number), numbers, query);
    }
  });
}

for (const page of pages) {
  test(`same HTML: ${page.name}`, async () => {
    const { figure, work } = await answer(page, query(page));
    assert.ok(page.text.includes(`<div data-part="figure">${figure}</div>`), "the figure");
    assert.ok(page.text.includes(`data-part="work">${work}</div>`), "the work");
  });
  if (!page.name.startsWith("glossary/")) continue;
  test(`same Markdown: ${page.name}`, async () => {
    const { markdown: result, tables } = await answer(page, query(page));
    // The page's Markdown file has the native answer, its headings a level or two lower.
    const native = new Set(lines(await markdown(page)));
    assert.deepEqual(lines(result + tables).filter((line) => !native.has(line)), []);
  });
}
