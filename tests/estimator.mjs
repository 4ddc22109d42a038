/**
 * Asks a built site's estimator as the page's script does, but without a browser: modules, facts and a page's own
 * values are read from the site's folder (`dist`, or ROOFLIGHT_DIST).
 */
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { attribute, elements, inside } from "./html.mjs";

/** @typedef {import("./html.mjs").Element} Element */
/** @typedef {import("../estimator-wasm/shim.js").Shim} Shim */
/**
 * @typedef {{
 *   name: string, text: string, elements: Element[], calculator: Element, kind: string,
 * }} CalculatorPage
 */

const DIST = path.resolve(process.env.ROOFLIGHT_DIST ?? "dist");

/** Every page with a calculator whose path matches. @param {RegExp} paths */
export async function pagesWithCalculator(paths) {
  const names = (await readdir(DIST, { recursive: true })).filter((name) => paths.test(name)).sort();
  const pages = (await Promise.all(names.map(read))).flat();
  assert.ok(pages.length > 0, `${DIST} has no page with a calculator`);
  return pages;
}

/** @param {string} name @returns {Promise<CalculatorPage[]>} */
async function read(name) {
  const text = await readFile(path.join(DIST, name), "utf8"),
    all = elements(text);
  const calculator = all.find((element) => attribute(element, "id") === "calculator");
  if (!calculator) return [];
  const kind = attribute(calculator, "data-kind") ?? assert.fail(name);
  return [{ name, text, elements: all, calculator, kind }];
}

/**
 * The file that an attribute of the calculator names.
 * @param {CalculatorPage} page
 * @param {string} key
 * @param {string} [below]
 */
export function file({ name, calculator }, key, below = "") {
  const address = attribute(calculator, `data-${key}`) ?? assert.fail(`${name}: data-${key}`);
  return path.join(DIST, path.dirname(name), address + below);
}

/** The Markdown file beside a page. @param {CalculatorPage} page */
export const markdown = ({ name }) => readFile(path.join(DIST, path.dirname(name), "index.md"), "utf8");

/** @param {CalculatorPage} page */
async function load(page) {
  const shim = /** @type {Shim} */ (await import(pathToFileURL(file(page, "shim")).href));
  return shim.start(await readFile(file(page, "wasm")));
}
/** @type {ReturnType<typeof load> | undefined} */
let loaded;

/** The estimator of all pages' calculators. @param {CalculatorPage} page */
export const estimator = (page) => (loaded ??= load(page));

/** The reply to a query, with the files of facts that it took. @param {CalculatorPage} page @param {string} query */
export async function ask(page, query) {
  const answer = await estimator(page);
  // Links of an answer lead from the page to the site's root, as in `estimator-client.js`.
  const asked = `${query}&root=${attribute(page.calculator, "data-facts")?.split("data/")[0] || "./"}`;
  /** @type {string[]} */
  const files = [];
  let facts = Buffer.alloc(0);
  for (let round = 0; round < 5; round++) {
    const text = answer(page.kind, asked, facts);
    const reply = /** @type {import("../estimator-wasm/reply.js").CalculatorReply} */ (JSON.parse(text));
    if (reply.kind !== "missing") return { reply, files };
    const missing = reply.files.map((name) => file(page, "facts", name));
    files.push(...missing);
    facts = Buffer.concat([facts, ...(await Promise.all(missing.map((name) => readFile(name))))]);
  }
  return assert.fail(`${page.name}: facts are still missing for ${query}`);
}

/** The query of the values that the page's form was built with. @param {CalculatorPage} page */
export function query({ elements: all, name }) {
  const form = all.find((element) => attribute(element, "id") === "inputs") ?? assert.fail(`${name}: no form`);
  const fields = inside(form).filter((element) => attribute(element, "name") !== undefined);
  return fields
    .map((field) => {
      const selected = inside(field).find((option) => attribute(option, "selected") !== undefined);
      const value = attribute(selected ?? field, "value") ?? assert.fail(name);
      // The page was built from plain numbers, which its fields show with separators.
      return `${attribute(field, "name")}=${value.replace(/(?<=\d),(?=\d{3}\b)/g, "")}`;
    })
    .join("&");
}
