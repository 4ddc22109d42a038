/** Readers' tasks in Chromium, at two widths: reader-tasks.mjs has the tasks and their steps. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { assertDone, TASKS, WINDOWS } from "./reader-tasks.mjs";
import { inChromium } from "./support.mjs";

const { visit } = inChromium();

/** @param {import("playwright-core").Page} page @returns {import("./reader-tasks.mjs").Hands} */
const handsOn = (page) => ({
  evaluate: (expression) => page.evaluate(expression),
  async until(expression) {
    for (const end = Date.now() + 20_000; Date.now() < end;) {
      // A page that is being left evaluates nothing.
      if (await page.evaluate(`Boolean(${expression})`).catch(() => false)) return;
      await page.waitForTimeout(25);
    }
    assert.fail(`never: ${expression} (at ${page.url()})`);
  },
  press: (x, y) => page.mouse.click(x, y),
  type: (text) => page.keyboard.type(text),
  enter: () => page.keyboard.press("Enter"),
  selectAll: () => page.keyboard.press("Control+A"),
  async choose(file, expression) {
    const input = (await page.evaluateHandle(expression)).asElement() ?? assert.fail(`no ${expression}`);
    await input.setInputFiles(file);
  },
});

for (const viewport of WINDOWS) {
  for (const task of TASKS) {
    test(`${viewport.width} px: ${task.name}`, () =>
      visit("", (page) => assertDone(task, handsOn(page)), { viewport, permissions: ["clipboard-write"] }));
  }
}
