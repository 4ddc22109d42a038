/**
 * `rooflight serve` in an open page: edits are applied without a reload, problems are reported while the last good
 * build stays, and the built site contains none of it. The program is ROOFLIGHT_BIN, or the release build.
 */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cp, mkdtemp, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { chooseOption, DIST, htmlFiles, launch, violations } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

const HOME = path.resolve(import.meta.dirname, "../..");
const PROGRAM =
  process.env.ROOFLIGHT_BIN ??
  path.join(process.env.CARGO_TARGET_DIR ?? path.join(HOME, "target"), "release", "rooflight");
const PAGE = "glossary/tokens-per-second/";
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {import("node:child_process").ChildProcess} */
let server;
let root = "",
  url = "",
  log = "";

before(async () => {
  root = await mkdtemp(path.join(tmpdir(), "rooflight-"));
  await cp(path.join(HOME, "content"), path.join(root, "content"), { recursive: true });
  server = spawn(PROGRAM, ["serve", "--port", "0", "--root", root], { stdio: ["ignore", "pipe", "pipe"] });
  server.stderr?.on("data", (data) => (log += data));
  const lines = createInterface({ input: /** @type {import("node:stream").Readable} */ (server.stdout) });
  const [line] = await Promise.race([
    once(lines, "line"),
    once(server, "exit").then(() => assert.fail(`${PROGRAM} does not serve: ${log}`)),
  ]);
  url = String(line).match(/http:\/\/\S+/)?.[0] ?? assert.fail(String(line));
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.kill();
  await rm(root, { recursive: true, force: true });
});

const file = (/** @type {string} */ name) => path.join(root, "content", "glossary", name);
/**
 * Saves a file as editors do, by renaming a new one; returns the undo.
 * @param {string} name
 * @param {(text: string) => string} change
 */
async function edit(name, change) {
  const text = await readFile(file(name), "utf8"),
    changed = change(text);
  assert.notEqual(changed, text);
  await writeFile(file(`.${name}.part`), changed);
  await rename(file(`.${name}.part`), file(name));
  return () => writeFile(file(name), text);
}
/**
 * Opens a page with a mark that a reload would remove.
 * @param {(page: Page) => Promise<unknown>} use
 * @param {string} [address]
 */
async function open(use, address = PAGE) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  /** @type {string[]} */
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  try {
    await page.goto(url + address);
    await mark(page);
    await use(page);
    assert.deepEqual(problems, []);
  } finally {
    await context.close();
  }
}
const mark = (/** @type {Page} */ page) => page.evaluate(() => void Object.assign(window, { marked: true }));
const isSame = (/** @type {Page} */ page) => page.evaluate(() => "marked" in window);
const panel = (/** @type {Page} */ page) => page.locator("#rooflight-problems");

test("a new sentence is added without a reload; scroll position, focus and calculator state stay", () =>
  open(async (page) => {
    const slider = page.locator(".fields [type=range]");
    await slider.scrollIntoViewIfNeeded();
    await chooseOption(page, "[name=q]", "gguf-q8_0");
    await page.waitForURL(/\?.*q=/);
    const chosen = await page.locator("[name=q]").inputValue(),
      answer = await page.locator("#answer").textContent();
    await page.locator(".sources a").first().focus();
    const scroll = await page.evaluate(() => scrollY),
      focused = await page.evaluate(() => document.activeElement?.textContent);
    assert.ok(scroll > 100);
    const undo = await edit("tokens-per-second.md", (text) => `${text}\nA sentence that was not there before.\n`);
    await page.getByText("A sentence that was not there before.").waitFor();
    assert.ok(await isSame(page));
    assert.equal(await page.locator("[name=q]").inputValue(), chosen);
    assert.equal(await page.locator("#answer").textContent(), answer);
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), focused);
    assert.ok(
      await page
        .locator(".sources a")
        .first()
        .evaluate((link) => {
          const { top, bottom } = link.getBoundingClientRect();
          return top >= 0 && bottom <= innerHeight;
        }),
      "the focused link stays in view",
    );
    await undo();
    await page.getByText("A sentence that was not there before.").waitFor({ state: "detached" });
    assert.ok(await isSame(page));
  }));

