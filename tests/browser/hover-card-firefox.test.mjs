/** The hover card in Firefox, in real time: what hover-card.test.mjs tests in Chromium. Skipped without Firefox. */
import assert from "node:assert/strict";
import { inFirefox } from "./firefox.mjs";
import { samples } from "./support.mjs";

const inPage = inFirefox();
const pages = await samples();

/** Records, by the page's clock, the last movement and focus and when a card opened and closed. */
const NOTES = `(() => {
  window.notes = { moved: 0, focused: 0, opened: 0, closed: 0 };
  const note = (what) => () => (notes[what] = performance.now());
  addEventListener("pointermove", note("moved"), true);
  addEventListener("focusin", note("focused"), true);
  new MutationObserver((changes) => changes.forEach(({ addedNodes, removedNodes }) => {
    if ([...addedNodes].some((node) => node.className === "card")) note("opened")();
    if ([...removedNodes].some((node) => node.className === "card")) note("closed")();
  })).observe(document.querySelector("main"), { childList: true });
})()`;
const OPEN = "document.querySelectorAll('.card:popover-open').length === 1",
  NONE = "document.querySelectorAll('.card').length === 0";
const TERM = "document.querySelector('a.term[data-term]')";

/** @param {string} name @param {(page: import("./firefox.mjs").FirefoxPage, root: string) => Promise<unknown>} use */
const check = (name, use) =>
  inPage(name, async (page, root) => {
    await page.pointer(2, 2);
    await page.goto(root + pages.calculator);
    await page.evaluate("localStorage.clear()");
    await page.goto(root + pages.calculator);
    await page.evaluate(NOTES);
    await use(page, root);
  });
/** @typedef {Record<"moved" | "focused" | "opened" | "closed", number>} Notes */
/** @param {import("./firefox.mjs").FirefoxPage} page */
const notes = async (page) => /** @type {Notes} */ (await page.evaluate("notes"));
/**
 * The middle of an element's first line.
 * @param {import("./firefox.mjs").FirefoxPage} page
 * @param {string} element
 */
const middle = async (page, element) =>
  /** @type {[number, number]} */ (
    await page.evaluate(`(() => {
  const element = ${element};
  element.scrollIntoView({ block: "center" });
  const { left, top, width, height } = element.getClientRects()[0];
  return [left + width / 2, top + height / 2];
})()`)
  );
/**
 * Waits until a card would have opened or closed, by the page's own clock.
 * @param {import("./firefox.mjs").FirefoxPage} page
 */
const settled = (page) => page.until("performance.now() - Math.max(notes.moved, notes.focused) > 600");
/** @param {import("./firefox.mjs").FirefoxPage} page */
async function openCard(page) {
  await page.pointer(...(await middle(page, TERM)));
  await page.until(OPEN);
}

check("opens after 300 ms of rest with the entry's definition", async (page) => {
  await openCard(page);
  const { moved, opened } = await notes(page);
  assert.ok(opened - moved >= 299, `${opened - moved} ms`);
  const text = await page.evaluate("document.querySelectorAll('.card p')[1].textContent");
  const cards = "(await (await fetch(document.querySelector('main').dataset.cards)).json())";
  assert.equal(text, await page.evaluate(`${cards}[${TERM}.dataset.term].text`));
  const box = /** @type {DOMRect} */ (await page.evaluate("document.querySelector('.card').getBoundingClientRect()"));
  assert.ok(box.left >= 0 && box.top >= 0 && box.right <= 1280 && box.bottom <= 900, JSON.stringify(box));
});

check("a pointer that passes over a term opens nothing", async (page) => {
  await page.sweep(await middle(page, TERM), [2, 2]);
  await settled(page);
  assert.ok(await page.evaluate(NONE));
  assert.equal(await page.evaluate("notes.opened"), 0);
});

check("the pointer may enter the card; 250 ms after leaving both it closes", async (page) => {
  await openCard(page);
  await page.pointer(...(await middle(page, "document.querySelector('.card')")));
  await settled(page);
  assert.ok(await page.evaluate(OPEN));
  await page.pointer(2, 2);
  await page.until(NONE);
  const { moved, closed } = await notes(page);
  assert.ok(closed - moved >= 249, `${closed - moved} ms`);
});

check("Escape closes the card, and it stays closed while the pointer rests", async (page) => {
  await openCard(page);
  await page.press("Escape");
  assert.ok(await page.evaluate(NONE));
  const [x, y] = await middle(page, TERM);
  await page.pointer(x + 3, y);
  await settled(page);
  assert.ok(await page.evaluate(NONE));
});

check("by keyboard: focus opens the card, Tab enters it, Escape closes it and returns the focus", async (page) => {
  for (
    let tries = 0;
    tries < 60 && !(await page.evaluate("document.activeElement.matches('a.term[data-term]')"));
    tries++
  )
    await page.press("Tab");
  await page.until(OPEN);
  const { focused, opened } = await notes(page);
  assert.ok(opened - focused >= 299, `${opened - focused} ms`);
  const word = await page.evaluate("document.activeElement.textContent");
  await page.press("Tab");
  assert.equal(await page.evaluate("document.activeElement.textContent"), "Open full entry");
  await settled(page);
  assert.ok(await page.evaluate(OPEN));
  await page.press("Escape");
  assert.ok(await page.evaluate(NONE));
  assert.equal(await page.evaluate("document.activeElement.textContent"), word);
});

check("a tap shows the card, and a second one follows the link", async (page) => {
  const [start, target] = [await page.evaluate("location.href"), await page.evaluate(`${TERM}.href`)];
  await page.pointer(...(await middle(page, TERM)), "touch", true);
  await page.until(OPEN);
  assert.equal(await page.evaluate("location.href"), start);
  await page.pointer(...(await middle(page, TERM)), "touch", true);
  await page.until(`location.href === ${JSON.stringify(target)} && document.readyState === "complete"`);
});

check("previews can be turned off permanently", async (page, root) => {
  await openCard(page);
  await page.evaluate("document.querySelector('.card button').click()");
  assert.ok(await page.evaluate(NONE));
  await page.pointer(2, 2);
  await page.goto(root + pages.calculator);
  assert.equal(await page.evaluate("document.querySelector('#previews input').checked"), false);
  await page.evaluate(NOTES);
  await page.pointer(...(await middle(page, TERM)));
  await settled(page);
  assert.ok(await page.evaluate(NONE));
});
