/** The decode-speed calculator in detail: every input, every failure, and the numbers of the golden file. */
import assert from "node:assert/strict";
import { CEILING, HIGH, LOW, golden, prints } from "../golden.mjs";
import {
  assertAccessible,
  changed,
  chooseOption,
  inChromium,
  noteTexts,
  settled,
  violations,
} from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** What its addresses leave out has the values of the golden file; the page itself opens with a case of its own. */
const CALCULATOR = "calculators/decode-speed/";
const DEFAULTS = `${CALCULATOR}?v=1`;
const SUBJECT = "hw=rtx-3090&m=qwen3.8-27b";
const known = await golden();
const { url, testPage } = inChromium();

/**
 * @param {string} name
 * @param {(page: Page) => Promise<unknown>} use
 * @param {import("./support.mjs").Options} [options]
 */
const check = (name, use, options) => testPage(name, CALCULATOR, use, options);

const answer = (/** @type {Page} */ page) => page.locator("#answer").textContent();
const figures = async (/** @type {Page} */ page) => {
  const [ceiling = "", range = ""] = await page.locator(".three dd").allTextContents();
  return { ceiling, range };
};
/** Whether the three numbers are those of the golden file. @param {Page} page @param {(number | null)[]} numbers */
async function shows(page, numbers) {
  const { ceiling, range } = await figures(page);
  const [low = "", high = low] = range.match(/[\d.,]+/g) ?? [];
  assert.ok(prints(ceiling, numbers[CEILING] ?? NaN), `ceiling ${ceiling}, golden ${numbers[CEILING]}`);
  if (numbers[LOW] === null || numbers[HIGH] === null) {
    assert.equal(low, "", "no range without measurements");
  } else {
    assert.ok(prints(low, numbers[LOW]), `low ${low}, golden ${numbers[LOW]}`);
    assert.ok(prints(high, numbers[HIGH]), `high ${high}, golden ${numbers[HIGH]}`);
  }
}
/** @param {Page} page */
const inputs = async (page) =>
  Object.fromEntries(
    await page
      .locator(".fields [name]")
      .evaluateAll((all) => all.map((e) => [e.getAttribute("name"), /** @type {HTMLInputElement} */ (e).value])),
  );
const stale = (/** @type {Page} */ page) => page.locator("[data-part=figure].stale").count();
const context = (/** @type {Page} */ page) => page.locator("[name=c]");
const slider = (/** @type {Page} */ page) => page.locator(".fields [type=range]");

/** Golden queries that differ from the page's own in the device alone. @param {Page} page */
async function otherDevices(page) {
  const own = await inputs(page);
  const same = (/** @type {URLSearchParams} */ q) =>
    ["m", "q"].every((key) => q.get(key) === own[key]) && q.get("c") === own.c.replaceAll(",", "");
  return known
    .map((each) => ({ ...each, q: new URLSearchParams(each.query) }))
    .filter((each) => same(each.q) && each.q.get("hw") !== own.hw);
}

check("another device changes ceiling, range, chart, steps and measurements to the golden numbers", async (page) => {
  await page.goto(url(DEFAULTS));
  await settled(page);
  const devices = await otherDevices(page);
  assert.ok(devices.length > 0, "the golden file has the page's defaults on another device");
  for (const { q, numbers } of devices) {
    const parts = () =>
      page.evaluate(() =>
        ["#answer", ".three", ".chart", ".work"].map((part) => document.querySelector(part)?.innerHTML ?? ""),
      );
    const [old, text] = [await parts(), await answer(page)];
    await chooseOption(page, "[name=hw]", q.get("hw"));
    await settled(page);
    assert.notEqual(await answer(page), text);
    (await parts()).forEach((part, i) => assert.notEqual(part, old[i], `part ${i}`));
    await shows(page, numbers);
    assert.equal(new URL(page.url()).searchParams.get("hw"), q.get("hw"));
  }
});

