/** The main calculators in Firefox, by keyboard: an answer that changes, goes into the address, and comes back from it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inFirefox } from "./firefox.mjs";
import { htmlFiles } from "./support.mjs";

const inPage = inFirefox();
const MAIN = ["decode-speed", "memory-fit", "prefill", "batch", "cost", "noise"];
const files = await htmlFiles();

const FIGURE = "document.querySelector('[data-part=figure]').innerHTML";

for (const kind of MAIN.filter((kind) => files.includes(`calculators/${kind}/index.html`))) {
  inPage(`${kind}: by keyboard, into the address, and back from it`, async (page, root) => {
    await page.goto(`${root}calculators/${kind}/`);
    await page.evaluate(`(window.built = ${FIGURE}, document.querySelector(".pair [type=range]").focus(), true)`);
    // Towards the far end, until a step is large enough to be seen.
    const key = await page.evaluate("document.activeElement.value * 2 > Number(document.activeElement.min) + Number(document.activeElement.max)") ? "ArrowDown" : "ArrowUp";
    for (let step = 0; step < 60 && await page.evaluate(`${FIGURE} === window.built`); step++) await page.press(key);
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
