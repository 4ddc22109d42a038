/**
 * The site of an attacker, opened in a browser: nothing that was written runs, asks another host or becomes part of a page's structure.
 *
 * The site is that of tests/it/attacks.rs: each attack of vectors.json in every place that a text can stand in, built by the program.
 * Pages are opened as readers get them, where a report of the policy would show that something slipped through, and once more with the
 * policy switched off, where nothing but the escaping itself is left.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { createServer } from "node:http";
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { inFirefox } from "./firefox.mjs";
import { launch } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{ name: string, text: string, refused?: string }} Attack */

const HOME = path.resolve(import.meta.dirname, "../..");
const FIXTURE = path.join(HOME, "tests", "fixtures", "attacks");
const PROGRAM = process.env.ROOFLIGHT_BIN ?? path.join(process.env.CARGO_TARGET_DIR ?? path.join(HOME, "target"), "release", "rooflight");

/** @type {Attack[]} */
const attacks = JSON.parse(await readFile(path.join(FIXTURE, "vectors.json"), "utf8"));
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("node:http").Server} */
let server;
let root = "", url = "";
/** @type {string[]} */
let pages = [];

/** As tests/it/attacks.rs fills the site. @param {string} template @param {Attack} attack @param {number} number @param {number} count */
function fill(template, attack, number, count) {
  const pad = (/** @type {number} */ n) => String(n).padStart(3, "0");
  const line = attack.text.replace(/[\n\r\u2028\u2029]/g, " ");
  const quoted = (/** @type {string} */ text) => JSON.stringify(text).slice(1, -1).replaceAll("\u2028", "\\u2028").replaceAll("\u2029", "\\u2029");
  const values = {
    NUMBER: pad(number),
    BEFORE: pad((number + count - 1) % count),
    NAME: quoted([...attack.text].slice(0, 80).join("")),
    ATTACK: quoted(attack.text),
    MARKDOWN: line.replace(/[!-/:-@[-`{-~]/g, "\\$&"),
    ADDRESS: line.replace(/[^!-~]|[<>"`\\]/g, ""),
    LANGUAGE: line.replaceAll("`", ""),
    CODE: attack.text,
    HARMLESS: attack.refused === undefined ? attack.text : "",
  };
  return Object.entries(values).reduce((text, [name, value]) => text.replaceAll(name, () => value), template);
}

async function write() {
  const usual = { name: "usual", text: (attacks.find(({ name }) => name === "link title that breaks out")?.text ?? "").replaceAll("'", `'"><script>xss()</script>`), refused: "" };
  const content = path.join(FIXTURE, "site");
  for (const entry of await readdir(content, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const name = path.relative(content, path.join(entry.parentPath, entry.name)), template = await readFile(path.join(content, name), "utf8");
    const all = () => attacks.map((attack, at) => fill(template, attack, at, attacks.length));
    /** @type {[string, string][]} */
    let made = [[name, fill(template, usual, 0, 1)]];
    if (name.includes("NUMBER")) made = all().map((text, at) => [name.replace("NUMBER", String(at).padStart(3, "0")), text]);
    else if (template.includes("NUMBER")) made = [[name, all().join("")]];
    for (const [file, text] of made) {
      await mkdir(path.dirname(path.join(root, file)), { recursive: true });
      await writeFile(path.join(root, file), text);
    }
  }
}

const TYPES = /** @type {Record<string, string>} */ ({ css: "text/css", html: "text/html; charset=utf-8", js: "text/javascript", json: "application/json", svg: "image/svg+xml", wasm: "application/wasm", xml: "application/xml" });

before(async () => {
  root = await mkdtemp(path.join(tmpdir(), "rooflight-attacks-"));
  await write();
  const dist = path.join(root, "dist");
  server = createServer(async (request, response) => {
    const name = decodeURIComponent(new URL(request.url ?? "/", "http://localhost").pathname).replace(/\/$/, "/index.html");
    const body = await readFile(path.join(dist, name)).catch(() => undefined);
    response.writeHead(body ? 200 : 404, { "content-type": TYPES[path.extname(name).slice(1)] ?? "application/octet-stream" }).end(body);
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(undefined)));
  url = `http://127.0.0.1:${/** @type {import("node:net").AddressInfo} */ (server.address()).port}/`;
  // The page of lost addresses names its files with the address of the site.
  await promisify(execFile)(PROGRAM, ["build", "--root", root, "--out", dist, "--base-url", url], { maxBuffer: 1 << 26 });
  pages = (await readdir(dist, { recursive: true })).filter((name) => name.endsWith(".html")).sort();
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.close();
  await rm(root, { recursive: true, force: true });
});

/** Calls of an attack, dialogs, requests to elsewhere and reports of the policy, as they come. @param {boolean} bypassCSP */
async function open(bypassCSP) {
  const context = await browser.newContext({ bypassCSP, viewport: { width: 1280, height: 900 } });
  /** @type {string[]} */
  const trouble = [];
  await context.exposeFunction("report", (/** @type {string} */ what) => void trouble.push(what));
  await context.addInitScript(() => {
    const own = /** @type {any} */ (window);
    for (const name of ["xss", "alert", "confirm", "prompt"]) own[name] = () => own.report(`${name}() on ${location.href}`);
  });
  const page = await context.newPage();
  page.on("dialog", (dialog) => (trouble.push(`a dialog: ${dialog.message()}`), dialog.dismiss()));
  page.on("popup", (popup) => trouble.push(`a window: ${popup.url()}`));
  page.on("pageerror", (error) => trouble.push(`${page.url()}: ${error}`));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && trouble.push(`${page.url()}: ${message.text()}`));
  page.on("request", (request) => request.url().startsWith(url) || request.url().startsWith("data:") || trouble.push(`${page.url()} asks for ${request.url()}`));
  return { page, trouble, close: () => context.close() };
}

/** What of a page could run, whether or not it has run: the same list in every browser. Runs in the page. */
function structure() {
  const trouble = [];
  const isOwn = (/** @type {string} */ address) => new URL(address, location.href).origin === location.origin;
  for (const element of document.querySelectorAll("*")) {
    const { localName } = element;
    const told = `<${localName}> on ${location.pathname}`;
    if (["iframe", "object", "embed", "base", "style", "applet", "foreignObject", "animate", "set", "video", "audio", "math"].includes(localName)) trouble.push(told);
    for (const { name, value } of element.attributes) {
      // The card is placed by script, which the policy allows.
      if (/^on/.test(name) || name === "srcdoc" || (name === "style" && !element.matches(".card"))) trouble.push(`${told}: ${name}=${value}`);
      if (["href", "src", "action", "formaction", "xlink:href"].includes(name)) {
        const { protocol } = new URL(value, location.href);
        if (!["http:", "https:", "mailto:"].includes(protocol)) trouble.push(`${told}: ${name}=${value}`);
        if (["script", "img", "form", "use"].includes(localName) && !isOwn(value)) trouble.push(`${told}: ${name}=${value}`);
      }
    }
    if (localName === "script" && element.getAttribute("type") !== "application/ld+json" && !(element.getAttribute("src") && element.getAttribute("integrity"))) trouble.push(`${told} without its checksum`);
    if (element.matches("link[rel=stylesheet]") && !(isOwn(element.getAttribute("href") ?? "") && element.getAttribute("integrity"))) trouble.push(`${told} without its checksum`);
    if (element.matches("meta[http-equiv]") && !/^(Content-Security-Policy|refresh)$/.test(element.getAttribute("http-equiv") ?? "")) trouble.push(told);
  }
  return trouble;
}

/**
 * Pages that come once for each attack, and of which some are enough: the Rust tests read all of them. Without the policy, every entry.
 * @param {string} name @param {boolean} [every]
 */
const isSample = (name, every) => !/attack-|device-|model-|publication-/.test(name) || (every && /^glossary\//.test(name)) || /(?:00|25|50|75)\D/.test(name);

test("every attack is on some page, and each page has the policy", async () => {
  assert.ok(attacks.length >= 60);
  for (const at of attacks.keys()) assert.ok(pages.includes(`glossary/attack-${String(at).padStart(3, "0")}/index.html`), `${at}`);
  for (const name of pages) {
    const text = await readFile(path.join(root, "dist", name), "utf8");
    assert.match(text, /<meta http-equiv="Content-Security-Policy" content="default-src &#(?:39|x27);none&#(?:39|x27);; script-src &#(?:39|x27);self&#(?:39|x27);/, name);
  }
  const kinds = new Set(pages.map((name) => name.split("/")[0]));
  for (const kind of ["anchors", "attack", "calculators", "changes", "compare", "embed", "feeds", "glossary", "hardware", "layers", "learn", "map", "models", "print", "search", "404.html", "index.html"]) assert.ok(kinds.has(kind), kind);
});

for (const bypass of [false, true]) {
  test(`no page runs, asks for or holds what an attacker wrote${bypass ? ", even without the policy" : ""}`, { timeout: 300_000 }, async () => {
    const { page, trouble, close } = await open(bypass);
    for (const name of pages.filter((name) => isSample(name, bypass))) {
      await page.goto(url + name, { waitUntil: "load" });
      trouble.push(...await page.evaluate(structure));
    }
    await close();
    assert.deepEqual(trouble.slice(0, 30), []);
  });
}

test("handlers of every kind are called: the check can fail", async () => {
  const { page, trouble, close } = await open(true);
  await page.goto(url);
  await page.evaluate(() => void (document.body.innerHTML += `<img src="data:," onerror="xss()"><iframe></iframe><a href="javascript:xss()">x</a>`));
  await page.waitForFunction(() => document.querySelector("iframe"));
  const found = await page.evaluate(structure);
  for (const what of ["src=data:", "onerror=xss()", "<iframe>", "href=javascript:xss()"]) assert.ok(found.join().includes(what), what);
  await assert.doesNotReject(async () => {
    for (let tries = 0; !trouble.length && tries < 100; tries++) await page.waitForTimeout(20);
  });
  assert.match(trouble.join(), /xss\(\) on/);
  await close();
});

test("cards, the search and the list of measurements show attacks as text", { timeout: 120_000 }, async () => {
  const { page, trouble, close } = await open(true);
  for (const at of [0, 10, 20, 60, 110]) {
    await page.goto(`${url}glossary/attack-${String(at + 1).padStart(3, "0")}/`);
    const link = page.locator(".text a.term").first();
    await link.hover();
    await page.locator(".card").waitFor();
    assert.ok((await page.locator(".card-t").textContent())?.includes(attacks[at].text.replaceAll("\r", "")), attacks[at].name);
    trouble.push(...await page.evaluate(structure));
  }
  for (const { text } of attacks.filter((_, at) => at % 5 === 0)) {
    await page.goto(`${url}search/?q=${encodeURIComponent(text)}`);
    await page.locator("#count:not(:empty), #browse:not([hidden])").first().waitFor();
    trouble.push(...await page.evaluate(structure));
  }
  await page.goto(`${url}search/`);
  await page.locator("input[name=q]").fill("script xss");
  await page.locator("#found li").first().waitFor();
  trouble.push(...await page.evaluate(structure));
  await page.goto(`${url}anchors/?q=attack`);
  await page.locator("[name=q]").fill("device");
  await page.locator("[data-part=table] tr").nth(2).waitFor();
  trouble.push(...await page.evaluate(structure));
  await close();
  assert.deepEqual(trouble.slice(0, 30), []);
});

test("a calculator whose device, model and format were named by an attacker shows their names", { timeout: 60_000 }, async () => {
  const { page, trouble, close } = await open(true);
  const breaksOut = attacks.findIndex(({ name }) => name === "image that fails");
  for (const query of ["", `?hw=device-${breaksOut}&m=model-${breaksOut}&v=1`, `?hw=${encodeURIComponent(attacks[breaksOut].text)}&c=%22%3E%3Cscript%3Exss()%3C/script%3E&v=1`]) {
    await page.goto(`${url}calculators/decode-speed/${query}`);
    await page.locator("#calculator").scrollIntoViewIfNeeded();
    // What the address says may come after what is typed here, on a slow machine: then it is typed again.
    for (let tries = 0; tries < 5 && !page.url().includes("c=3000"); tries++) {
      await page.locator("[name=c]").first().fill("3000");
      await page.waitForURL(/c=3000/, { timeout: 5000 }).catch(() => {});
    }
    assert.match(page.url(), /c=3000/);
    trouble.push(...await page.evaluate(structure));
  }
  await close();
  assert.deepEqual(trouble, []);
});

inFirefox()("the same in Firefox", async (page) => {
  const trouble = [];
  for (const name of pages.filter((name) => isSample(name))) {
    await page.goto(url + name);
    trouble.push(...await page.evaluate(`(${structure})()`));
  }
  assert.deepEqual(trouble.slice(0, 30), []);
});
