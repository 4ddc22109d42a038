/** The guide: code can be copied, notes lead there and back, a former address arrives, every page is accessible. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { htmlFiles, launch, serve, sideways, violations, visit } from "./support.mjs";

const guide = (await htmlFiles()).filter((name) => name.startsWith("guide/")).map((name) => name.slice(0, -"index.html".length));
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let site;
before(async () => {
  [browser, site] = await Promise.all([launch(), serve()]);
});
after(async () => {
  await browser.close();
  site.close();
});

for (const address of guide) {
  test(`${address}: accessible and within the window at 320 px`, async () => {
    await visit(browser, site.url + address, { viewport: { width: 320, height: 900 } }, async (page) => {
      assert.deepEqual(await violations(page), []);
      assert.equal(await sideways(page), 0);
    });
  });
}

test("each block of code has a button that copies exactly its text, and says so", async () => {
  await visit(browser, `${site.url}guide/markdown/`, { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    const blocks = page.locator("pre > code");
    assert.ok((await blocks.count()) > 3);
    assert.equal(await page.locator(".code > button").count(), await blocks.count());
    const last = (await blocks.count()) - 1;
    const button = page.locator(".code > button").nth(last);
    await button.focus();
    await page.keyboard.press("Enter");
    await page.waitForFunction((at) => document.querySelectorAll(".code > button")[at].textContent === "Copied", last);
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await blocks.nth(last).textContent());
    assert.equal(await page.locator(".code > [role=status]").nth(last).textContent(), "Copied");
    assert.deepEqual(await violations(page), []);
  });
});

test("without scripts there is no button, and without code no script", async () => {
  await visit(browser, `${site.url}guide/markdown/`, { javaScriptEnabled: false }, async (page) => {
    assert.equal(await page.locator("main button").count(), 0);
    assert.ok(await page.locator("pre").first().isVisible());
  });
  await visit(browser, `${site.url}guide/style/`, {}, async (page) => {
    // The one that waits for the key of the search is on every page.
    assert.equal(await page.locator("script[src]:not([src*=quick])").count(), 0);
  });
});

test("a note leads to its text and back", async () => {
  await visit(browser, `${site.url}guide/markdown/`, {}, async (page) => {
    await page.locator(".text > p .cite a").first().click();
    assert.match(page.url(), /#fn-a$/);
    await page.locator("#fn-a a").last().click();
    assert.match(page.url(), /#fnref-a$/);
    assert.ok(await page.locator("#fnref-a").isVisible());
  });
});

test("the former address of the guide arrives", async () => {
  await visit(browser, `${site.url}authoring/`, {}, async (page) => {
    await page.waitForURL(`${site.url}guide/`);
    assert.equal(await page.locator("h1").textContent(), "Guide");
  });
});
