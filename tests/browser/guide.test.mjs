/**
 * The guide: code can be copied, footnotes link there and back, its former address redirects, every page is
 * accessible.
 */
import assert from "node:assert/strict";
import { htmlFiles, inChromium, overflow, violations } from "./support.mjs";

const guide = (await htmlFiles())
  .filter((name) => name.startsWith("guide/"))
  .map((name) => name.slice(0, -"index.html".length));
const { testPage, url } = inChromium();

for (const address of guide) {
  testPage(
    `${address}: accessible and no wider than the window at 320 px`,
    address,
    async (page) => {
      assert.deepEqual(await violations(page), []);
      assert.equal(await overflow(page), 0);
    },
    { viewport: { width: 320, height: 900 } },
  );
}

testPage(
  "each block of code has a button that copies its text and reports it",
  "guide/markdown/",
  async (page) => {
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
  },
  { permissions: ["clipboard-read", "clipboard-write"] },
);

testPage(
  "a table's button copies its rows with an address that leads to the table",
  "glossary/kv-cache/",
  async (page) => {
    const button = page.locator(".flow.text .scroll[id] + .copies button").first();
    await button.click();
    await page.waitForFunction((element) => element?.textContent === "Copied", await button.elementHandle());
    const [table, source] = (await page.evaluate(() => navigator.clipboard.readText())).trim().split("\n\n");
    assert.match(table, /^\|.+\|\n\| --- .*\|\n\|/);
    const anchor = /#(table-[^)]+)\)$/.exec(source)?.[1];
    assert.ok(anchor, source);
    assert.equal(await page.locator(`[id="${anchor}"] tr`).count(), table.split("\n").length - 1);
  },
  { permissions: ["clipboard-read", "clipboard-write"] },
);

testPage(
  "without scripts there is no copy button",
  "guide/markdown/",
  async (page) => {
    assert.equal(await page.locator("main button").count(), 0);
    assert.ok(await page.locator("pre").first().isVisible());
  },
  { javaScriptEnabled: false },
);

testPage("a page without code does not load the copy script", "guide/style/", async (page) => {
  // Every page loads the shortcut of the search.
  assert.equal(await page.locator("script[src]:not([src*=quick], [src*=theme])").count(), 0);
});

testPage("a footnote links to its text and back", "guide/markdown/", async (page) => {
  await page.locator(".text > p .cite a").first().click();
  assert.match(page.url(), /#fn-a$/);
  await page.locator("#fn-a a").last().click();
  assert.match(page.url(), /#fnref-a$/);
  assert.ok(await page.locator("#fnref-a").isVisible());
});

testPage("the former address of the guide redirects", "authoring/", async (page) => {
  await page.waitForURL(url("guide/"));
  assert.equal(await page.locator("h1").textContent(), "Guide");
});
