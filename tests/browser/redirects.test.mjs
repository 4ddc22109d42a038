/** Former addresses redirect, with scripts and without; headings link to themselves; print shows terms and sources. */
import assert from "node:assert/strict";
import { inChromium, samples } from "./support.mjs";

const pages = await samples();
const { testPage, url } = inChromium();

testPage("a redirect keeps query and fragment", "authoring/?a=1#the-files", async (page) => {
  await page.waitForURL(url("guide/?a=1#the-files"));
  assert.equal(await page.locator("#the-files").isVisible(), true);
});

testPage(
  "without scripts a former address redirects too",
  "authoring/",
  async (page) => {
    await page.waitForURL(url("guide/"));
  },
  { javaScriptEnabled: false },
);

testPage("a heading links to itself, so that its address can be copied", pages.calculator, async (page) => {
  const heading = page.locator(".text :is(h2, h3)[id] > a").first();
  await heading.click();
  assert.equal(new URL(page.url()).hash, await heading.getAttribute("href"));
});

testPage(
  "print has the terms with their definitions, and the addresses of the sources",
  pages.calculator,
  async (page) => {
    assert.equal(await page.locator("#terms").isVisible(), false);
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator("#terms").isVisible(), true);
    const terms = await page.locator("#terms dt").count();
    assert.ok(terms > 2 && terms === (await page.locator("#terms dd").count()));
    const source = page.locator(".sources a").first();
    const shown = await source.evaluate((link) => getComputedStyle(link, "::after").content);
    assert.ok(shown.includes((await source.getAttribute("href")) ?? "?"), shown);
  },
);
