/**
 * Every calculator on its own page: by keyboard, through its URL and back, with an invalid value, without scripts, in
 * a frame. decode-speed.test.mjs goes into the details of one calculator.
 */
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { describe, test } from "node:test";
import { DIST, assertAccessible, inChromium, overflow, settled, violations } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

const { testPage, url } = inChromium();
// A calculator alone has a page for frames.
const kinds = (await readdir(path.join(DIST, "embed"))).sort();

test("the site has calculators", () => assert.ok(kinds.length > 0));

const figure = (/** @type {Page} */ page) => page.locator("[data-part=figure]").innerHTML();
/** The first pair of a number field and a slider. @param {Page} page */
const pair = (page) => page.locator(".pair:has([type=range])").first();
const number = (/** @type {Page} */ page) => pair(page).locator("input[type=text]");
/** @param {Page} page @param {string} selector */
const openDetails = (page, selector = "details") =>
  page.locator(selector).evaluateAll((all) => all.forEach((details) => details.setAttribute("open", "")));

/** Moves the slider by keyboard until the number beside it changes. @param {Page} page */
async function moveSlider(page) {
  await settled(page);
  await openDetails(page, ".more-fields");
  const slider = pair(page).locator("input[type=range]");
  const old = await number(page).inputValue();
  const [down, up] = [Array(2).fill("PageDown"), Array(5).fill("PageUp")];
  for (const key of ["ArrowLeft", "ArrowLeft", ...down, ...up]) {
    await slider.press(key);
    if ((await number(page).inputValue()) !== old) return;
  }
  assert.fail(`the slider does not move ${old}`);
}

// Much of the time is spent waiting for the pauses of the page's script, so pages are opened in parallel.
describe("every calculator", { concurrency: 3 }, () => {
  for (const kind of kinds) {
    const address = `calculators/${kind}/`;

    testPage(
      `${kind}: keyboard input changes the result and the URL, and the URL restores them`,
      address,
      async (page) => {
        const built = await figure(page);
        await moveSlider(page);
        await settled(page);
        const [shown, value] = [await figure(page), await number(page).inputValue()];
        assert.notEqual(shown, built);
        assert.notEqual(await page.locator("[data-part=status]").innerText(), "");
        assert.notEqual(new URL(page.url()).search, "");
        await page.goto(page.url());
        await settled(page);
        assert.equal(await figure(page), shown);
        assert.equal(await number(page).inputValue(), value);
        assert.ok(await page.locator("[data-part=note]").isHidden());
        await page.getByRole("button", { name: "Reset" }).press("Enter");
        await settled(page);
        assert.equal(await figure(page), built);
      },
    );

    testPage(`${kind}: each arrow key leads to the next round value, and back`, address, async (page) => {
      await openDetails(page, ".more-fields");
      const slider = pair(page).locator("input[type=range]");
      await slider.focus();
      await settled(page);
      const value = async () => Number((await number(page).inputValue()).replaceAll(",", ""));
      const start = await value();
      await slider.press("ArrowDown");
      const less = await value();
      await slider.press("ArrowUp");
      const again = await value();
      await slider.press("ArrowUp");
      assert.ok(less < again && again < (await value()) && less <= start && start <= again + start / 2, `${less}`);
    });

    testPage(`${kind}: an invalid value keeps the last result, and a valid one recovers`, address, async (page) => {
      await openDetails(page, ".more-fields");
      const [built, field] = [await figure(page), number(page)];
      const value = await field.inputValue();
      for (const invalid of ["NaN", "1e308", "-1", "∞"]) {
        await field.fill(invalid);
        await field.blur();
        await settled(page);
        assert.ok(await page.locator("p.error:visible").count());
        assert.equal(await figure(page), built);
        assert.equal(await page.locator("[data-part=figure].stale").count(), 1);
      }
      assert.deepEqual(await violations(page), []);
      await field.fill(value);
      await field.blur();
      await settled(page);
      assert.equal(await page.locator("p.error:visible").count(), 0);
      assert.equal(await page.locator("[data-part=figure].stale").count(), 0);
      assert.equal(await figure(page), built);
    });

    testPage(`${kind}: accessible, no wider than the window, with a snippet for its frame`, address, async (page) => {
      await openDetails(page);
      await assertAccessible(page);
      const snippets = await page.locator("main").evaluate((main) => {
        const texts = [...main.querySelectorAll("code, textarea, input")].map((element) =>
          element instanceof HTMLInputElement ? element.value : (element.textContent ?? ""),
        );
        const frames = texts.map((text) => new DOMParser().parseFromString(text, "text/html").querySelector("iframe"));
        return frames.map((frame) => frame?.getAttribute("src") ?? "");
      });
      const source = snippets.find((address) => address.endsWith(`/embed/${kind}/`)) ?? assert.fail(snippets.join());
      assert.equal((await page.request.get(url(`embed/${path.basename(source)}/`))).status(), 200);
    });

    testPage(
      `${kind}: result, steps and chart without scripts`,
      address,
      async (page) => {
        assert.ok(((await page.locator("#answer").textContent()) ?? "").length > 10);
        assert.ok(await page.locator("[data-part=figure] svg.chart").isVisible());
        assert.ok(await page.locator("[data-part=work] table").first().isVisible());
        assert.doesNotMatch(await page.locator("main").innerText(), /NaN|undefined|Infinity/);
      },
      { javaScriptEnabled: false },
    );

    testPage(`${kind}: recalculates in a frame`, `embed/${kind}/`, async (page) => {
      const built = await figure(page);
      await moveSlider(page);
      await settled(page);
      assert.notEqual(await figure(page), built);
      assert.equal(await overflow(page), 0);
      assert.deepEqual(await violations(page), []);
      assert.equal(await page.locator("[type=file], [data-part=own]").count(), 0, "no file is asked for");
    });
  }
});
