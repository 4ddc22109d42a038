/** Home's picture of all models: names at their points, all others while they are pointed at or have the focus. */
import assert from "node:assert/strict";
import { assertAccessible, inChromium } from "./support.mjs";

const { testPage } = inChromium();
const TIP = ".room a:is(:hover, :focus-visible) .tip";

testPage("arrow keys go from model to model in order of memory, and the corner says which", "", async (page) => {
  const named = page.locator(".room a:not([tabindex])");
  assert.ok((await named.count()) > 5);
  await named.first().focus();
  await page.keyboard.press("ArrowRight");
  const shown = (await page.locator(TIP).textContent()) ?? "";
  assert.match(shown, /\sGB, .*\stokens\/s, at most /);
  await page.keyboard.press("ArrowLeft");
  assert.notEqual(await page.locator(TIP).textContent(), shown);
  await assertAccessible(page);
});

testPage(
  "without scripts a model is named while it is pointed at, and leads to its page",
  "",
  async (page) => {
    const point = page.locator(".room a").last();
    await point.locator("circle").hover();
    assert.equal(await page.locator(TIP).evaluate((tip) => getComputedStyle(tip).opacity), "1");
    await point.locator("circle").click();
    await page.waitForURL("**/models/*/");
  },
  { javaScriptEnabled: false },
);
