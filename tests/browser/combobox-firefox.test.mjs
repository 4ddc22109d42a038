/** A calculator's combobox in Firefox, by keyboard alone. Skipped without Firefox. */
import assert from "node:assert/strict";
import { inFirefox } from "./firefox.mjs";

const inPage = inFirefox();
const TEXT = "document.querySelector('#f-hw-text')",
  ACTIVE = `document.getElementById(${TEXT}.getAttribute("aria-activedescendant"))`;

inPage("a device is found by typing and chosen by Enter; Escape keeps it", async (page, root) => {
  await page.goto(`${root}calculators/decode-speed/`);
  await page.until("document.querySelectorAll('#f-hw option').length > 100");
  await page.evaluate("document.querySelector('#f-hw').focus()");
  // Its focus makes it a combobox.
  await page.until(`document.activeElement === ${TEXT}`);
  await page.type("m4 max");
  await page.until("document.querySelectorAll('.choices:popover-open [role=option]').length === 2");
  await page.press("ArrowDown");
  const wanted = await page.evaluate(`${ACTIVE}.dataset.value`);
  await page.press("Enter");
  await page.until(`location.search.includes("hw=${wanted}")`);
  const name = await page.evaluate(`${TEXT}.value`);
  assert.match(String(name), /^Apple M4 Max/);
  await page.type("xyzzy");
  await page.until("document.querySelector('.choices:popover-open').textContent.includes('Nothing is called')");
  await page.press("Escape");
  assert.deepEqual(await page.evaluate(`[${TEXT}.value, document.querySelector('#f-hw').value]`), [name, wanted]);
});
