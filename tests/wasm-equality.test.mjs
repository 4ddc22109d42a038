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
const texts = await Promise.all(names.filter((name) => /^(glossary|calculators)\/[^/]+\/index\.html$/.test(name)).sort().map(async (name) => ({ name, text: await readFile(path.join(DIST, name), "utf8") })));
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

/** A calculator as its page loads it: its module, and bindings of its own. @param {{ name: string, text: string }} page */
async function load(page) {
  // A query of its own: otherwise all modules would share one instance of the bindings.
  const glue = await import(`${pathToFileURL(file(page, data(page, "glue"))).href}?${kind(page)}`);
  await glue.default({ module_or_path: await readFile(file(page, data(page, "wasm"))) });
  return /** @type {import("./types/glue.js").Estimator} */ (new glue.Estimator());
}
/** The name of a page's calculator. @param {{ name: string, text: string }} page */
const kind = (page) => data(page, "wasm").match(/estimator\/([a-z-]+)\./)?.[1] ?? assert.fail(page.name);
/** The first page with each calculator. */
const first = new Map(pages.map((page) => /** @type {const} */ ([kind(page), page])).reverse());
const estimators = new Map(await Promise.all([...first].map(async ([name, page]) => /** @type {const} */ ([name, await load(page)]))));

/** What the page's script does before it asks. @param {string} name @param {string} query */
async function complete(name, query) {
  const estimator = estimators.get(name) ?? assert.fail(name);
  for (let round = 0; round < 2; round++) {
    for (const card of estimator.needs(query).split("\n").filter(Boolean)) {
      assert.ok(estimator.add(new Uint8Array(await readFile(file(pages[0], data(pages[0], "facts") + card)))), card);
    }
  }
  assert.equal(estimator.needs(query), "");
  return estimator;
}

/** A number from its bits; an absent one is no number. @param {string} bits */
function number(bits) {
  const value = new Float64Array(new BigUint64Array([BigInt(bits)]).buffer)[0];
  return Number.isNaN(value) ? null : value;
}

const folder = new URL("golden/", import.meta.url);
for (const name of (await readdir(folder)).map((name) => path.basename(name, ".json")).sort()) {
  test(`the same numbers: ${name}`, async () => {
    assert.ok(estimators.has(name), `${name} is on no page`);
    for (const { query, numbers } of await golden(name)) {
      const parts = (await complete(name, query)).recalculate(query, "").split("\0");
      assert.deepEqual(parts.at(-1)?.trim().split("\n").map(number), numbers, query);
    }
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
    const parts = (await complete(kind(page), question)).recalculate(question, "").split("\0");
    assert.equal(parts.length, 6, parts.join(": "));
    const [figure, work] = parts;
    assert.ok(page.text.includes(`<div data-part="figure">${figure}</div>`), "the figure");
    assert.ok(page.text.includes(`data-part="work">${work}</div>`), "the tables");
  });
}
