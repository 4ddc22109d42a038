/** Readers' tasks in Firefox, at two widths, as in Chromium. Skipped without Firefox. */
import { inFirefox } from "./firefox.mjs";
import { assertDone, TASKS, WINDOWS } from "./reader-tasks.mjs";

const inPage = inFirefox();

/** @param {import("./firefox.mjs").FirefoxPage} page @returns {import("./reader-tasks.mjs").Hands} */
const handsOn = (page) => ({
  evaluate: (expression) => page.evaluate(expression),
  until: (expression) => page.until(`Boolean(${expression})`, 20_000),
  press: (x, y) => page.pointer(x, y, "mouse", true),
  type: (text) => page.type(text),
  enter: () => page.press("Enter"),
  selectAll: () => page.selectAll(),
  choose: (file, expression) => page.setFiles(expression, [file]),
});

for (const viewport of WINDOWS) {
  for (const task of TASKS) {
    inPage(`${viewport.width} px: ${task.name}`, async (page, root) => {
      await page.resize(viewport);
      await page.goto(root);
      // A machine of the task before is no longer the visitor's.
      await page.evaluate("sessionStorage.clear(), localStorage.clear()");
      await page.goto(root);
      await assertDone(task, handsOn(page));
    });
  }
}
