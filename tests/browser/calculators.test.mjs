/**
 * Every calculator on its own page: by keyboard alone, through its address and back, with a value that cannot be used, beside
 * a kept answer, without scripts, in a frame. What decode speed does in particular stands in calculator.test.mjs.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { after, before, test } from "node:test";
import { DIST, htmlFiles, launch, serve, sideways, violations, visit } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

const kinds = (await htmlFiles()).map((name) => name.match(/^calculators\/([^/]+)\/index\.html$/)?.[1]).filter((kind) => kind !== undefined);
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

test("there are calculators", () => assert.ok(kinds.length > 0));

const figure = (/** @type {Page} */ page) => page.locator("[data-part=figure]").innerHTML();
/** Waits until something is no longer what it was. @param {() => Promise<string>} read @param {string} old */
async function changed(read, old) {
  for (let tries = 0; tries < 400; tries++) {
    if (await read() !== old) return;
    await new Promise((done) => setTimeout(done, 25));
  }
  assert.fail(`still ${old.slice(0, 200)}`);
}
/** The first pair of a number and a slider. @param {Page} page */
const pair = (page) => page.locator(".pair:has([type=range])").first();
const number = (/** @type {Page} */ page) => pair(page).locator("input[type=text]");
/** Unfolds the further inputs. @param {Page} page */
const unfold = (page) => page.locator(".more-fields").evaluateAll((all) => all.forEach((details) => details.setAttribute("open", "")));
/** Moves the slider by its keys until the number beside it is another one. @param {Page} page */
async function move(page) {
  await unfold(page);
  const slider = pair(page).locator("input[type=range]"), old = await number(page).inputValue();
  for (const key of ["ArrowLeft", "ArrowLeft", "PageDown", "PageDown", "PageUp", "PageUp", "PageUp", "PageUp", "PageUp"]) {
    await slider.press(key);
    if (await number(page).inputValue() !== old) return;
  }
  assert.fail(`the slider does not move ${old}`);
}

for (const kind of kinds) {
  const address = () => `${site.url}calculators/${kind}/`;

  test(`${kind}: by keyboard, into the address, and back from it`, () => visit(browser, address(), {}, async (page) => {
    const built = await figure(page);
    await move(page);
    await changed(() => figure(page), built);
    await changed(async () => new URL(page.url()).search, "");
    const [set, own] = [await figure(page), await number(page).inputValue()];
    await page.goto(page.url());
    await changed(() => figure(page), built);
    assert.equal(await figure(page), set);
    assert.equal(await number(page).inputValue(), own);
    assert.ok(await page.locator("[data-part=note]").isHidden());
    await page.getByRole("button", { name: "Reset" }).press("Enter");
    await changed(() => figure(page), set);
    assert.equal(await figure(page), built);
  }));

  test(`${kind}: a value that cannot be used, and recovery`, () => visit(browser, address(), {}, async (page) => {
    await unfold(page);
    const built = await figure(page), field = number(page), own = await field.inputValue();
    for (const bad of ["NaN", "1e308", "-1", "∞"]) {
      await field.fill(bad);
      await field.blur();
      await page.locator("p.error:visible").first().waitFor();
      assert.equal(await figure(page), built, "the last good answer stays");
      assert.equal(await page.locator("[data-part=figure].stale").count(), 1);
    }
    assert.deepEqual(await violations(page), []);
    await field.fill(own);
    await field.blur();
    await page.locator("p.error:visible").first().waitFor({ state: "hidden" });
    assert.equal(await page.locator("[data-part=figure].stale").count(), 0);
    assert.equal(await figure(page), built);
  }));

  test(`${kind}: a kept answer stands beside the present one, and in the address`, () => visit(browser, address(), {}, async (page) => {
    const built = await figure(page);
    await page.getByRole("button", { name: "Keep to compare" }).click();
    const kept = page.locator("[data-part=kept]");
    await kept.waitFor();
    await move(page);
    await changed(() => figure(page), built);
    await changed(async () => String(new URL(page.url()).searchParams.size > 2), "false");
    assert.ok(new URL(page.url()).searchParams.has("vs"));
    const [here, there] = [await figure(page), await kept.innerHTML()];
    assert.notEqual(here, there);
    const ids = await page.locator("[id]").evaluateAll((all) => all.map((element) => element.id));
    assert.equal(new Set(ids).size, ids.length, "no id twice");
    assert.deepEqual(await violations(page), []);
    await page.goto(page.url());
    await kept.waitFor();
    await changed(() => figure(page), built);
    assert.equal(await kept.innerHTML(), there);
  }));

  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    for (const width of [1280, 320]) {
      test(`${kind}: accessible, within the window, ${colorScheme}, ${width} px`, () => visit(browser, address(), { colorScheme, viewport: { width, height: 900 } }, async (page) => {
        for (const details of await page.locator("details").all()) await details.evaluate((element) => element.setAttribute("open", ""));
        assert.deepEqual(await violations(page), []);
        assert.equal(await sideways(page), 0);
      }));
    }
  }

  test(`${kind}: without scripts the answer, its steps and its chart are there`, () => visit(browser, address(), { javaScriptEnabled: false }, async (page) => {
    assert.ok((await page.locator("#answer").textContent() ?? "").length > 10);
    assert.ok(await page.locator("[data-part=figure] svg.chart").isVisible());
    assert.ok(await page.locator("[data-part=work] table").first().isVisible());
    assert.doesNotMatch(await page.locator("main").innerText(), /NaN|undefined|Infinity/);
  }));

  test(`${kind}: in a frame it recalculates`, () => visit(browser, `${site.url}embed/${kind}/`, {}, async (page) => {
    const built = await figure(page);
    await move(page);
    await changed(() => figure(page), built);
    assert.equal(await sideways(page), 0);
    assert.deepEqual(await violations(page), []);
  }));
}

test("the snippets of the pages name frames that exist", async () => {
  for (const kind of kinds) {
    const html = await readFile(path.join(DIST, "calculators", kind, "index.html"), "utf8");
    assert.match(html, new RegExp(`&lt;iframe src="[^"]*/embed/${kind}/"`));
    await readFile(path.join(DIST, "embed", kind, "index.html"));
  }
});