check("another device and back again gives the page as it was built", async (page) => {
  const parts = () =>
    page.evaluate(() => ["figure", "work"].map((part) => document.querySelector(`[data-part=${part}]`)?.innerHTML));
  const own = await inputs(page),
    [text, built] = [await answer(page), await parts()];
  await chooseOption(page, "[name=hw]", "rtx-4090");
  await settled(page);
  assert.notEqual(await answer(page), text);
  await chooseOption(page, "[name=hw]", own.hw);
  await settled(page);
  assert.deepEqual(await parts(), built);
});

check("steps and tables follow the figure after a short pause", async (page) => {
  const work = () => page.locator("[data-part=work]").innerHTML();
  const before = await work();
  await context(page).fill("16384");
  await settled(page);
  const after = await work();
  assert.notEqual(after, before);
  await page.reload();
  await settled(page);
  assert.equal(await work(), after);
});

check("every golden query shows its numbers when opened by URL", async (page) => {
  for (const { query, numbers } of known) {
    await page.goto(url(`${CALCULATOR}?${query}&v=1`));
    await settled(page);
    assert.equal(await page.locator("[data-part=note]").isVisible(), false, query);
    const own = await inputs(page);
    for (const [key, value] of new URLSearchParams(query)) assert.equal(own[key].replaceAll(",", ""), value, query);
    await shows(page, numbers);
  }
});

check("field and slider show one value", async (page) => {
  await context(page).fill("16384");
  await settled(page);
  assert.equal(await slider(page).inputValue(), "14");
  assert.match((await slider(page).getAttribute("aria-valuetext")) ?? "", /^16,384 /);
  await context(page).press("Enter");
  await settled(page);
  assert.equal(await context(page).inputValue(), "16,384");
  await slider(page).fill("10");
  assert.equal(await context(page).inputValue(), "1,024");
  await settled(page);
  assert.equal(new URL(page.url()).searchParams.get("c"), "1024");
  await context(page).fill("8k");
  await context(page).blur();
  await settled(page);
  assert.equal(await context(page).inputValue(), "8,192");
  assert.equal(await slider(page).inputValue(), "13");
});

check(
  "an invalid context is reported beside the field, and the last result stays, marked as outdated",
  async (page) => {
    const old = await figures(page),
      own = page.url();
    for (const bad of ["0", "99999999", "1,5", "many", ""]) {
      await context(page).fill(bad);
      await context(page).blur();
      await settled(page);
      assert.equal(await context(page).getAttribute("aria-invalid"), "true");
      assert.ok(((await page.locator("#error-c").textContent()) ?? "").length > 10);
      assert.match((await context(page).getAttribute("aria-describedby")) ?? "", /\berror-c\b/);
      assert.deepEqual(await figures(page), old);
      assert.equal(await stale(page), 1);
      assert.equal(page.url(), own, "an invalid value does not enter the URL");
      await context(page).fill("4,096");
      await context(page).blur();
      await settled(page);
      assert.ok(await page.locator("#error-c").isHidden());
      assert.equal(await context(page).getAttribute("aria-invalid"), null);
      assert.equal(await stale(page), 0);
    }
  },
);

check(
  "the URL has the values that differ from the defaults; reload restores them, reset removes them",
  async (page) => {
    const own = await inputs(page);
    const text = await answer(page);
    await context(page).fill("1,024");
    await context(page).blur();
    await settled(page);
    const { hw, m } = own;
    assert.deepEqual(Object.fromEntries(new URL(page.url()).searchParams), { hw, m, c: "1024", v: "1" });
    const second = await answer(page);
    await page.reload();
    await settled(page);
    assert.notEqual(second, text);
    assert.equal(await answer(page), second);
    assert.equal(await context(page).inputValue(), "1,024");
    assert.equal(await slider(page).inputValue(), "10");
    await page.getByRole("button", { name: "Reset" }).click();
    await settled(page);
    assert.equal(await answer(page), text);
    assert.deepEqual(await inputs(page), own);
    assert.equal(new URL(page.url()).search, "");
  },
);

