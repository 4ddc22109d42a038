/** The preview card in Firefox: the same promises as in Chromium, in real time. Left out where no Firefox is installed. */
import assert from "node:assert/strict";
import { inFirefox } from "./firefox.mjs";
import { samples } from "./support.mjs";

const inPage = inFirefox();
const pages = await samples();

/** Notes, by the page's own clock, the last movement or focus and when cards come and go. */
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
const OPEN = "document.querySelectorAll('.card:popover-open').length === 1", NONE = "document.querySelectorAll('.card').length === 0";
const TERM = "document.querySelector('a.term[data-term]')";

/** @param {string} name @param {(page: import("./firefox.mjs").FirefoxPage, root: string) => Promise<unknown>} use */
const check = (name, use) => inPage(name, async (page, root) => {
  await page.pointer(2, 2);
  await page.goto(root + pages.calculator);
  await page.evaluate("localStorage.clear()");
  await page.goto(root + pages.calculator);
  await page.evaluate(NOTES);
  await use(page, root);
});
/** The middle of an element's first line. @param {import("./firefox.mjs").FirefoxPage} page @param {string} element @returns {Promise<[number, number]>} */
const middle = (page, element) => page.evaluate(`(() => {
  const element = ${element};
  element.scrollIntoView({ block: "center" });
  const { left, top, width, height } = element.getClientRects()[0];
  return [left + width / 2, top + height / 2];
})()`);
/** @param {import("./firefox.mjs").FirefoxPage} page */
async function openCard(page) {
  await page.pointer(...await middle(page, TERM));
  await page.until(OPEN);
}

check("it opens after 300 ms of rest with the entry's definition", async (page) => {
  await openCard(page);
  const { moved, opened } = await page.evaluate("notes");
  assert.ok(opened - moved >= 299, `${opened - moved} ms`);
  assert.ok(await page.evaluate(`fetch(document.querySelector("main").dataset.cards).then((answer) => answer.json()).then((cards) => document.querySelectorAll(".card p")[1].textContent === cards[${TERM}.dataset.term].text)`));
  const box = await page.evaluate("document.querySelector('.card').getBoundingClientRect()");
  assert.ok(box.left >= 0 && box.top >= 0 && box.right <= 1280 && box.bottom <= 900, JSON.stringify(box));
});

check("a pointer in passing opens nothing", async (page) => {
  await page.pointer(...await middle(page, TERM));
  await page.pointer(2, 2);
  await page.pause(700);
  assert.ok(await page.evaluate(NONE));
  assert.equal(await page.evaluate("notes.opened"), 0);
});

check("the pointer may enter the card; 250 ms after leaving both it closes", async (page) => {
  await openCard(page);
  await page.pointer(...await middle(page, "document.querySelector('.card')"));
  await page.pause(700);
  assert.ok(await page.evaluate(OPEN));
  await page.pointer(2, 2);
  await page.until(NONE);
  const { moved, closed } = await page.evaluate("notes");
  assert.ok(closed - moved >= 249, `${closed - moved} ms`);
});

check("Escape closes it, and it stays closed while the pointer stays", async (page) => {
  await openCard(page);
  await page.press("Escape");
  assert.ok(await page.evaluate(NONE));
  const [x, y] = await middle(page, TERM);
  await page.pointer(x + 3, y);
  await page.pause(700);
  assert.ok(await page.evaluate(NONE));
});

check("by keyboard: focus opens, Tab enters, Escape closes and gives the focus back", async (page) => {
  for (let tries = 0; tries < 60 && !await page.evaluate("document.activeElement.matches('a.term[data-term]')"); tries++) await page.press("Tab");
  await page.until(OPEN);
  const { focused, opened } = await page.evaluate("notes");
  assert.ok(opened - focused >= 299, `${opened - focused} ms`);
  const word = await page.evaluate("document.activeElement.textContent");
  await page.press("Tab");
  assert.equal(await page.evaluate("document.activeElement.textContent"), "Open full entry");
  await page.pause(700);
  assert.ok(await page.evaluate(OPEN));
  await page.press("Escape");
  assert.ok(await page.evaluate(NONE));
  assert.equal(await page.evaluate("document.activeElement.textContent"), word);
});

check("a tap follows the link and shows no card", async (page) => {
  const target = await page.evaluate(`${TERM}.href`);
  await page.pointer(...await middle(page, TERM), "touch", true);
  await page.until(`location.href === ${JSON.stringify(target)} && document.readyState === "complete"`);
  assert.ok(await page.evaluate(NONE));
});

check("it can be turned off for good", async (page, root) => {
  await openCard(page);
  await page.evaluate("document.querySelector('.card button').click()");
  assert.ok(await page.evaluate(NONE));
  await page.pointer(2, 2);
  await page.goto(root + pages.calculator);
  assert.equal(await page.evaluate("document.querySelector('#previews input').checked"), false);
  await page.pointer(...await middle(page, TERM));
  await page.pause(700);
  assert.ok(await page.evaluate(NONE));
});
