/** Everything but recalculation works with scripts switched off. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, samples, serve, visit } from "./support.mjs";

const pages = await samples();
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

/** @param {string} name @param {string} address @param {(page: import("playwright-core").Page) => Promise<unknown>} use */
const check = (name, address, use) => test(name, () => visit(browser, site.url + address, { javaScriptEnabled: false }, use));

check("the calculator's result is there: answer, three numbers, chart, formula, measurements with their sources", pages.calculator, async (page) => {
  assert.ok(((await page.locator("#answer").textContent()) ?? "").length > 20);
  const numbers = await page.locator(".three dd").allTextContents();
  assert.equal(numbers.length, 3);
  assert.match(numbers[0], /\d/);
  assert.ok(await page.locator(".chart .l-c").first().isVisible());
  assert.ok(await page.locator(".chart title").count());
  const formulas = await page.locator("[data-part=work] .eq").allTextContents();
  assert.ok(formulas.some((text) => /[×÷−+].*\d/.test(text)), formulas.join("; "));
  const tables = page.locator("[data-part=work] table");
  assert.ok(await tables.count() >= 2);
  assert.ok(await tables.nth(1).locator("a[href]").count() > 0);
});

check("nothing is offered that cannot work", pages.calculator, async (page) => {
  for (const dead of [".calc select", ".calc input", ".calc button", "#previews"]) {
    for (const each of await page.locator(dead).all()) assert.equal(await each.isVisible(), false, dead);
  }
  assert.ok(await page.locator(".calc noscript, .calc .note").first().isVisible());
});

check("terms are plain links that lead to their entries", pages.calculator, async (page) => {
  const term = page.locator("a.term").first();
  await term.click();
  await page.locator("h1 dfn").waitFor();
});

check("the way through the site: home, list, entry, layer, and back to the list", pages.home, async (page) => {
  await page.locator("main a[href$='glossary/']").first().click();
  await page.locator(".letters a").last().click();
  await page.locator(".az dt a").last().click();
  await page.locator("h1 dfn").waitFor();
  await page.locator(".crumbs a").nth(1).click();
  await page.locator(".az.one").waitFor();
  await page.locator(".az.one dt a").first().click();
  await page.getByRole("link", { name: "Back to the glossary" }).click();
  await page.locator(".letters").waitFor();
  assert.notEqual(new URL(page.url()).hash, "");
});
