/**
 * A site with hostile content in a browser: nothing in it runs, makes a request to another host or becomes part of a
 * page's structure.
 *
 * The site is that of tests/it/slow/attacks.rs: each attack of vectors.json in every place for text. Its pages are
 * opened as readers get them, where a report of the content security policy shows that something slipped through, and
 * again without the policy, where escaping is the only protection.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import { attribute, elements } from "../html.mjs";
import { inFirefox } from "./firefox.mjs";
import { changed, launch, serve } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{ name: string, text: string, refused?: string }} Attack */

const HOME = path.resolve(import.meta.dirname, "../..");
const FIXTURE = path.join(HOME, "tests", "fixtures", "attacks");
const PROGRAM =
  process.env.ROOFLIGHT_BIN ??
  path.join(process.env.CARGO_TARGET_DIR ?? path.join(HOME, "target"), "release", "rooflight");

const VECTORS = await readFile(path.join(FIXTURE, "vectors.json"), "utf8");
const attacks = /** @type {Attack[]} */ (JSON.parse(VECTORS));
const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\ufeff\u202a-\u202e\u2060-\u206f\u{e0000}-\u{e007f}]/gu;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
let root = "",
  url = "";
/** @type {string[]} */
let pages = [];

/**
 * Fills a template as tests/it/slow/attacks.rs does.
 * @param {string} template
 * @param {Attack} attack
 * @param {number} number
 * @param {number} count
 */
function fill(template, attack, number, count) {
  const pad = (/** @type {number} */ n) => String(n).padStart(3, "0");
  const line = attack.text.replace(/[\n\r\u2028\u2029]/g, " ");
  const escapes = { "\u2028": "\\u2028", "\u2029": "\\u2029" };
  const quoted = (/** @type {string} */ text) =>
    Object.entries(escapes).reduce(
      (all, [raw, escape]) => all.replaceAll(raw, escape),
      JSON.stringify(text).slice(1, -1),
    );
  const values = {
    NUMBER: pad(number),
    BEFORE: pad((number + count - 1) % count),
    // A name is refused for characters that nobody sees.
    NAME: quoted([...attack.text.replace(INVISIBLE, "")].slice(0, 80).join("")),
    ATTACK: quoted(attack.text),
    MARKDOWN: line.replace(/[!-/:-@[-`{-~]/g, "\\$&"),
    ADDRESS: line.replace(/[^!-~]|[<>"`\\]/g, ""),
    LANGUAGE: line.replaceAll("`", ""),
    CODE: attack.text,
    HARMLESS: attack.refused === undefined ? attack.text : "",
  };
  return Object.entries(values).reduce((text, [name, value]) => text.replaceAll(name, () => value), template);
}

/** Writes the content of the site below `root`. */
async function writeContent() {
  const title = attacks.find(({ name }) => name === "link title that breaks out")?.text ?? "";
  const usual = { name: "usual", text: title.replaceAll("'", `'"><script>xss()</script>`), refused: "" };
  const content = path.join(FIXTURE, "site");
  for (const entry of await readdir(content, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const name = path.relative(content, path.join(entry.parentPath, entry.name));
    const template = await readFile(path.join(content, name), "utf8");
    const all = () => attacks.map((attack, at) => fill(template, attack, at, attacks.length));
    /** @type {[string, string][]} */
    let made = [[name, fill(template, usual, 0, 1)]];
    if (name.includes("NUMBER")) {
      made = all().map((text, at) => [name.replace("NUMBER", String(at).padStart(3, "0")), text]);
    } else if (template.includes("NUMBER")) made = [[name, all().join("")]];
    for (const [file, text] of made) {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true });
      await writeFile(path.join(root, file), text);
    }
  }
}

before(async () => {
  root = await mkdtemp(path.join(tmpdir(), "rooflight-attacks-"));
  await writeContent();
  const dist = path.join(root, "dist");
  server = await serve("/", dist);
  ({ url } = server);
  // The 404 page links by absolute URL.
  await promisify(execFile)(PROGRAM, ["build", "--root", root, "--out", dist, "--base-url", url], {
    maxBuffer: 1 << 26,
  });
  pages = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith(".html")).sort();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.close();
  await rm(root, { recursive: true, force: true });
});

