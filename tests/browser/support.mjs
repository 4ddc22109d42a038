/**
 * Shared by the browser tests: the built site served on loopback, a browser that makes no requests of its own, and
 * axe. The site's folder is `dist`, or ROOFLIGHT_DIST; the browser is CHROME_PATH, or Debian's Chromium.
 */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFileSync } from "node:fs";
import { readFile, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";
import { attribute, elements } from "../html.mjs";

/** @typedef {import("playwright-core").Browser} Browser */
/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").BrowserContextOptions} ContextOptions */
/** @typedef {ContextOptions & { expected?: RegExp, before?: (page: Page) => Promise<unknown> }} Options */

export const DIST = path.resolve(process.env.ROOFLIGHT_DIST ?? "dist");
/** @type {Record<string, string>} */
const TYPES = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".xml": "application/xml",
};

/** The response of a static server for a path of a site. @param {string} pathname @param {string} [folder] */
export async function respond(pathname, folder = DIST) {
  const name = decodeURIComponent(pathname.endsWith("/") ? `${pathname}index.html` : pathname);
  const type = TYPES[path.extname(name)] ?? "application/octet-stream";
  try {
    return { status: 200, type, body: await readFile(path.join(folder, name)) };
  } catch {
    return { status: 404, type: TYPES[".html"], body: await readFile(path.join(folder, "404.html")).catch(() => "") };
  }
}

