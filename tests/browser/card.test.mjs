/** The preview card, by mouse, keyboard and touch. The page's clock is in the test's hand, so nothing is slept through. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, samples, serve, violations, visit } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

const pages = await samples();
const TERM = "a.term[data-term]", START = 1_800_000_000_000;
/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let site;
before(async () => {
  [browser, site] = await Promise.all([launch(), serve()]);
});
after(async () => {
  await browser.close();
  site.close();
});

/** @param {string} name @param {(page: Page) => Promise<unknown>} use @param {import("./support.mjs").Options} [options] */
const check = (name, use, options) => test(name, () => visit(browser, site.url + pages.calculator, { ...options, before: (page) => page.clock.install({ time: START }) }, async (page) => {
  await page.clock.pauseAt(START + 60_000);
  await use(page);
}));

/** @param {Page} page */
const term = (page) => page.locator(TERM).first();
/** @param {Page} page */
const card = (page) => page.locator(".card");
/** @param {Page} page @param {import("playwright-core").Locator} target */
async function rest(page, target) {
  await target.scrollIntoViewIfNeeded();
  await target.hover();
}
/** Lets the 300 ms pass; the card's text comes by network, so it may be a moment later. @param {Page} page */
async function opened(page) {
  await page.clock.runFor(300);
  await card(page).waitFor();
}
/** @param {Page} page */
async function tabToTerm(page) {
  for (let tries = 0; tries < 60; tries++) {
    await page.keyboard.press("Tab");
    if (await page.evaluate((selector) => document.activeElement?.matches(selector), TERM)) return;
  }
  assert.fail("no term can be reached with Tab");
}

check("opens after 300 ms of rest, not before, with the entry's definition", async (page) => {
  await rest(page, term(page));
  await page.clock.runFor(299);
  assert.equal(await card(page).count(), 0);
  await opened(page);
  const id = await term(page).getAttribute("data-term") ?? "";
  const address = await page.locator("main").getAttribute("data-cards") ?? "";
  const texts = await (await page.request.get(new URL(address, page.url()).href)).json();
  assert.equal(await card(page).locator("p").nth(1).textContent(), texts[id].text);
  assert.equal(await card(page).locator("a").evaluate((a) => /** @type {HTMLAnchorElement} */ (a).href), await term(page).evaluate((a) => /** @type {HTMLAnchorElement} */ (a).href));
  const target = await browser.newPage();
  await target.goto(await term(page).evaluate((a) => /** @type {HTMLAnchorElement} */ (a).href));
  assert.equal(await target.locator(".definition").textContent(), texts[id].text);
  await target.close();
});

check("a pointer in passing opens nothing", async (page) => {
  await rest(page, term(page));
  await page.clock.runFor(200);
  await page.mouse.move(2, 2);
  await page.clock.runFor(1000);
  assert.equal(await card(page).count(), 0);
});

check("the pointer may enter the card; 250 ms after leaving it closes", async (page) => {
  await rest(page, term(page));
  await opened(page);
  const box = await card(page).boundingBox() ?? assert.fail();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 4 });
  await page.clock.runFor(2000);
  assert.equal(await card(page).count(), 1);
  await page.mouse.move(2, 2);
  await page.clock.runFor(249);
  assert.equal(await card(page).count(), 1);
  await page.clock.runFor(1);
  assert.equal(await card(page).count(), 0);
});

check("Escape closes it, and it stays closed until the pointer has left and returned", async (page) => {
  await rest(page, term(page));
  await opened(page);
  await page.keyboard.press("Escape");
  assert.equal(await card(page).count(), 0);
  const box = await term(page).boundingBox() ?? assert.fail();
  await page.mouse.move(box.x + 4, box.y + box.height / 2);
  await page.clock.runFor(1000);
  assert.equal(await card(page).count(), 0);
  await page.mouse.move(2, 2);
  await page.clock.runFor(1000);
  await rest(page, term(page));
  await opened(page);
});

check("by keyboard: focus opens, Tab enters, Escape closes and gives the focus back", async (page) => {
  await tabToTerm(page);
  await opened(page);
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  const word = await focused();
  await page.keyboard.press("Tab");
  assert.equal(await focused(), "Open full entry");
  await page.clock.runFor(1000);
  assert.equal(await card(page).count(), 1);
  await page.keyboard.press("Escape");
  assert.equal(await card(page).count(), 0);
  assert.equal(await focused(), word);
  await page.clock.runFor(1000);
  assert.equal(await card(page).count(), 0, "the returned focus must not open it again");
});

check("by keyboard: the card is one stop, and Tab goes on to what follows the term", async (page) => {
  await tabToTerm(page);
  await opened(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  const follows = await page.evaluate((selector) => {
    const first = document.querySelector(selector), here = document.activeElement;
    return first && here ? Boolean(first.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_FOLLOWING) && !here.closest(".card") : false;
  }, TERM);
  assert.ok(follows);
});

check("the sentence keeps its words while the card is open", async (page) => {
  const sentence = page.locator("p", { has: page.locator(TERM) }).first();
  const words = await sentence.textContent();
  await rest(page, sentence.locator(TERM).first());
  await opened(page);
  assert.equal(await sentence.textContent(), words);
  assert.equal(await card(page).evaluate((box) => box.closest("p") === null && box.closest("main") !== null), true);
});

check("a page that scrolls under a still pointer opens nothing", async (page) => {
  const box = await term(page).boundingBox() ?? assert.fail();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - 240);
  await page.mouse.wheel(0, 240);
  await page.waitForFunction(() => scrollY > 200);
  await page.clock.runFor(1000);
  assert.equal(await card(page).count(), 0);
});

check("a tap follows the link and shows no card", async (page) => {
  let asked = false;
  page.on("request", (request) => (asked ||= request.url().includes("cards")));
  const target = await term(page).evaluate((a) => /** @type {HTMLAnchorElement} */ (a).href);
  await term(page).dispatchEvent("pointermove", { bubbles: true, pointerType: "touch" });
  await page.clock.runFor(1000);
  assert.equal(await card(page).count(), 0);
  await term(page).tap();
  await page.waitForURL(target);
  assert.equal(asked, false);
}, { hasTouch: true, viewport: { width: 390, height: 800 } });

check("it can be turned off for good, and on again in the footer", async (page) => {
  const option = page.locator("#previews input");
  assert.equal(await option.isChecked(), true);
  await rest(page, term(page));
  await opened(page);
  await card(page).getByRole("button", { name: "Turn off previews" }).click();
  assert.equal(await card(page).count(), 0);
  await page.mouse.move(2, 2);
  await page.reload();
  assert.equal(await option.isChecked(), false);
  await rest(page, term(page));
  await page.clock.runFor(1000);
  assert.equal(await card(page).count(), 0);
  await option.check();
  await page.mouse.move(2, 2);
  await page.clock.runFor(1000);
  await rest(page, term(page));
  await opened(page);
});

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const width of [1280, 320]) {
    check(`open card: accessible and inside the window, ${colorScheme}, ${width} px`, async (page) => {
      await rest(page, term(page));
      await opened(page);
      const box = await card(page).boundingBox() ?? assert.fail();
      assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= 900, JSON.stringify(box));
      await page.clock.resume();
      assert.deepEqual(await violations(page), []);
    }, { colorScheme, viewport: { width, height: 900 } });
  }
}
