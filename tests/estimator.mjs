/**
 * A built site's estimator, asked as the page's script asks it, without a browser: modules, cards and a page's own values are read from
 * the site's folder (`dist`, or ROOFLIGHT_DIST).
 */
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** @typedef {{ name: string, text: string }} Page */

const DIST = path.resolve(process.env.ROOFLIGHT_DIST ?? "dist");

/** Every page whose path matches and that has a calculator. @param {RegExp} paths */
export async function pagesWithCalculator(paths) {
  const names = (await readdir(DIST, { recursive: true })).filter((name) => paths.test(name)).sort();
  const pages = await Promise.all(names.map(async (name) => ({ name, text: await readFile(path.join(DIST, name), "utf8") })));
  const found = pages.filter(({ text }) => text.includes('id="calculator"'));
  assert.ok(found.length > 0, `${DIST} has no page with a calculator`);
  return found;
}

const unescape = (/** @type {string} */ text) => text.replace(/&(#x?[0-9a-fA-F]+|[a-z]+);/g, (_, code) => {
  const named = /** @type {Record<string, string>} */ ({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" })[code];
  return named ?? String.fromCodePoint(Number(code.replace("#x", "0x").replace("#", "")));
});

/** What a page's calculator says of itself. @param {Page} page @param {string} name */
const data = (page, name) => unescape(page.text.match(new RegExp(`data-${name}="([^"]*)"`))?.[1] ?? assert.fail(`${page.name}: data-${name}`));
/** The file that it names. @param {Page} page @param {string} name @param {string} [more] */
export const file = (page, name, more = "") => path.join(DIST, path.dirname(page.name), data(page, name) + more);
/** The Markdown file beside a page. @param {Page} page */
export const markdown = (page) => readFile(path.join(DIST, path.dirname(page.name), "index.md"), "utf8");
/** The name of a page's calculator. @param {Page} page */
export const kind = (page) => data(page, "wasm").match(/estimator\/([a-z-]+)\./)?.[1] ?? assert.fail(page.name);

/** @type {Map<string, Promise<import("./types/glue.js").Estimator>>} */
const loaded = new Map();
/** @param {Page} page @returns {Promise<import("./types/glue.js").Estimator>} */
async function load(page) {
  const glue = /** @type {import("./types/glue.js").Glue} */ (await import(pathToFileURL(file(page, "glue")).href));
  return glue.start(await readFile(file(page, "wasm")));
}
/** The estimator of a page's calculator. @param {Page} page */
export function estimator(page) {
  const name = kind(page), known = loaded.get(name) ?? load(page);
  loaded.set(name, known);
  return known;
}

/** The parts of the reply to a query, and the files of cards that it took. @param {Page} page @param {string} query */
export async function ask(page, query) {
  const answer = await estimator(page);
  /** @type {string[]} */
  const files = [];
  let cards = Buffer.alloc(0);
  for (let round = 0; round < 5; round++) {
    const parts = answer(query, cards).split("\0");
    if (parts[0] !== "") return { parts, files, cards };
    for (const card of parts[1].split("\n").filter(Boolean)) {
      files.push(file(page, "facts", card));
      cards = Buffer.concat([cards, await readFile(file(page, "facts", card))]);
    }
  }
  return assert.fail(`${page.name}: cards for ${query}`);
}

/** The query of the form's values as they stand in the page. @param {Page} page */
export function query({ text }) {
  const form = text.match(/<form id="inputs"[^]*?<\/form>/)?.[0] ?? assert.fail("no form");
  const lists = [...form.matchAll(/<select id="f-[^"]*" name="([^"]+)"[^]*?<\/select>/g)].map(([list, name]) => [name, list.match(/<option value="([^"]*)" selected>/)?.[1] ?? assert.fail(name)]);
  const numbers = [...form.matchAll(/<input id="f-[^"]*" name="([^"]+)"[^>]*? value="([^"]*)"/g)].map(([, name, value]) => [name, value]);
  return [...lists, ...numbers].map(([name, value]) => `${name}=${unescape(value)}`).join("&");
}