/** Serves the site below a prefix on a free port of loopback. @param {string} [prefix] @param {string} [folder] */
export async function serve(prefix = "/", folder = DIST) {
  // A client may send a request on an idle connection in the moment in which a timeout closes it.
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const inside = pathname.startsWith(prefix);
    const { status, type, body } = inside
      ? await respond(pathname.slice(prefix.length - 1), folder)
      : { status: 421, type: "text/plain", body: "outside the site" };
    response.writeHead(status, { "content-type": type }).end(body);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${port}${prefix}`, close };
}

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
export const launch = () =>
  chromium.launch({ executablePath: process.env.CHROME_PATH ?? "/usr/bin/chromium", args: FLAGS });

/** One Chromium and one server of the built site for the tests of a file. */
export function inChromium() {
  /** @type {Browser} */
  let browser;
  /** @type {Awaited<ReturnType<typeof serve>>} */
  let site;
  before(async () => {
    [browser, site] = await Promise.all([launch(), serve()]);
  });
  after(async () => {
    await browser?.close();
    site?.close();
  });
  const url = (address = "") => new URL(address, site.url).href;
  /** @param {string} address @param {(page: Page) => Promise<unknown>} use @param {Options} [options] */
  const visit = (address, use, options = {}) => visitPage(browser, url(address), options, use);
  return {
    url,
    visit,
    /**
     * @param {string} name
     * @param {string} address
     * @param {Parameters<typeof visit>[1]} use
     * @param {Options} [options]
     */
    testPage: (name, address, use, options) => test(name, () => visit(address, use, options)),
  };
}

const WINDOW = { width: 1280, height: 900 };
/** Pages that no test uses now, by the options of their context. @type {WeakMap<Browser, Map<string, Page[]>>} */
const idle = new WeakMap();
/** @param {Browser} browser @param {ContextOptions} options */
function idlePages(browser, options) {
  const known = idle.get(browser) ?? new Map();
  idle.set(browser, known);
  const key = JSON.stringify(options);
  const pages = /** @type {Page[]} */ (known.get(key) ?? []);
  known.set(key, pages);
  return pages;
}

/** Empties a page, its storage and its window for the next test. @param {Page} page @param {ContextOptions} options */
async function reset(page, options) {
  const context = page.context();
  await Promise.all(context.pages().map((other) => other !== page && other.close()));
  await page.evaluate(() => [localStorage, sessionStorage].forEach((storage) => storage.clear()));
  await context.clearCookies();
  await page.goto("about:blank");
  await page.mouse.move(0, 0);
  await page.emulateMedia({ media: null, colorScheme: "light" });
  await page.setViewportSize(options.viewport ?? WINDOW);
}

/**
 * Notes what no page may do: errors on the console, requests to another host or in vain. The result ends it.
 * @param {Page} page
 * @param {string} origin
 * @param {string[]} problems
 */
function watch(page, origin, problems) {
  const onConsole = (/** @type {import("playwright-core").ConsoleMessage} */ message) => {
    if (["error", "warning"].includes(message.type())) problems.push(message.text());
  };
  const onError = (/** @type {Error} */ error) => problems.push(String(error));
  const onRequest = (/** @type {import("playwright-core").Request} */ request) => {
    const { origin: target, protocol } = new URL(request.url());
    if (target !== origin && protocol !== "data:") problems.push(`request to ${request.url()}`);
  };
  const onResponse = (/** @type {import("playwright-core").Response} */ response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  };
  page.on("console", onConsole).on("pageerror", onError).on("request", onRequest).on("response", onResponse);
  return () =>
    page.off("console", onConsole).off("pageerror", onError).off("request", onRequest).off("response", onResponse);
}

/**
 * Opens a page and afterwards asserts what holds for every page: no errors on the console, no request to another host,
 * none that failed. `expected` matches the messages that a test provokes; `before` runs before the page is loaded.
 *
 * A new context costs more than most tests do, so a test that passes leaves its page to the next one with the same
 * options. What `before` installs cannot be removed: such a test has a page of its own.
 * @param {Browser} browser
 * @param {string} address
 * @param {Options} options
 * @param {(page: Page) => Promise<unknown>} use
 */
export async function visitPage(browser, address, { expected, before, ...options }, use) {
  const free = before ? [] : idlePages(browser, options);
  const page = free.pop() ?? (await (await browser.newContext({ viewport: WINDOW, ...options })).newPage());
  /** @type {string[]} */
  const problems = [];
  const unwatch = watch(page, new URL(address).origin, problems);
  let isReusable = false;
  try {
    await before?.(page);
    await page.goto(address, { waitUntil: "load" });
    await use(page);
    assert.deepEqual(
      problems.filter((line) => !expected?.test(line)),
      [],
    );
    isReusable = !before;
  } finally {
    unwatch();
    if (isReusable) await reset(page, options).then(() => free.push(page));
    else await page.context().close();
  }
}

const SETTLED = ["ready", "invalid", "failed"].map((state) => `#calculator[data-state=${state}]`).join();

/**
 * Waits until a calculator has taken in all input: its answer is shown, in the URL and announced, or it says why there
 * is none. Any input makes it busy at once.
 * @param {Page} page
 */
export const settled = (page) => page.locator(SETTLED).waitFor();

/**
 * Notes the text of one element each time another one changes, and returns a reader of the notes.
 * @param {Page} page
 * @param {string} watched
 * @param {string} noted
 */
export async function noteTexts(page, watched, noted) {
  const notes = await page.evaluateHandle(
    ([watched, noted]) => {
      const notes = /** @type {string[]} */ ([]);
      const note = () => notes.push(document.querySelector(noted)?.textContent ?? "");
      new MutationObserver(note).observe(document.querySelector(watched) ?? document, { childList: true });
      return notes;
    },
    [watched, noted],
  );
  return () => notes.jsonValue();
}

/**
 * Waits until a value differs from `old`; only for what has no state of its own.
 * @template T
 * @param {() => Promise<T>} read
 * @param {T} old
 */
export async function changed(read, old) {
  for (let tries = 0; tries < 400; tries++) {
    if ((await read()) !== old) return;
    await new Promise((done) => setTimeout(done, 25));
  }
  assert.fail(`still ${String(old).slice(0, 200)}`);
}

/** @typedef {{ id: string, nodes: { target: unknown, failureSummary: string }[] }} Violation */
/**
 * @typedef {{
 *   run(options: object): Promise<{ violations: Violation[] }>,
 *   getRules(tags: string[]): { ruleId: string, tags: string[] }[],
 * }} Axe
 */
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/**
 * The accessibility problems that axe finds in the page as it is.
 * @param {Page} page
 * @param {boolean} [colorsOnly] checks the rules about colours alone
 */
export async function violations(page, colorsOnly = false) {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const found = await page.evaluate(
    async ({ tags, colorsOnly }) => {
      const { axe } = /** @type {{ axe: Axe }} */ (/** @type {unknown} */ (window));
      const others = axe.getRules(tags).filter((rule) => colorsOnly && !rule.tags.includes("cat.color"));
      const rules = Object.fromEntries(others.map(({ ruleId }) => [ruleId, { enabled: false }]));
      return (await axe.run({ runOnly: tags, rules, resultTypes: ["violations"] })).violations;
    },
    { tags: RULES, colorsOnly },
  );
  return found.map(
    ({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join("; ")}`,
  );
}

/** Gives a sign of a reader once the script listens, and waits for the comboboxes. @param {Page} page */
export async function turnTo(page) {
  await page.locator("#calculator[data-state]").waitFor();
  await page.mouse.move(1, 1);
  await page.mouse.move(2, 1);
  await page.locator(".combo").first().waitFor({ state: "attached" });
}

/**
 * Chooses an option of a long list as a reader does: types its name into the combobox that has taken the list's place,
 * and clicks on it.
 * @param {Page} page
 * @param {string} select selector of the list
 * @param {string | undefined | null} value
 */
export async function chooseOption(page, select, value) {
  await settled(page);
  await turnTo(page);
  const [id, name] = await page.locator(select).evaluate((list, value) => {
    const options = [.../** @type {HTMLSelectElement} */ (list).options];
    return [list.id, options.find((option) => option.value === value)?.label ?? `no option ${value}`];
  }, value);
  const text = page.locator(`#${id}-text`);
  await text.fill(name);
  await page.locator(`#${id}-text-list [data-value="${value}"]`).click();
}

/** How far the page can be scrolled sideways, in pixels. @param {Page} page */
export const overflow = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

export const SCHEMES = /** @type {const} */ (["light", "dark"]);
export const WIDTHS = [1280, 320];

/**
 * Asserts that the page is accessible and does not scroll sideways in both colour schemes and at both ends of the
 * widths. The second scheme differs from the first in colours alone (a test in pages.test.mjs), and so do its rules.
 * @param {Page} page
 * @param {(width: number) => Promise<unknown>} [also] checked in each of the four as well
 */
export async function assertAccessible(page, also) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    for (const [at, colorScheme] of SCHEMES.entries()) {
      await page.emulateMedia({ colorScheme });
      const where = `${colorScheme}, ${width} px`;
      assert.deepEqual(await violations(page, at > 0), [], where);
      assert.equal(await overflow(page), 0, where);
      await also?.(width);
    }
  }
}

/** Paths of the built pages, below the root and without a leading slash. */
export async function htmlFiles() {
  const names = await readdir(DIST, { recursive: true });
  return names.filter((name) => name.endsWith(".html")).sort();
}

/** @param {string} name of a built page */
export const readPage = (name) => readFile(path.join(DIST, name), "utf8");

/** Names below the root that tests try by name, and those of pages beside the entries, moved pages and languages. */
const TRIED_APART = new Set(
  (
    "404.html anchors authoring calculators compare data de embed explore glossary guide hardware index.html layers " +
    "learn links map measure measurements methodology models print runtimes search sources"
  ).split(" "),
);

/**
 * One page of every kind: `calculator` is an entry with a calculator, `plain` an entry without, `page` a page beside
 * the entries. Those that the site does not have are undefined.
 */
export async function samples() {
  const files = await htmlFiles();
  const entries = files.filter((name) => /^glossary\/[^/]+\/index\.html$/.test(name));
  const folder = (/** @type {string | undefined} */ name) => name?.slice(0, -"index.html".length);
  const find = (/** @type {RegExp} */ shape) => folder(files.find((name) => shape.test(name)));
  /** The first of these entries that has, or has not, a calculator. @param {string[]} names @param {boolean} wanted */
  const findEntry = async (names, wanted) => {
    for (const name of names) {
      const page = elements(await readPage(name));
      const hasCalculator = page.some((element) => attribute(element, "id") === "calculator");
      const hasCards = page.some((element) => attribute(element, "data-cards"));
      if (hasCalculator === wanted && (wanted || hasCards)) return folder(name);
    }
    return undefined;
  };
  const isUsual = (/** @type {string} */ name) => name.includes("/tokens-per-second/");
  const calculator = await findEntry([...entries.filter(isUsual), ...entries], true);
  const layer = find(/^layers\//);
  assert.ok(calculator && layer, `${DIST} must be a built site`);
  const others = [...new Set(files.map((name) => name.split("/")[0]))].filter((name) => !TRIED_APART.has(name));
  return {
    ...Object.fromEntries(others.map((name) => [name, find(new RegExp(`^${name}/`))])),
    calculator,
    layer,
    plain: await findEntry(entries, false),
    page: find(/^guide\/markdown\/index\.html$/) ?? find(/^(?!glossary|map|compare|learn)[^/]+\/index\.html$/),
    links: find(/^links\//),
    print: find(/^print\//),
    tracks: find(/^learn\/index/),
    track: find(/^learn\/[^/]+\/index/),
    lesson: find(/^learn\/[^/]+\/2\//),
    comparisons: find(/^compare\/index/),
    comparison: find(/^compare\/[^/]+\/index/),
    index: "glossary/",
    map: "map/",
    sources: find(/^sources\/index/),
    search: "search/",
    home: "",
  };
}

/** The address under which the site is to be published, ending in a slash. */
export async function publishedAt() {
  const home = elements(await readPage("index.html"));
  const canonical = home.find((element) => attribute(element, "rel") === "canonical");
  return (canonical && attribute(canonical, "href")) ?? assert.fail("the home page has no canonical address");
}

/** Serves the built site at the address where it is to be published. @param {Page} page @param {string} published */
export const routePublished = (page, published) =>
  page.route(`${published}**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const { status, type, body } = await respond(pathname.slice(new URL(published).pathname.length - 1));
    await route.fulfill({ status, contentType: type, body });
  });
