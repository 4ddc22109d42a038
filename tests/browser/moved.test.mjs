/** Former addresses lead on, with scripts and without, and keep what follows `#`; paper shows terms and sources. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { htmlFiles, launch, samples, serve, visit } from "./support.mjs";

const pages = await samples();
const former = (await htmlFiles()).includes("authoring/index.html");
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

test("a former address keeps query and fragment", { skip: !former }, () => visit(browser, `${site.url}authoring/?a=1#the-files`, {}, async (page) => {
  await page.waitForURL(`${site.url}guide/?a=1#the-files`);
  assert.equal(await page.locator("#the-files").isVisible(), true);
}));

test("without scripts it leads on too", { skip: !former }, () => visit(browser, `${site.url}authoring/`, { javaScriptEnabled: false }, async (page) => {
  await page.waitForURL(`${site.url}guide/`);
}));

test("a heading leads to itself, so that its address can be copied", () => visit(browser, site.url + pages.calculator, {}, async (page) => {
  const heading = page.locator(".text :is(h2, h3)[id] > a").first();
  await heading.click();
  assert.equal(new URL(page.url()).hash, await heading.getAttribute("href"));
}));

test("paper has the terms with their definitions, and the addresses of the sources", () => visit(browser, site.url + pages.calculator, {}, async (page) => {
  assert.equal(await page.locator("#terms").isVisible(), false);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("#terms").isVisible(), true);
  const terms = await page.locator("#terms dt").count();
  assert.ok(terms > 2 && terms === (await page.locator("#terms dd").count()));
  const source = page.locator(".sources a").first();
  const shown = await source.evaluate((link) => getComputedStyle(link, "::after").content);
  assert.ok(shown.includes((await source.getAttribute("href")) ?? "?"), shown);
}));
