/** Without scripts everything works except recalculation. */
import assert from "node:assert/strict";
import { inChromium, samples } from "./support.mjs";

const pages = await samples();
const { testPage } = inChromium();

/**
 * @param {string} name
 * @param {string} address
 * @param {(page: import("playwright-core").Page) => Promise<unknown>} use
 */
const check = (name, address, use) => testPage(name, address, use, { javaScriptEnabled: false });

check(
  "the calculator's result is complete: answer, three numbers, chart, formula, measurements with their sources",
  pages.calculator,
  async (page) => {
    assert.ok(((await page.locator("#answer").textContent()) ?? "").length > 20);
    const numbers = await page.locator(".three dd").allTextContents();
    assert.equal(numbers.length, 3);
    assert.match(numbers[0], /\d/);
    assert.ok(await page.locator(".chart .l-c").first().isVisible());
    assert.ok(await page.locator(".chart title").count());
    const formulas = await page.locator("[data-part=work] .eq").allTextContents();
    assert.ok(
      formulas.some((text) => /[×÷−+].*\d/.test(text)),
      formulas.join("; "),
    );
    const tables = page.locator("[data-part=work] table");
    assert.ok((await tables.count()) >= 2);
    assert.ok((await tables.locator("a[href]").count()) > 0);
  },
);

check("controls that need scripts are hidden", pages.calculator, async (page) => {
  for (const selector of [".calc select", ".calc input", ".calc button", "#previews"]) {
    for (const each of await page.locator(selector).all()) assert.equal(await each.isVisible(), false, selector);
  }
  assert.ok(await page.locator(".calc noscript, .calc .note").first().isVisible());
});

check("terms are plain links to their entries", pages.calculator, async (page) => {
  const term = page.locator("a.term").first();
  await term.click();
  await page.locator("h1 dfn").waitFor();
});

check("navigation from home to list, entry, layer, and back to the list", pages.home, async (page) => {
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
