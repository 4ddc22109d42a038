/** Every built file: valid HTML, links and fragments that lead somewhere, a policy without exceptions. */
import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { HtmlValidate } from "html-validate";
import { ask, file, pagesWithCalculator, query } from "../estimator.mjs";
import { DIST, htmlFiles, publishedAt } from "./support.mjs";

const files = await htmlFiles();
const pages = new Map(await Promise.all(files.map(async (name) => /** @type {const} */ ([name, await readFile(path.join(DIST, name), "utf8")]))));
const published = await publishedAt();

test("there are pages", () => {
  for (const name of ["index.html", "glossary/index.html", "404.html"]) assert.ok(pages.has(name), name);
});

test("valid HTML", async () => {
  const checker = new HtmlValidate({
    extends: ["html-validate:recommended", "html-validate:document"],
    rules: {
      // Lower case or not, self-closing in SVG, and lines' ends are matters of taste here.
      "doctype-style": "off",
      "no-trailing-whitespace": "off",
      "void-style": "off",
      "long-title": "off",
      // The end of an option is implied; over three hundred of them it is a tenth of a kilobyte.
      "no-implicit-close": "off",
      // Figures and units are kept together by no-break spaces.
      "tel-non-breaking": "off",
      "no-inline-style": "error",
      // The calculator answers at each change; without scripts its form is not shown.
      "wcag/h32": "off",
      "require-sri": "off",
    },
  });
  const trouble = [];
  // The pages of the catalog come from one template for each kind, and are long: one in twelve of them.
  const listed = [...pages].filter(([name], at) => !/^(hardware|models|anchors)\/[^/]+\//.test(name) || at % 12 === 0);
  for (const [name, text] of listed) {
    const { results } = await checker.validateString(text, name);
    for (const { messages } of results) trouble.push(...messages.map((m) => `${name}:${m.line}:${m.column} ${m.ruleId}: ${m.message}`));
  }
  assert.deepEqual(trouble.slice(0, 30), []);
});

test("every page has one first heading, a description, a policy without exceptions and checked scripts", () => {
  for (const [name, text] of pages) {
    if (/http-equiv="refresh"/.test(text)) continue;
    assert.equal(text.match(/<h1[ >]/g)?.length, 1, name);
    assert.match(text, /<meta name="description" content="[^"]{10,}"/, name);
    const [, policy] = text.match(/http-equiv="Content-Security-Policy" content="([^"]+)"/) ?? assert.fail(name);
    assert.match(policy, /default-src (&#x27;|&#39;|')none/, name);
    assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)|https?:/, name);
    assert.doesNotMatch(text, /\son[a-z]+="|\sstyle="|<style|javascript:/, name);
    for (const [tag] of text.matchAll(/<script(?! type="application\/ld\+json")[^>]*>|<link rel="stylesheet"[^>]*>/g)) assert.match(tag, /integrity="sha256-[^"]+"/, `${name}: ${tag}`);
  }
});

test("every link and every fragment within the site leads somewhere", async () => {
  const ids = new Map([...pages].map(([name, text]) => [name, new Set([...text.matchAll(/\sid="([^"]+)"/g)].map((m) => m[1]))]));
  const unescape = (/** @type {string} */ text) => text.replaceAll("&amp;", "&").replaceAll("&#x2F;", "/").replaceAll("&#x27;", "'").replaceAll("&#39;", "'");
  const broken = [];
  let checked = 0;
  for (const [name, text] of pages) {
    const here = new URL(name.replace(/(^|\/)index\.html$/, "$1"), published);
    for (const [, raw] of text.matchAll(/\s(?:href|src|data-glue|data-wasm|data-cards|data-search)="([^"]*)"/g)) {
      const target = new URL(unescape(raw), here);
      if (!target.href.startsWith(published)) continue;
      checked++;
      const inside = decodeURIComponent(target.pathname.slice(new URL(published).pathname.length));
      const file = inside === "" || inside.endsWith("/") ? `${inside}index.html` : inside;
      if (!(await stat(path.join(DIST, file)).catch(() => null))?.isFile()) broken.push(`${name}: ${raw}`);
      else if (target.hash && !ids.get(file)?.has(decodeURIComponent(target.hash.slice(1)))) broken.push(`${name}: ${raw} (no such fragment)`);
    }
  }
  assert.deepEqual(broken.slice(0, 30), []);
  assert.ok(checked > files.length * 5);
});

test("budgets of an entry page, compressed: HTML 14 KB, style 8 KB, scripts before interaction 6 KB", async () => {
  const size = (/** @type {string | Buffer} */ text) => gzipSync(text, { level: 9 }).length;
  for (const [name, text] of pages) {
    if (!/^glossary\/.+\/index\.html$/.test(name)) continue;
    const linked = (/** @type {RegExp} */ tag) => Promise.all([...text.matchAll(tag)].map(async ([, url]) => size(await readFile(path.join(DIST, path.dirname(name), url)))));
    const total = (/** @type {number[]} */ sizes) => sizes.reduce((sum, each) => sum + each, 0);
    const [style, script] = [total(await linked(/<link rel="stylesheet" href="([^"]+)"/g)), total(await linked(/<script type="module" src="([^"]+)"/g))];
    assert.ok(size(text) <= 14 * 1024, `${name}: ${size(text)} B of HTML`);
    assert.ok(style > 0 && style <= 8 * 1024, `${name}: ${style} B of style`);
    assert.ok(script > 0 && script <= 6 * 1024, `${name}: ${script} B of script`);
  }
});

const compressed = async (/** @type {string} */ name) => gzipSync(await readFile(name), { level: 9 }).length;
/** What a page's calculator downloads before it can answer: its module, the glue, the cards that its own values need. @param {{ name: string, text: string }} page */
async function download(page) {
  const { files } = await ask(page, query(page));
  const sizes = await Promise.all([file(page, "wasm"), file(page, "glue"), ...files].map(compressed));
  return sizes.reduce((sum, each) => sum + each, 0);
}

test("budget of a calculator, compressed: WebAssembly, glue and the cards of a page 42 KB, 38 KB for the usual one", async () => {
  const sizes = [];
  for (const page of await pagesWithCalculator(/^(glossary|calculators)\/[^/]+\/index\.html$/)) {
    const total = await download(page);
    assert.ok(total <= 42 * 1024, `${page.name}: ${total} B`);
    sizes.push(total);
  }
  sizes.sort((a, b) => a - b);
  assert.ok(sizes[sizes.length >> 1] <= 38 * 1024, `${sizes[sizes.length >> 1]} B`);
});

test("budget of a calculator in a frame, compressed: page, style, scripts, module, cards and the form's long lists 60 KB", async () => {
  for (const page of await pagesWithCalculator(/^embed\/[^/]+\/index\.html$/)) {
    const linked = [...page.text.matchAll(/<(?:link rel="stylesheet" href|script type="module" src)="([^"]+)"/g)].map(([, url]) => path.join(DIST, path.dirname(page.name), url));
    const lists = [...new Set([...page.text.matchAll(/data-list="([^"]+)"/g)].map(([, list]) => file(page, "facts", `choices/${list}.txt`)))];
    const total = async (/** @type {string[]} */ names) => (await Promise.all(names.map(compressed))).reduce((sum, each) => sum + each, 0);
    const all = await total([path.join(DIST, page.name), ...linked, file(page, "script"), ...lists]) + await download(page);
    assert.ok(linked.length === 2 && all <= 60 * 1024, `${page.name}: ${all} B`);
  }
});
