/**
 * Native and WebAssembly are the same estimator. Without a browser: the built module answers every query of the golden
 * file with the very numbers that the native build wrote there, and answers a page's own values with the HTML that is in
 * the page, character for character.
 */
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { golden } from "./golden.mjs";

const DIST = path.resolve(process.env.ROOFLIGHT_DIST ?? "dist");
const names = await readdir(DIST, { recursive: true });
const texts = await Promise.all(names.filter((name) => /^glossary\/[^/]+\/index\.html$/.test(name)).sort().map(async (name) => ({ name, text: await readFile(path.join(DIST, name), "utf8") })));
const pages = texts.filter(({ text }) => text.includes('id="calculator"'));
assert.ok(pages.length > 0, `${DIST} has no page with a calculator`);

const unescape = (/** @type {string} */ text) => text.replace(/&(#x?[0-9a-fA-F]+|[a-z]+);/g, (_, code) => {
  const named = /** @type {Record<string, string>} */ ({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" })[code];
  return named ?? String.fromCodePoint(Number(code.replace("#x", "0x").replace("#", "")));
});
/** @param {{ name: string, text: string }} page @param {string} name */
const data = (page, name) => unescape(page.text.match(new RegExp(`data-${name}="([^"]*)"`))?.[1] ?? assert.fail(`${page.name}: data-${name}`));
/** @param {{ name: string, text: string }} page @param {string} address */
const file = (page, address) => path.join(DIST, path.dirname(page.name), address);

const glue = await import(pathToFileURL(file(pages[0], data(pages[0], "glue"))).href);
await glue.default({ module_or_path: await readFile(file(pages[0], data(pages[0], "wasm"))) });
/** @type {import("./types/glue.js").Estimator} */
const estimator = new glue.Estimator();

/** What the page's script does before it asks. @param {string} query */
async function complete(query) {
  for (const card of estimator.needs(query).split("\n").filter(Boolean)) {
    assert.ok(estimator.add(new Uint8Array(await readFile(file(pages[0], data(pages[0], "facts") + card)))), card);
  }
  assert.equal(estimator.needs(query), "");
}

/** A number from its bits; an absent one is no number. @param {string} bits */
function number(bits) {
  const value = new Float64Array(new BigUint64Array([BigInt(bits)]).buffer)[0];
  return Number.isNaN(value) ? null : value;
}

for (const { query, numbers } of await golden()) {
  test(`the same numbers: ${query}`, async () => {
    await complete(query);
    const parts = estimator.recalculate("decode-speed", query).split("\0");
    assert.deepEqual(parts.at(-1)?.trim().split("\n").map(number), numbers);
  });
}

/** The query of the form's values as they stand in the page. @param {string} text */
function query(text) {
  const form = text.match(/<form id="inputs"[^]*?<\/form>/)?.[0] ?? assert.fail("no form");
  const lists = [...form.matchAll(/<select id="f-[^"]*" name="([^"]+)"[^]*?<\/select>/g)].map(([list, name]) => [name, list.match(/<option value="([^"]*)" selected>/)?.[1] ?? assert.fail(name)]);
  const numbers = [...form.matchAll(/<input id="f-[^"]*" name="([^"]+)"[^>]*? value="([^"]*)"/g)].map(([, name, value]) => [name, value]);
  return [...lists, ...numbers].map(([name, value]) => `${name}=${unescape(value)}`).join("&");
}

for (const page of pages) {
  test(`the same text: ${page.name}`, async () => {
    const question = query(page.text);
    await complete(question);
    const parts = estimator.recalculate(data(page, "kind"), question).split("\0");
    assert.equal(parts.length, 6, parts.join(": "));
    const [figure, work] = parts;
    assert.ok(page.text.includes(`<div data-part="figure">${figure}</div>`), "the figure");
    assert.ok(page.text.includes(`data-part="work">${work}</div>`), "the tables");
  });
}
