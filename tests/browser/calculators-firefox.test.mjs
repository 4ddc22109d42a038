/** The main calculators in Firefox: keyboard input changes result and URL, and the URL restores them. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { inFirefox } from "./firefox.mjs";
import { htmlFiles } from "./support.mjs";

const inPage = inFirefox();
const MAIN = ["decode-speed", "memory-fit", "prefill", "batch", "cost", "noise"];
const files = await htmlFiles();

const FIGURE = "document.querySelector('[data-part=figure]').innerHTML";
const READY = "document.querySelector('#calculator').dataset.state === 'ready'";

for (const kind of MAIN.filter((kind) => files.includes(`calculators/${kind}/index.html`))) {
  inPage(`${kind}: keyboard input changes the result and the URL, and the URL restores them`, async (page, root) => {
    await page.goto(`${root}calculators/${kind}/`);
    await page.until(READY);
    await page.evaluate(`(window.built = ${FIGURE}, document.querySelector(".pair [type=range]").focus(), true)`);
    // Away from the nearer end, until the result changes.
    const { value, min, max } = /** @type {HTMLInputElement} */ (
      await page.evaluate("(({ value, min, max }) => ({ value, min, max }))(document.activeElement)")
    );
    const key = Number(value) * 2 > Number(min) + Number(max) ? "ArrowDown" : "ArrowUp";
    for (let step = 0; step < 60 && (await page.evaluate(`${FIGURE} === window.built`)); step++) await page.press(key);
    await page.until(`${FIGURE} !== window.built`);
    await page.until(READY);
    const [result, address] = /** @type {[string, string]} */ (await page.evaluate(`[${FIGURE}, location.href]`));
    assert.ok(address.includes("v=1"), address);
    await page.goto("about:blank");
    await page.goto(address);
    await page.until(READY);
    assert.equal(await page.evaluate(FIGURE), result);
    assert.ok(await page.evaluate("document.querySelector('[data-part=note]').hidden"));
  });
}

test("the site has the main calculators", () => assert.ok(files.includes("calculators/decode-speed/index.html")));
