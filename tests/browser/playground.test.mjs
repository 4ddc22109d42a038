/**
 * The page on which readers write a calculator: the file is read on their own device, its mistakes are named at their
 * places, and the answer beside it is that of the file.
 */
import assert from "node:assert/strict";
import { assertAccessible, inChromium, overflow, settled } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

const { testPage } = inChromium();
const PAGE = "calculators/new/";
const answer = (/** @type {Page} */ page) => page.locator("#answer").textContent();

/** Replaces the file as a paste does. @param {Page} page @param {(file: string) => string} change */
async function write(page, change) {
  const file = page.locator("#file");
  const text = await file.inputValue();
  await file.focus();
  await file.fill(change(text));
  await settled(page);
}

testPage("a change of the file is answered beside it, and nothing is requested", PAGE, async (page) => {
  const built = await answer(page);
  assert.match(built ?? "", /^5\.00\smin\/km, which is 12\.0\skm\/h$/);
  await page.locator("#file").focus();
  await settled(page);
  await page.waitForLoadState("networkidle");
  /** @type {string[]} */
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  await write(page, (file) => file.replace('answer: "{pace}', 'answer: "Run {pace}'));
  assert.match((await answer(page)) ?? "", /^Run 5\.00\smin\/km, which is 12\.0\skm\/h$/);
  assert.equal(await page.locator("[data-part=count]").textContent(), "No mistakes.");
  await page.fill("#f-distance", "5");
  await settled(page);
  assert.match((await answer(page)) ?? "", /^Run 10\.0\smin\/km/);
  // The value stays while the inputs do.
  await write(page, (file) => file.replace("title: Pace", "title: My pace"));
  assert.equal(await page.locator("[data-part=title]").textContent(), "My pace");
  assert.match((await answer(page)) ?? "", /^Run 10\.0\smin\/km/);
  await page.fill("#f-distance", "far");
  await settled(page);
  assert.match((await page.locator("#error-distance").textContent()) ?? "", /is not a number from 1 to 100/);
  assert.deepEqual(requests, []);
});

testPage("mistakes are named at line and column, and the last answer stays", PAGE, async (page) => {
  const built = await answer(page);
  await write(page, (file) =>
    file.replace("duration / distance", "duration + distance").replace("min/km\n", "mn/km\n"),
  );
  const items = page.locator(".mistakes li");
  assert.equal(await items.count(), 2);
  const [first, second] = await items.allTextContents();
  assert.match(first, /^Line 8, column \d+: \+ takes two things of one kind/);
  assert.match(second, /^Line 9, column 11: .*mn/);
  assert.match((await page.locator("[data-part=count]").textContent()) ?? "", /^2 mistakes\./);
  assert.equal(await page.locator("#file").getAttribute("aria-invalid"), "true");
  assert.equal(await answer(page), built);
  await items.last().locator("button").click();
  const chosen = await page.locator("#file").evaluate((element) => {
    const { value, selectionStart, selectionEnd } = /** @type {HTMLTextAreaElement} */ (element);
    return value.slice(selectionStart, selectionEnd);
  });
  assert.equal(chosen, "mn");
  await assertAccessible(page);
});

testPage("another file brings its own form", PAGE, async (page) => {
  const file = `title: Colour
question: Which one?
inputs:
  - {name: shade, kind: choice, default: red, choices: [{id: red, value: 620 m}, {id: blue, value: 470 m}]}
  - {name: bright, kind: yes-no, default: no, folded: true}
formulas:
  - {name: twice, expression: "if bright then 2 × shade else shade", unit: m}
answer: "{shade}: {twice} <b>"
`;
  await write(page, () => file);
  assert.match((await answer(page)) ?? "", /^Red: 620\sm <b>$/);
  await page.selectOption("#f-shade", "blue");
  assert.ok(!(await page.locator("#f-bright").isVisible()));
  await page.click(".more-fields summary");
  await page.selectOption("#f-bright", "yes");
  await settled(page);
  assert.match((await answer(page)) ?? "", /^Blue: 940\sm <b>$/);
  assert.equal(await page.locator("#f-distance").count(), 0);
});

testPage(
  "the page fits a small screen",
  PAGE,
  async (page) => {
    await write(page, (file) => file.replace("title: Pace", "titel: Pace"));
    assert.equal(await overflow(page), 0);
    await assertAccessible(page);
  },
  { viewport: { width: 360, height: 800 } },
);

testPage(
  "without scripts the file and its answer are there",
  PAGE,
  async (page) => {
    assert.match(await page.locator("#file").inputValue(), /^title: Pace\n/);
    assert.match((await answer(page)) ?? "", /^5\.00\smin\/km/);
    assert.ok(await page.locator("svg.chart").count());
    assert.ok(!(await page.locator("#inputs").isVisible()));
  },
  { javaScriptEnabled: false },
);
