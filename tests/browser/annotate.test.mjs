/**
 * Pages that another generator built, with their links: cards by mouse, keyboard and touch under a strict policy, and a
 * page that a framework takes over. The program is ROOFLIGHT_BIN, or the debug build.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cp, mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { launch, serve, violations, visitPage } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

const PROGRAM = process.env.ROOFLIGHT_BIN ?? "target/debug/rooflight";
const FIXTURE = path.resolve("tests/fixtures/annotate");
/** @type {string} */
let folder;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let site;

/** @param {...string} flags */
const annotate = (...flags) => execFileSync(PROGRAM, ["annotate", folder, ...flags], { encoding: "utf8" });
/** Every file below the folder with its bytes. */
async function files() {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = names.map((entry) => path.join(entry.parentPath, entry.name)).sort();
  return Promise.all(paths.map(async (name) => [path.relative(folder, name), await readFile(name, "utf8")]));
}
const GLOSSARY = ["--glossary", path.join(FIXTURE, "glossary.json")];

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "rooflight-annotate-"));
  await cp(path.join(FIXTURE, "site"), folder, { recursive: true });
  annotate(...GLOSSARY);
  browser = await launch();
  site = await serve("/docs/", folder);
});
after(async () => {
  await browser?.close();
  site?.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * @param {string} name
 * @param {string} address
 * @param {(page: Page) => Promise<unknown>} use
 * @param {import("./support.mjs").Options} [options]
 */
const check = (name, address, use, options = {}) =>
  test(name, () => visitPage(browser, new URL(address, site.url).href, options, use));
/** @param {Page} page */
const card = (page) => page.locator(".rooflight-card");
/** @param {Page} page @param {string} id */
const link = (page, id) => page.locator(`a[data-term="${id}"]`);

check("a card opens under the pointer and closes after it", "", async (page) => {
  await link(page, "kv-cache").hover();
  await card(page).waitFor();
  assert.match((await card(page).textContent()) ?? "", /What attention keeps of each token/);
  assert.deepEqual(await violations(page), []);
  await page.mouse.move(0, 0);
  await card(page).waitFor({ state: "detached" });
});

check("the keyboard opens it, reaches it and closes it", "", async (page) => {
  await page.keyboard.press("Tab");
  await card(page).waitFor();
  assert.match((await card(page).textContent()) ?? "", /A piece of text/);
  await page.keyboard.press("Escape");
  await card(page).waitFor({ state: "detached" });
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("data-term")), "token");
});

check(
  "a tap opens it, a second one follows the link",
  "",
  async (page) => {
    await page.route("https://terms.example/**", (route) => route.fulfill({ body: "the entry" }));
    await link(page, "token").tap();
    await card(page).waitFor();
    await link(page, "token").tap();
    await page.waitForURL("https://terms.example/glossary/token/");
  },
  { hasTouch: true, expected: /^request to https:\/\/terms\.example/ },
);

check(
  "a tap waits for a slow card",
  "",
  async (page) => {
    await page.route("**/cards/token.json", async (route) => {
      await new Promise((late) => setTimeout(late, 800));
      await route.continue();
    });
    await link(page, "token").tap();
    await card(page).waitFor();
    assert.ok(page.url().startsWith(site.url), page.url());
  },
  { hasTouch: true },
);

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  check(`the card has the colours of a ${colorScheme} page`, "", async (page) => {
    await page.emulateMedia({ colorScheme });
    await link(page, "token").hover();
    await card(page).waitFor();
    const colours = (/** @type {Element} */ element) => {
      const { backgroundColor, color } = getComputedStyle(element);
      return { backgroundColor, color };
    };
    assert.deepEqual(await card(page).evaluate(colours), await page.locator("body").evaluate(colours));
  });
}

check("a page that a framework takes over is linked afterwards, and after a change of pages", "app/", async (page) => {
  await page.waitForTimeout(300);
  assert.equal(await page.locator("a[data-term]").count(), 0);
  await page.evaluate(() => dispatchEvent(new Event("take-over")));
  await link(page, "kv-cache").waitFor();
  assert.equal(await page.locator("main p").textContent(), "Each token takes its place in the KV cache.");
  assert.deepEqual(await page.locator("a[data-term]").allTextContents(), ["token", "KV cache"]);
  await page.evaluate(() => dispatchEvent(new Event("go-on")));
  await page.locator("main p", { hasText: "another page" }).waitFor();
  await link(page, "kv-cache").hover();
  await card(page).waitFor();
  assert.deepEqual(await page.locator("a[data-term]").allTextContents(), ["KV cache"]);
});

check("a page of Vue is linked once its application is there", "app/", async (page) => {
  await page.evaluate(() => document.documentElement.removeAttribute("data-has-hydrated"));
  await page.waitForTimeout(700);
  assert.equal(await page.locator("a[data-term]").count(), 0);
  // Vue notes nothing on the elements below.
  await page.evaluate(() => Object.assign(document.querySelector("main")?.parentElement ?? {}, { __vue_app__: {} }));
  await link(page, "kv-cache").waitFor();
  assert.deepEqual(await page.locator("a[data-term]").allTextContents(), ["token", "KV cache"]);
});

test("a second run changes nothing, and --undo gives the bytes of before", async () => {
  const once = await files();
  annotate(...GLOSSARY);
  assert.deepEqual(await files(), once);
  assert.match(annotate("--undo"), /3 pages restored/);
  const original = await Promise.all(
    (await files()).map(async ([name]) => [name, await readFile(path.join(FIXTURE, "site", name), "utf8")]),
  );
  assert.deepEqual(await files(), original);
  annotate(...GLOSSARY);
  assert.deepEqual(await files(), once);
});
