/** The main calculators in Firefox, by keyboard: an answer that changes, goes into the address, and comes back from it. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { firefoxPath, launchFirefox } from "./firefox.mjs";
import { htmlFiles, serve } from "./support.mjs";

const skip = firefoxPath() ? false : "no Firefox here: install one, or set FIREFOX_PATH";
const MAIN = ["decode-speed", "memory-fit", "prefill", "batch", "cost", "noise"];
const files = await htmlFiles();
/** @type {Awaited<ReturnType<typeof launchFirefox>>} */
let firefox;
/** @type {Awaited<ReturnType<typeof serve>>} */
let site;
before(async () => {
  if (!skip) [firefox, site] = await Promise.all([launchFirefox(), serve()]);
});
after(async () => {
  await firefox?.close();
  site?.close();
});

const FIGURE = "document.querySelector('[data-part=figure]').innerHTML";

for (const kind of MAIN.filter((kind) => files.includes(`calculators/${kind}/index.html`))) {
  test(`${kind}: by keyboard, into the address, and back from it`, { skip }, async () => {
    const { page } = firefox;
    await page.goto(`${site.url}calculators/${kind}/`);
    await page.evaluate(`(window.built = ${FIGURE}, document.querySelector(".pair [type=range]").focus(), true)`);
    for (let step = 0; step < 40 && await page.evaluate(`${FIGURE} === window.built`); step++) {
      await page.press("ArrowDown");
      // One that stands at its lower end goes up instead.
      if (step === 3 && await page.evaluate("document.activeElement.value === document.activeElement.min")) break;
    }
    if (await page.evaluate(`${FIGURE} === window.built`)) {
      await page.evaluate(`(() => { const s = document.activeElement; s.value = (Number(s.min) + Number(s.max)) / 2; s.dispatchEvent(new Event("input", { bubbles: true })); return true; })()`);
    }
    await page.until(`${FIGURE} !== window.built`);
    await page.until("location.search.includes('v=1')");
    const [set, address] = [await page.evaluate(FIGURE), await page.evaluate("location.href")];
    await page.goto("about:blank");
    await page.goto(address);
    await page.until(`${FIGURE} === ${JSON.stringify(set)}`);
    assert.ok(await page.evaluate("document.querySelector('[data-part=note]').hidden"));
  });
}

test("there are main calculators", () => assert.ok(files.includes("calculators/decode-speed/index.html")));
