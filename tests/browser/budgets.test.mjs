/**
 * What each file of the built site may weigh, compressed. Every file has a budget by what it is; one that has none fails.
 *
 * A page fits the first round trip: 14 KB. Those that list everything there is grow with the content, and have room for what is there
 * now and a little more: whoever raises one of these has looked at the page on a slow line.
 */
import assert from "node:assert/strict";
import { readFile, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { DIST } from "./support.mjs";

/** Kilobytes by the shape of the path; the first that fits counts. @type {[RegExp, number][]} */
const BUDGETS = [
  [/^glossary\/index\.html$/, 28],
  [/^map\/index\.html$/, 48],
  [/^print\/index\.html$/, 52],
  [/^hardware\/[^/]+\/index\.html$/, 28],
  [/^models\/[^/]+\/index\.html$/, 36],
  [/\.html$/, 14],
  [/^assets\/css\/site\./, 8],
  [/\.css$/, 4],
  [/^assets\/js\/search\./, 8],
  [/^assets\/js\//, 6],
  [/^assets\/estimator\/.*\.js$/, 3],
  [/\.wasm$/, 38],
  [/(^|\/)share\.png$/, 24],
  [/^data\/search\//, 20],
  [/^data\/.*\.bin$/, 5],
  [/^data\/.*\.txt$/, 3],
  [/(^|\/)cards\.json$|^cards\//, 4],
  [/(^|\/)(feed|atom)\.(xml|json)$/, 64],
  [/^anchors\/measurements\.(csv|json)$/, 128],
  [/^glossary\.json$/, 160],
  [/^llms-full\.txt$/, 512],
  [/^print\/index\.md$|^map\/index\.md$|^llms\.txt$|^glossary\/index\.md$/, 48],
  [/\.md$/, 14],
  [/\.(svg|xml|txt|conf|json)$/, 12],
  [/(^|\/)(_headers|_redirects|Caddyfile|\.rooflight-files|\.rooflight-lock)$/, 24],
];

const files = (await readdir(DIST, { recursive: true })).sort();
/** @type {Map<string, number>} */
const sizes = new Map();
for (const name of files) {
  const file = path.join(DIST, name);
  if ((await stat(file)).isFile()) sizes.set(name, gzipSync(await readFile(file), { level: 9 }).length);
}

test("every file of the site keeps to the budget of its kind", () => {
  assert.ok(sizes.size > 1000, DIST);
  const over = [];
  for (const [name, size] of sizes) {
    const budget = BUDGETS.find(([shape]) => shape.test(name))?.[1];
    if (budget === undefined) over.push(`${name} has no budget`);
    else if (size > budget * 1024) over.push(`${name}: ${size} B of ${budget} KB`);
  }
  assert.deepEqual(over, []);
});

test("what a page asks for before anybody does anything: style 8 KB, scripts 6 KB; 12 KB of each where there are tables or a search", async () => {
  for (const name of sizes.keys()) {
    if (!name.endsWith(".html") || name === "404.html") continue;
    const text = await readFile(path.join(DIST, name), "utf8");
    const linked = (/** @type {RegExp} */ tag) => [...text.matchAll(tag)].map(([, url]) => sizes.get(path.posix.join(path.posix.dirname(name), url)) ?? assert.fail(`${name}: ${url}`)).reduce((sum, each) => sum + each, 0);
    const style = linked(/<link rel="stylesheet" href="([^"]+)"/g), script = linked(/<script(?: type="module")? src="([^"]+)"/g);
    const more = /^(anchors|hardware|models|search)\//.test(name) ? 12 : undefined;
    assert.ok(style <= (more ?? 8) * 1024, `${name}: ${style} B of style`);
    assert.ok(script <= (more ?? 6) * 1024, `${name}: ${script} B of script`);
  }
});