test("a changed word is replaced, and opened details stay open", () =>
  open(async (page) => {
    await page.locator("details summary").first().click();
    await page
      .locator("details")
      .first()
      .evaluate((details) => void (details.dataset.mine = "yes"));
    const undo = await edit("kv-cache.md", (text) =>
      text.replace("The stored keys and values", "The remembered keys and values"),
    );
    await page.locator(".definition", { hasText: "The remembered keys" }).waitFor();
    assert.ok(await isSame(page));
    assert.equal(await page.locator("details[open][data-mine=yes]").count(), 1);
    await undo();
    await page.locator(".definition", { hasText: "The stored keys" }).waitFor();
  }, "glossary/kv-cache/"));

test("a style sheet is replaced without a reload, and the page is never unstyled", () =>
  open(async (page) => {
    const sheets = () =>
      page
        .locator("link[rel=stylesheet][integrity]")
        .evaluateAll((all) => all.map((link) => link.getAttribute("href")?.replace(/\.[0-9a-f]{10}\./, ".")));
    const before = await sheets();
    await cp(path.join(HOME, "static", "css"), path.join(root, "static", "css"), { recursive: true });
    const sheet = path.join(root, "static", "css", "site.css");
    await writeFile(sheet, `${await readFile(sheet, "utf8")}\nh1 { letter-spacing: 7px; }\n`);
    await page.waitForFunction(
      () => getComputedStyle(document.querySelector("h1") ?? document.body).letterSpacing === "7px",
    );
    assert.ok(await isSame(page));
    assert.ok(before.some((href) => href?.endsWith("css/site.css")));
    // The old ones are removed once the new ones have loaded.
    await page.waitForFunction(
      (count) => document.querySelectorAll("link[rel=stylesheet][integrity]").length === count,
      before.length,
    );
    assert.deepEqual(await sheets(), before);
    await rm(path.join(root, "static"), { recursive: true });
    await page.waitForFunction(
      () => getComputedStyle(document.querySelector("h1") ?? document.body).letterSpacing !== "7px",
    );
  }));

test("a problem is reported on the page and in the terminal until it is fixed; the last good build stays", () =>
  open(async (page) => {
    // Without the calculator, whose long lists are loaded when it comes into view.
    const words = await page.locator(".text").textContent();
    const undo = await edit("tokens-per-second.md", (text) => `${text}\nSee [[velocty]].\n`);
    await panel(page).waitFor();
    assert.match((await panel(page).locator("[role=alert]").textContent()) ?? "", /^1 error\./);
    assert.match(
      (await panel(page).locator("pre").textContent()) ?? "",
      /no entry defines `velocty`[^]+tokens-per-second\.md:\d+:\d+/,
    );
    assert.match(log, /no entry defines `velocty`/);
    assert.equal(await page.locator(".text").textContent(), words);
    assert.deepEqual(await violations(page), []);
    // The panel can be hidden; the next page shows it again.
    await panel(page).getByRole("button", { name: "Hide" }).click();
    assert.ok(await panel(page).isHidden());
    await page.reload();
    await panel(page).waitFor();
    await mark(page);
    await undo();
    await panel(page).waitFor({ state: "hidden" });
    assert.ok(await isSame(page));
  }));

test("hundreds of changed files lead to the right page", () =>
  open(async (page) => {
    const names = await readdir(file(""));
    const many = Array.from({ length: 400 }, (_, n) => file(`made-${n}.md`));
    const text = (/** @type {number} */ n) =>
      `---
term: made-up ${n}
layer: runtime
definition: It is made up.
sources: [{title: S, url: "https://example.org/"}]
published: 2026-11-20
---
It is number ${n}, beside the token.
`;
    for (const [n, name] of many.entries()) await writeFile(name, text(n));
    const shows = (/** @type {number} */ count) =>
      document.querySelector(".head p")?.textContent?.startsWith(`${count} `);
    // Each is a page in every language, and the program may be one without optimization.
    const patient = { timeout: 120_000 };
    await page.waitForFunction(shows, names.length + 400, patient);
    await Promise.all(many.map((name) => rm(name)));
    await page.waitForFunction(shows, names.length, patient);
    assert.ok(await panel(page).isHidden());
  }, "glossary/"));

test("the built site contains neither the script nor its addresses", async () => {
  for (const name of await htmlFiles()) {
    assert.doesNotMatch(await readFile(path.join(DIST, name), "utf8"), /_rooflight|EventSource/, name);
  }
});