/**
 * A page that records calls of an attack, dialogs, requests to other hosts and reports of the policy.
 * @param {boolean} bypassCSP
 */
async function open(bypassCSP) {
  const context = await browser.newContext({ bypassCSP, viewport: { width: 1280, height: 900 } });
  /** @type {string[]} */
  const problems = [];
  await context.exposeFunction("report", (/** @type {string} */ what) => void problems.push(what));
  await context.addInitScript(() => {
    const own = /** @type {Record<string, unknown> & { report(what: string): void }} */ (
      /** @type {unknown} */ (window)
    );
    for (const name of ["xss", "alert", "confirm", "prompt"])
      own[name] = () => own.report(`${name}() on ${location.href}`);
  });
  const page = await context.newPage();
  page.on("dialog", (dialog) => {
    problems.push(`a dialog: ${dialog.message()}`);
    return dialog.dismiss();
  });
  page.on("popup", (popup) => problems.push(`a window: ${popup.url()}`));
  page.on("pageerror", (error) => problems.push(`${page.url()}: ${error}`));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) problems.push(`${page.url()}: ${message.text()}`);
  });
  page.on("request", (request) => {
    const own = request.url().startsWith(url) || request.url().startsWith("data:");
    if (!own) problems.push(`${page.url()} requests ${request.url()}`);
  });
  return { page, problems, close: () => context.close() };
}

/** Lists everything in the page that could run, whether or not it has run. Runs in the page, in every browser. */
function executable() {
  /** @type {string[]} */
  const problems = [];
  const forbidden = "iframe object embed base style applet foreignObject animate set video audio math".split(" ");
  const isOwn = (/** @type {string} */ address) => new URL(address, location.href).origin === location.origin;
  for (const element of document.querySelectorAll("*")) {
    const { localName } = element,
      where = `<${localName}> on ${location.pathname}`;
    const value = (/** @type {string} */ name) => element.getAttribute(name) ?? "";
    if (forbidden.includes(localName)) problems.push(where);
    for (const { name, value } of element.attributes) {
      // The card's own script positions it, which the policy allows.
      const isCard = name === "style" && element.matches(".card");
      if (/^on|^srcdoc$|^style$/.test(name) && !isCard) problems.push(`${where}: ${name}=${value}`);
      if (!["href", "src", "action", "formaction", "xlink:href"].includes(name)) continue;
      const { protocol } = new URL(value, location.href);
      const loads = ["script", "img", "form", "use"].includes(localName);
      if (!["http:", "https:", "mailto:"].includes(protocol)) problems.push(`${where}: ${name}=${value}`);
      if (loads && !isOwn(value)) problems.push(`${where}: ${name}=${value}`);
    }
    const isScript = localName === "script" && value("type") !== "application/ld+json";
    if (isScript && !(value("src") && value("integrity"))) problems.push(`${where} without its checksum`);
    const isSheet = element.matches("link[rel=stylesheet]");
    if (isSheet && !(isOwn(value("href")) && value("integrity"))) problems.push(`${where} without its checksum`);
    const equiv = element.matches("meta[http-equiv]") ? value("http-equiv") : "refresh";
    if (!/^(Content-Security-Policy|refresh)$/.test(equiv)) problems.push(where);
  }
  return problems;
}

/**
 * Of the pages that exist once for each attack some are enough, since the Rust tests read all of them; `every`
 * selects all entries.
 * @param {string} name
 * @param {boolean} [every]
 */
