/** Every built page: valid HTML, links and fragments with a target, a strict content security policy. */
import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { HtmlValidate } from "html-validate";
import { attribute, elements } from "../html.mjs";
import { DIST, htmlFiles, publishedAt, readPage } from "./support.mjs";

/** @typedef {import("../html.mjs").Element} Element */
/** @typedef {{ name: string, text: string, elements: Element[] }} Page */

const names = await htmlFiles();
/** @type {Page[]} */
const pages = await Promise.all(
  names.map(async (name) => {
    const text = await readPage(name);
    return { name, text, elements: elements(text) };
  }),
);
const published = await publishedAt();

/** @param {Page} page @param {string} tag @param {string} key @param {string} value */
const find = ({ elements: all }, tag, key, value) =>
  all.find((element) => element.tagName === tag && attribute(element, key) === value);

test("there are pages", () => {
  for (const name of ["index.html", "glossary/index.html", "404.html"]) assert.ok(names.includes(name), name);
});

test("valid HTML", async () => {
  const checker = new HtmlValidate({
    extends: ["html-validate:recommended", "html-validate:document"],
    rules: {
      // Matters of taste.
      "doctype-style": "off",
      "no-trailing-whitespace": "off",
      "void-style": "off",
      "long-title": "off",
      // The implied end of an option saves a tenth of a kilobyte in a list of three hundred.
      "no-implicit-close": "off",
      // No-break spaces keep figures and units together.
      "tel-non-breaking": "off",
      "no-inline-style": "error",
      // The calculator's form needs no submit button: it answers every change, and is hidden without scripts.
      "wcag/h32": "off",
      "require-sri": "off",
    },
  });
  const problems = [];
  // The catalog's pages are long and share a template for each kind: one in twelve is checked.
  const checked = pages.filter(({ name }, at) => !/^(hardware|models|anchors)\/[^/]+\//.test(name) || at % 12 === 0);
  for (const { name, text } of checked) {
    const { results } = await checker.validateString(text, name);
    for (const { messages } of results) {
      problems.push(...messages.map((m) => `${name}:${m.line}:${m.column} ${m.ruleId}: ${m.message}`));
    }
  }
  assert.deepEqual(problems.slice(0, 30), []);
});

test("every page has one h1, a description, and a strict policy that checks scripts and style sheets", () => {
  for (const page of pages) {
    const { name } = page;
    if (find(page, "meta", "http-equiv", "refresh")) continue;
    assert.equal(page.elements.filter(({ tagName }) => tagName === "h1").length, 1, name);
    const description = find(page, "meta", "name", "description") ?? assert.fail(name);
    assert.ok((attribute(description, "content") ?? "").length >= 10, name);
    const meta = find(page, "meta", "http-equiv", "Content-Security-Policy") ?? assert.fail(name);
    const policy = attribute(meta, "content") ?? "";
    assert.match(policy, /default-src 'none'/, name);
    assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)|https?:/, name);
    for (const element of page.elements) assertStrict(element, name);
  }
});

/** Asserts that an element needs no exception from the policy. @param {Element} element @param {string} page */
function assertStrict(element, page) {
  const { tagName, attrs } = element,
    where = `${page}: <${tagName}>`;
  assert.notEqual(tagName, "style", where);
  for (const { name, value } of attrs) {
    assert.ok(
      !name.startsWith("on") && name !== "style" && !/^\s*javascript:/i.test(value),
      `${where} ${name}=${value}`,
    );
  }
  const isScript = tagName === "script" && attribute(element, "type") !== "application/ld+json";
  const isSheet = tagName === "link" && attribute(element, "rel") === "stylesheet";
  if (isScript || isSheet) assert.match(attribute(element, "integrity") ?? "", /^sha256-./, where);
}

test("every link within the site has a target, and so has its fragment", async () => {
  const keys = ["href", "src", "data-shim", "data-wasm", "data-cards", "data-search"];
  const idsOf = (/** @type {Page} */ page) => new Set(page.elements.map((element) => attribute(element, "id")));
  const ids = new Map(pages.map((page) => [page.name, idsOf(page)]));
  /** @type {Map<string, Promise<boolean>>} */
  const files = new Map();
  /** @param {string} name */
  const exists = (name) => {
    const known =
      files.get(name) ??
      stat(path.join(DIST, name)).then(
        (found) => found.isFile(),
        () => false,
      );
    files.set(name, known);
    return known;
  };
  const broken = [];
  let checked = 0;
  for (const page of pages) {
    const base = new URL(page.name.replace(/(^|\/)index\.html$/, "$1"), published);
    const attributes = page.elements.flatMap(({ attrs }) => attrs.filter(({ name }) => keys.includes(name)));
    for (const { value } of attributes) {
      const target = new URL(value, base);
      if (!target.href.startsWith(published)) continue;
      checked++;
      const inside = decodeURIComponent(target.pathname.slice(new URL(published).pathname.length));
      const file = inside === "" || inside.endsWith("/") ? `${inside}index.html` : inside;
      const fragment = decodeURIComponent(target.hash.slice(1));
      if (!(await exists(file))) broken.push(`${page.name}: ${value}`);
      else if (fragment && !ids.get(file)?.has(fragment)) broken.push(`${page.name}: ${value} (no such fragment)`);
    }
  }
  assert.deepEqual(broken.slice(0, 30), []);
  assert.ok(checked > names.length * 5);
});
