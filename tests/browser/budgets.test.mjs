/**
 * Budgets for the compressed size of the built site's files and of what a page loads. A file without a budget fails.
 *
 * A page fits the first round trip: 14 KB. Pages that list all content grow with it and have a little room: before
 * raising one of these budgets, look at the page on a slow connection.
 */
import assert from "node:assert/strict";
import { readFile, readdir, stat } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { attribute, elements, linkedFiles } from "../html.mjs";
import { ask, file, pagesWithCalculator, query } from "../estimator.mjs";
import { DIST, htmlFiles, readPage } from "./support.mjs";

/** The files that the page of feeds names. */
const FEEDS = elements(await readPage("feeds/index.html"))
  .filter(({ tagName, attrs }) => tagName === "link" && attrs.some(({ value }) => value === "alternate"))
  .map((link) => path.posix.basename(attribute(link, "href") ?? ""))
  .filter((name) => !name.endsWith(".md"));

/** Kilobytes by the path; the first match counts. @type {[RegExp, number][]} */
const BUDGETS = [
  // The picture of all models: a link with its numbers for each of some 200.
  [/^index\.html$/, 18],
  // Lists of all entries: 298 of them.
  [/^(de\/)?glossary\/index\.html$/, 42],
  [/^map\/index\.html$/, 82],
  // Every source with the entries that cite it, and every entry with its sources: some 1,500 citations.
  [/^sources\/(by-entry\/)?index\.(html|md)$/, 94],
  // Every note of a change, and days with 35 and more of them.
  [/^changes\/index\.html$/, 25],
  [/^changes\/index\.md$/, 22],
  [/^(hardware|models)\/index\.html$/, 20],
  [/^print\/index\.html$/, 134],
  // Every measured row of a device: servers have a thousand.
  [/^hardware\/[^/]+\/index\.html$/, 40],
  // Every publication of measured runs: some 220 of them.
  [/^anchors\/index\.html$/, 20],
  // A publication with all its rows.
  [/^anchors\/[^/]+\/index\.(html|md)$/, 44],
  // An entry with its drawing, which is part of the page and needs no request; guide and methodology with their tables.
  [/^(glossary|guide|methodology|links)\/.*index\.html$/, 19],
  [/^models\/[^/]+\/index\.html$/, 36],
  // Every device, model and format that somebody measured the program with.
  [/^runtimes\/[^/]+\/index\.html$/, 19],
  // A calculator's page carries its file, folded, with every formula and source.
  [/^calculators\/[^/]+\/index\.html$/, 20],
  [/\.html$/, 14],
  [/^assets\/css\/site\./, 8],
  // The typeface of texts and charts, once for the whole site.
  [/^assets\/fonts\//, 36],
  // Included by pages of other sites, which have a budget of their own.
  [/^(terms|rooflight-embed)\.(js|css)$/, 6],
  [/^glossary\.schema\.json$/, 2],
  [/\.css$/, 4],
  [/^assets\/js\/search\./, 8],
  [/^assets\/js\//, 6],
  [/^assets\/estimator\/.*\.js$/, 3],
  // Every calculator and the explorer, once for the whole site.
  [/^assets\/estimator\/calculators\./, 246],
  // Fetched when a reader chooses a file, or pastes what a tool printed.
  [/^assets\/estimator\/readers\./, 166],
  [/(^|\/)share\.png$/, 44],
  // Fetched with the first letter: as many names as the catalog has.
  [/^data\/search\/pages\./, 40],
  // Fetched with the search page: what is in the list of all entries.
  [/^data\/search\/terms\./, 26],
  [/^data\/search\//, 20],
  // Each run with its context and engine, so that "measured" means the reader's own context, as in the calculators.
  // Reals take eight bytes since records go through a serializer: 14 to 17 % more in these two files.
  [/^data\/facts\/[^/]+\/explore\/all\.txt$/, 171],
  // Fetched when a reader pastes what a machine prints: every name of every device.
  [/^data\/facts\/[^/]+\/explore\/names\.txt$/, 22],
  // Everything that outputs are judged by, so that no request tells what was pasted.
  [/^data\/facts\/[^/]+\/measure\/all\.txt$/, 166],
  // Read by programs, and by no page.
  [/^data\/v1\//, 96],
  // Fetched when a reader opens the list: what tells its options apart, and their other names.
  [/^data\/facts\/[^/]+\/choices\/[a-z]+-facts\.txt$/, 9],
  [/^data\/.*\.txt$/, 5],
  [/(^|\/)cards\.json$|^cards\//, 4],
  [new RegExp(`(^|/)(${[...new Set(FEEDS)].join("|").replaceAll(".", "\\.")})$`), 64],
  // Fetched by who filters or downloads them: some 30 bytes a measurement.
  [/^anchors\/measurements\.(csv|json)$/, 368],
  // The sources of all rows, as a data package names them.
  [/^anchors\/datapackage\.json$/, 15],
  [/^glossary\.json$/, 372],
  [/^llms-full\.txt$/, 512],
  [/^print\/index\.md$|^map\/index\.md$|^llms\.txt$|^glossary\/index\.md$/, 53],
  // Every page that links a term.
  [/^links\/.*\.md$/, 16],
  // Every estimate and every measured row, for programs.
  [/^(hardware|models|runtimes)\/.*\.md$/, 32],
  [/\.md$/, 14],
  [/\.(svg|xml|txt|conf|json)$/, 12],
  [/(^|\/)(_headers|_redirects|Caddyfile)$/, 24],
  // A line for each file of the site, read by no page.
  [/^\.rooflight-files$/, 48],
  // Left for the next build, and read by no page: errors of every run in every fold, whose digits do not compress.
  // Left for the next build, and read by no page: two languages.
  [/^\.rooflight-cache$/, 222],
];

/**
 * Bytes that the first calculator of a visit may download before it answers; docs/decisions.md has the reason, and
 * benches/slow-line.mjs measures the time that they take.
 */
const CALCULATOR = 252 * 1024;

/** Compressed bytes of every file, by its path. @type {Map<string, number>} */
const sizes = new Map();
for (const name of (await readdir(DIST, { recursive: true })).sort()) {
  const file = path.join(DIST, name);
  if ((await stat(file)).isFile()) sizes.set(name, gzipSync(await readFile(file), { level: 9 }).length);
}
/** @param {string} name of a file below DIST */
const sizeOf = (name) => sizes.get(name) ?? assert.fail(`no file ${name}`);
/** @param {string} file its path on this machine */
const nameOf = (file) => path.relative(DIST, file).split(path.sep).join("/");
/** @param {string} file */
const sizeOfFile = (file) => sizeOf(nameOf(file));
const sum = (/** @type {number[]} */ all) => all.reduce((total, each) => total + each, 0);
/** A script and all that it imports statically. @param {string} name @returns {Promise<string[]>} */
async function withImports(name) {
  if (!name.endsWith(".js")) return [name];
  const imports = (await readPage(name)).matchAll(/^import [^"]*"(\.[^"]+)"/gm);
  const names = [...imports].map(([, url]) => path.posix.join(path.posix.dirname(name), url));
  return [name, ...(await Promise.all(names.map(withImports))).flat()];
}

/** Bytes of files below DIST, scripts with their imports. @param {string[]} names */
async function sizeWithImports(names) {
  const all = (await Promise.all(names.map(withImports))).flat();
  return sum([...new Set(all)].map(sizeOf));
}

/** Bytes of the files at these URLs, relative to a page. @param {string} page @param {string[]} urls */
const sizeOfLinked = (page, urls) => sizeWithImports(urls.map((url) => path.posix.join(path.posix.dirname(page), url)));

/** The path below the folder of its language. @param {string} name */
const inLanguage = (name) => name.replace(/^de\//, "");
/** German words are longer, and what is not translated is marked: a tenth more. @param {string} name */
const share = (name) => (name === inLanguage(name) ? 1 : 1.1);

test("every file keeps to its budget", () => {
  assert.ok(sizes.size > 1000, DIST);
  const over = [];
  for (const [name, size] of sizes) {
    const budget = BUDGETS.find(([shape]) => shape.test(inLanguage(name)))?.[1];
    if (budget === undefined) over.push(`${name} has no budget`);
    else if (size > budget * 1024 * share(name)) over.push(`${name}: ${size} B of ${budget} KB`);
  }
  assert.deepEqual(over, []);
});

test("a page loads at most 9 KB of style and 6 KB of scripts by itself, 12 KB with tables or search", async () => {
  for (const name of await htmlFiles()) {
    if (inLanguage(name) === "404.html") continue;
    const { styles, scripts } = linkedFiles(elements(await readPage(name)));
    const large = /^(anchors|explore|hardware|measure|models|runtimes|search)\//.test(inLanguage(name));
    // The typeface is named by a sheet of the theme; where lines end is a rule of a further language's own.
    const more = name === inLanguage(name) ? 256 : 512;
    const [style, script] = [await sizeOfLinked(name, styles), await sizeOfLinked(name, scripts)];
    assert.ok(style <= (large ? 12 : 9) * 1024 + more, `${name}: ${style} B of style`);
    assert.ok(script <= (large ? 12 : 6) * 1024, `${name}: ${script} B of scripts`);
    if (/^glossary\/./.test(path.posix.dirname(name))) assert.ok(style > 0 && script > 0, name);
  }
});

/**
 * Bytes that a calculator downloads before it can answer: its module, the shim, and the facts that the page's own
 * values need.
 * @param {import("../estimator.mjs").CalculatorPage} page
 */
async function download(page) {
  const { files } = await ask(page, query(page));
  return sum([file(page, "wasm"), file(page, "shim"), ...files].map(sizeOfFile));
}

test("a calculator downloads at most 252 KB of WebAssembly, shim and facts", async () => {
  for (const page of await pagesWithCalculator(/^(glossary|calculators)\/[^/]+\/index\.html$/)) {
    const size = await download(page);
    assert.ok(size <= CALCULATOR, `${page.name}: ${size} B`);
  }
});

test("a calculator in a frame downloads at most 30 KB more: its page, styles, scripts and long lists", async () => {
  for (const page of await pagesWithCalculator(/^embed\/[^/]+\/index\.html$/)) {
    const { styles, scripts } = linkedFiles(page.elements);
    const keys = page.elements.flatMap((element) => attribute(element, "data-list") ?? []);
    const lists = [...new Set(keys)].map((list) => file(page, "facts", `choices/${list}.txt`));
    const files = await sizeWithImports([file(page, "script"), ...lists].map(nameOf));
    const size =
      sizeOf(page.name) + (await sizeOfLinked(page.name, [...styles, ...scripts])) + files + (await download(page));
    // The look, and the theme's typeface.
    assert.ok(styles.length === 2 && scripts.length === 1 && size <= CALCULATOR + 30 * 1024, `${page.name}: ${size} B`);
  }
});
