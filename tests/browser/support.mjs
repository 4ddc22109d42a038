/**
 * What the browser tests share: the built site served on loopback, a browser without network habits of its own, and axe.
 * The site's folder is `dist`, or ROOFLIGHT_DIST; the browser is CHROME_PATH, or Debian's Chromium.
 */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { chromium } from "playwright-core";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").BrowserContextOptions} Options */

export const DIST = path.resolve(process.env.ROOFLIGHT_DIST ?? "dist");
const TYPES = /** @type {Record<string, string>} */ ({
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".xml": "application/xml",
});

/** The file that a static server would send for this path below the site's root. @param {string} pathname */
export async function respond(pathname) {
  const name = decodeURIComponent(pathname.endsWith("/") ? `${pathname}index.html` : pathname);
  const type = TYPES[path.extname(name)] ?? "application/octet-stream";
  try {
    return { status: 200, type, body: await readFile(path.join(DIST, name)) };
  } catch {
    return { status: 404, type: TYPES[".html"], body: await readFile(path.join(DIST, "404.html")) };
  }
}

/** Serves the site below `prefix` on a free port of loopback. @param {string} [prefix] */
export async function serve(prefix = "/") {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const { status, type, body } = pathname.startsWith(prefix) ? await respond(pathname.slice(prefix.length - 1)) : { status: 421, type: "text/plain", body: "outside the site" };
    response.writeHead(status, { "content-type": type }).end(body);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return { url: `http://127.0.0.1:${port}${prefix}`, close: () => server.close() };
}

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
export const launch = () => chromium.launch({ executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium", args: FLAGS });

/**
 * Opens a page of its own, and afterwards holds it to what is true of every page: nothing on the console, no request to
 * another host, none that failed. `expected` names console messages that the test provokes.
 * @param {import("playwright-core").Browser} browser
 * @param {string} address
 * @param {Options & { expected?: RegExp, before?: (page: Page) => Promise<unknown> }} options
 * @param {(page: Page) => Promise<unknown>} use
 */
export async function visit(browser, address, { expected, before, ...options }, use) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  /** @type {string[]} */
  const trouble = [];
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && trouble.push(message.text()));
  page.on("pageerror", (error) => trouble.push(String(error)));
  page.on("request", (request) => new URL(request.url()).origin === new URL(address).origin || request.url().startsWith("data:") || trouble.push(`request to ${request.url()}`));
  page.on("response", (response) => response.status() < 400 || trouble.push(`${response.status()} ${response.url()}`));
  try {
    await before?.(page);
    await page.goto(address, { waitUntil: "load" });
    await use(page);
    assert.deepEqual(trouble.filter((line) => !expected?.test(line)), []);
  } finally {
    await context.close();
  }
}

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
/** Violations of the page as it stands, in words. @param {Page} page */
export async function violations(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => /** @type {any} */ (window).axe.run({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
  return found.violations.map((/** @type {any} */ v) => `${v.id}: ${v.nodes.map((/** @type {any} */ n) => `${n.target} ${n.failureSummary}`).join("; ")}`);
}

/** How far the page can be scrolled sideways, in pixels. @param {Page} page */
export const sideways = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Paths of the built pages, below the root and without a leading slash. @returns {Promise<string[]>} */
export async function htmlFiles() {
  const names = await readdir(DIST, { recursive: true });
  return names.filter((name) => name.endsWith(".html")).sort();
}

/** One page of every kind; `calculator` is an entry that has one, `plain` an entry without, `page` stands beside them (if there are such). */
export async function samples() {
  const files = await htmlFiles();
  const entries = files.filter((name) => /^glossary\/[^/]+\/index\.html$/.test(name));
  const text = new Map(await Promise.all(entries.map(async (name) => /** @type {const} */ ([name, await readFile(path.join(DIST, name), "utf8")]))));
  const folder = (/** @type {string | undefined} */ name) => name?.slice(0, -"index.html".length);
  const calculator = folder(entries.find((name) => name.includes("/tokens-per-second/")) ?? entries.find((name) => text.get(name)?.includes('id="calculator"')));
  const plain = folder(entries.find((name) => !text.get(name)?.includes('id="calculator"') && text.get(name)?.includes("data-cards")));
  const layer = folder(files.find((name) => name.startsWith("layers/")));
  const find = (/** @type {RegExp} */ shape) => folder(files.find((name) => shape.test(name)));
  const page = find(/^guide\/markdown\/index\.html$/) ?? find(/^(?!glossary|map|compare|learn)[^/]+\/index\.html$/);
  const learning = { tracks: find(/^learn\/index/), track: find(/^learn\/[^/]+\/index/), lesson: find(/^learn\/[^/]+\/2\//) };
  const compared = { comparisons: find(/^compare\/index/), comparison: find(/^compare\/[^/]+\/index/) };
  assert.ok(calculator && layer, `${DIST} must be a built site`);
  const links = find(/^links\//), print = find(/^print\//);
  return { calculator, plain, layer, page, links, print, ...learning, ...compared, index: "glossary/", map: "map/", search: "search/", home: "" };
}

/** The address under which the site is to be published, ending in a slash. */
export async function publishedAt() {
  const home = await readFile(path.join(DIST, "index.html"), "utf8");
  const [, address] = home.match(/<link rel="canonical" href="([^"]+)"/) ?? assert.fail("the home page names no canonical address");
  return address;
}