check("an address says the same whatever the page opens with", async (page) => {
  const opens = await answer(page);
  await page.goto(url(DEFAULTS));
  await settled(page);
  assert.notEqual(await answer(page), opens);
  assert.match((await page.locator("[data-part=figure]").textContent()) ?? "", /GeForce RTX 4090, Llama 3.1 8B/);
  const named = url(`${CALCULATOR}?hw=rtx-4090&v=1`);
  assert.equal(page.url(), named, "its values are those that an address leaves out, but for the device");
  await page.goto(url(`${CALCULATOR}?hw=rtx-3090&v=1`));
  await settled(page);
  assert.match((await page.locator("[data-part=figure]").textContent()) ?? "", /GeForce RTX 3090, Llama 3.1 8B/);
});

testPage(
  "unknown values in the URL are ignored, and the page says so",
  `${CALCULATOR}?hw=no-such-card&c=12x&vs=c%3D1024&v=1`,
  async (page) => {
    const note = page.locator("[data-part=note]");
    await settled(page);
    await note.waitFor();
    const notice = (await note.textContent()) ?? "";
    // `vs` kept a second result in addresses of older versions.
    for (const parameter of ["hw=no-such-card", "c=12x", "vs=c=1024"]) assert.ok(notice.includes(parameter), notice);
    assert.equal(await stale(page), 0);
    assert.equal(await page.locator("[aria-invalid]").count(), 0);
    assert.deepEqual(await violations(page), []);
  },
);

check("the live region announces the result after a pause", async (page) => {
  const status = page.locator("[data-part=status]");
  await settled(page);
  assert.equal(await status.textContent(), "");
  const whenShown = await noteTexts(page, "[data-part=figure]", "[data-part=status]");
  await slider(page).fill("9");
  await settled(page);
  assert.deepEqual(await whenShown(), [""], "not while the reader is typing");
  const { ceiling } = await figures(page);
  assert.ok(((await status.textContent()) ?? "").includes(ceiling));
});

check(
  "link and Markdown are copied with the shown numbers",
  async (page) => {
    await context(page).fill("2,048");
    await context(page).blur();
    await settled(page);
    const pasted = () => page.evaluate(() => navigator.clipboard.readText());
    await page.getByRole("button", { name: "Copy link" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    assert.equal(await pasted(), url(`${CALCULATOR}?${SUBJECT}&c=2048&v=1`));
    await page.getByRole("button", { name: "Copy answer" }).click();
    await changed(pasted, url(`${CALCULATOR}?${SUBJECT}&c=2048&v=1`));
    const { ceiling } = await figures(page);
    const markdown = await pasted();
    for (const part of [ceiling, "&c=2048&v=1"]) assert.ok(markdown.includes(part), `${part} in ${markdown}`);
  },
  { permissions: ["clipboard-read", "clipboard-write"] },
);

check("every link of the measurements has a target, also after a recalculation", async (page) => {
  const links = () =>
    page.locator("[data-part=work] a").evaluateAll((all) => all.map((a) => a.getAttribute("href") ?? ""));
  const assertTargets = async () => {
    for (const href of await links()) {
      if (href.startsWith("#")) assert.equal(await page.locator(href).count(), 1, href);
      else assert.match(href, /^https?:/);
    }
  };
  assert.ok((await links()).length > 0);
  await assertTargets();
  for (const { q } of (await otherDevices(page)).slice(0, 3)) {
    await chooseOption(page, "[name=hw]", q.get("hw"));
    await settled(page);
    await assertTargets();
  }
});

check(
  "if the estimator cannot be fetched, the previous result stays and the page says so",
  async (page) => {
    const old = await figures(page);
    await slider(page).fill("9");
    await page.getByText("Showing the previous result. Change any input to retry.").waitFor();
    assert.deepEqual(await figures(page), old);
  },
  { expected: /\.wasm|Failed to load resource/, before: (page) => page.route("**/*.wasm", (route) => route.abort()) },
);

check("accessible and no wider than the window, used and with an error", async (page) => {
  await slider(page).fill("9");
  await settled(page);
  await assertAccessible(page);
  await context(page).fill("0");
  await context(page).blur();
  await settled(page);
  assert.ok(await page.locator("#error-c").isVisible());
  await assertAccessible(page);
});