function isSample(name, every) {
  const isOneOfMany = /attack-|device-|model-|publication-/.test(name);
  return !isOneOfMany || (every && /^glossary\//.test(name)) || /(?:00|25|50|75)\D/.test(name);
}

test("every attack has a page, and every page the policy", async () => {
  assert.ok(attacks.length >= 60);
  for (const at of attacks.keys())
    assert.ok(pages.includes(`glossary/attack-${String(at).padStart(3, "0")}/index.html`), `${at}`);
  for (const name of pages) {
    const all = elements(await readFile(path.join(root, "dist", name), "utf8"));
    const policy = all.find((element) => attribute(element, "http-equiv") === "Content-Security-Policy");
    const content = (policy && attribute(policy, "content")) ?? assert.fail(name);
    assert.ok(content.startsWith("default-src 'none'; script-src 'self'"), `${name}: ${content}`);
  }
  const kinds = new Set(pages.map((name) => name.split("/")[0]));
  const folders =
    "anchors attack calculators changes compare embed feeds glossary hardware layers learn map models print search";
  for (const kind of [...folders.split(" "), "404.html", "index.html"]) assert.ok(kinds.has(kind), kind);
});

describe("no page runs, requests or contains executable hostile content", { concurrency: 2 }, () => {
  for (const bypass of [false, true]) {
    const timeout = 300_000;
    test(bypass ? "without the policy" : "with the policy", { timeout }, async () => {
      const { page, problems, close } = await open(bypass);
      for (const name of pages.filter((name) => isSample(name, bypass))) {
        await page.goto(url + name, { waitUntil: "load" });
        problems.push(...(await page.evaluate(executable)));
      }
      await close();
      assert.deepEqual(problems.slice(0, 30), []);
    });
  }
});

test("the check finds executable content of every kind", async () => {
  const { page, problems, close } = await open(true);
  await page.goto(url);
  await page.evaluate(() => {
    document.body.innerHTML += `<img src="data:," onerror="xss()"><iframe></iframe><a href="javascript:xss()">x</a>`;
  });
  await page.waitForFunction(() => document.querySelector("iframe"));
  const found = (await page.evaluate(executable)).join();
  for (const what of ["src=data:", "onerror=xss()", "<iframe>", "href=javascript:xss()"])
    assert.ok(found.includes(what), what);
  await changed(async () => problems.length, 0);
  assert.match(problems.join(), /xss\(\) on/);
  await close();
});

test("hover cards, search and measurements show attacks as text", { timeout: 120_000 }, async () => {
  const { page, problems, close } = await open(true);
  for (const at of [0, 10, 20, 60, 110]) {
    await page.goto(`${url}glossary/attack-${String(at + 1).padStart(3, "0")}/`);
    const link = page.locator(".text a.term").first();
    await link.hover();
    await page.locator(".card").waitFor();
    assert.ok(
      (await page.locator(".card-t").textContent())?.includes(attacks[at].text.replaceAll("\r", "")),
      attacks[at].name,
    );
    problems.push(...(await page.evaluate(executable)));
  }
  for (const { text } of attacks.filter((_, at) => at % 5 === 0)) {
    await page.goto(`${url}search/?q=${encodeURIComponent(text)}`);
    await page.locator("#count:not(:empty), #browse:not([hidden])").first().waitFor();
    problems.push(...(await page.evaluate(executable)));
  }
  await page.goto(`${url}search/`);
  await page.locator("input[name=q]").fill("script xss");
  await page.locator("#found li").first().waitFor();
  problems.push(...(await page.evaluate(executable)));
  await page.goto(`${url}anchors/?q=attack`);
  await page.locator("[name=q]").fill("device");
  await page.locator("[data-part=table] tr").nth(2).waitFor();
  problems.push(...(await page.evaluate(executable)));
  await close();
  assert.deepEqual(problems.slice(0, 30), []);
});

test(
  "a calculator with hostile names of device, model and format shows them as text",
  { timeout: 60_000 },
  async () => {
    const { page, problems, close } = await open(true);
    const breaksOut = attacks.findIndex(({ name }) => name === "image that fails");
    const text = encodeURIComponent(attacks[breaksOut].text);
    const queries = [
      "",
      `?hw=device-${breaksOut}&m=model-${breaksOut}&v=1`,
      `?hw=${text}&c=%22%3E%3Cscript%3Exss()%3C/script%3E&v=1`,
    ];
    for (const query of queries) {
      await page.goto(`${url}calculators/decode-speed/${query}`);
      await page.locator("#calculator").scrollIntoViewIfNeeded();
      // On a slow machine the values of the URL may replace what is typed here: then it is typed again.
      for (let tries = 0; tries < 5 && !page.url().includes("c=3000"); tries++) {
        await page.locator("[name=c]").first().fill("3000");
        await page.waitForURL(/c=3000/, { timeout: 5000 }).catch(() => {});
      }
      assert.match(page.url(), /c=3000/);
      problems.push(...(await page.evaluate(executable)));
    }
    await close();
    assert.deepEqual(problems, []);
  },
);

const firefox = inFirefox();

firefox("no page contains executable hostile content in Firefox", async (page) => {
  const problems = [];
  for (const name of pages.filter((name) => isSample(name))) {
    await page.goto(url + name);
    problems.push(.../** @type {string[]} */ (await page.evaluate(`(${executable})()`)));
  }
  assert.deepEqual(problems.slice(0, 30), []);
});

const [imageThatFails] = attacks.filter(({ name }) => name === "image that fails");
const HOSTILE_QUERIES = [
  "?hw=device-0&m=model-0&v=1",
  `?hw=${encodeURIComponent(imageThatFails.text)}&m=${encodeURIComponent(imageThatFails.text)}&v=1`,
  "?c=%22%3E%3Cscript%3Exss()%3C/script%3E&v=1#%22%3E%3Cimg%20src=x%20onerror=xss()%3E",
];

test("a hostile site that frames calculators runs nothing in them", { timeout: 60_000 }, async () => {
  const embeds = pages.filter((name) => name.startsWith("embed/")).map((name) => name.replace("index.html", ""));
  assert.ok(embeds.length > 0);
  const folder = await mkdtemp(path.join(tmpdir(), "rooflight-frames-"));
  const frames = embeds.flatMap((name) =>
    HOSTILE_QUERIES.map((query) => `<iframe src="${url}${name}${query}"></iframe>`),
  );
  await writeFile(
    path.join(folder, "index.html"),
    `<!doctype html><html lang="en"><title>x</title>${frames.join("\n")}`,
  );
  const other = await serve("/", folder);
  const { page, problems, close } = await open(true);
  try {
    await page.goto(other.url);
    await page.evaluate(() => {
      for (let at = 0; at < window.frames.length; at++)
        for (const text of ["xss()", "<img src=x onerror=xss()>"]) window.frames[at].postMessage(text, "*");
    });
    const framed = page.frames().filter((frame) => frame.url().startsWith(url));
    assert.equal(framed.length, frames.length);
    for (const frame of framed) problems.push(...(await frame.evaluate(executable)));
    // The framing site itself counts as another host, and has no icon.
    const isOther = (/** @type {string} */ problem) =>
      problem.includes(`requests ${other.url}`) || problem.startsWith(other.url);
    const found = problems.filter((problem) => !isOther(problem));
    assert.deepEqual(found.slice(0, 30), []);
  } finally {
    await close();
    other.close();
    await rm(folder, { recursive: true, force: true });
  }
});

firefox("search and framed calculators show hostile queries as text in Firefox", async (page) => {
  const embeds = pages.filter((name) => name.startsWith("embed/")).map((name) => name.replace("index.html", ""));
  const problems = [];
  const addresses = [
    ...embeds.flatMap((name) => HOSTILE_QUERIES.map((query) => name + query)),
    ...attacks.filter((_, at) => at % 5 === 0).map(({ text }) => `search/?q=${encodeURIComponent(text)}`),
  ];
  for (const address of addresses) {
    await page.goto(url + address);
    if (address.startsWith("search/"))
      await page.until(`!!document.querySelector("#count:not(:empty), #browse:not([hidden])")`);
    problems.push(.../** @type {string[]} */ (await page.evaluate(`(${executable})()`)));
  }
  assert.deepEqual(problems.slice(0, 30), []);
});
