/** The hover card by mouse, keyboard and touch. The tests control the page's clock, so none of them sleeps. */
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { SCHEMES, WIDTHS, inChromium, samples, violations } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

const pages = await samples();
const TERM = "a.term[data-term]",
  START = 1_800_000_000_000;
const { testPage } = inChromium();

/**
 * @param {string} name
 * @param {(page: Page) => Promise<unknown>} use
 * @param {import("./support.mjs").Options} [options]
 */
const check = (name, use, options) =>
  testPage(
    name,
    pages.calculator,
    async (page) => {
      await page.clock.pauseAt(START + 60_000);
      await use(page);
    },
    { ...options, before: (page) => page.clock.install({ time: START }) },
  );

/** @param {Page} page */
const term = (page) => page.locator(TERM).first();
/** @param {Page} page */
const card = (page) => page.locator(".card");
/** @param {import("playwright-core").Locator} target */
async function rest(target) {
  await target.scrollIntoViewIfNeeded();
  await target.hover();
}
/** Lets the 300 ms pass; the card's text is fetched, so it may appear a moment later. @param {Page} page */
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
  await rest(term(page));
  await page.clock.runFor(299);
  assert.equal(await card(page).count(), 0);
  await opened(page);
  const id = (await term(page).getAttribute("data-term")) ?? "";
  const address = (await page.locator("main").getAttribute("data-cards")) ?? "";
  const texts = await (await page.request.get(new URL(address, page.url()).href)).json();
  assert.equal(await card(page).locator("p").nth(1).textContent(), texts[id].text);
  assert.equal(
    await card(page)
      .locator("a")
      .evaluate((a) => /** @type {HTMLAnchorElement} */ (a).href),
    await term(page).evaluate((a) => /** @type {HTMLAnchorElement} */ (a).href),
  );
  const target = await page.context().newPage();
  await target.goto(await term(page).evaluate((a) => /** @type {HTMLAnchorElement} */ (a).href));
  assert.equal(await target.locator(".definition").textContent(), texts[id].text);
  await target.close();
});

const RUN = "the card of a measurement has what its sentence leaves out, with previews or without";
testPage(RUN, "glossary/marlin/", async (page) => {
  const run = page.locator(".flow.text > p .run").first();
  const whole = (await run.textContent()) ?? "";
  assert.ok((await run.innerText()).length < whole.length - 30, "the sentence is short");
  await page.locator("#previews input").uncheck();
  await rest(run.locator("a"));
  await card(page).waitFor();
  const [figure, conditions] = await card(page).locator("p").allTextContents();
  assert.equal(`${figure} (${conditions})`, whole);
  await page.emulateMedia({ media: "print" });
  assert.equal((await run.innerText()).replace(/\s+/g, " "), whole.replace(/\s+/g, " "), "paper has them whole");
});

check("a pointer that passes over a term opens nothing", async (page) => {
  await rest(term(page));
  await page.clock.runFor(200);
  await page.mouse.move(2, 2);
  await page.clock.runFor(1000);
  assert.equal(await card(page).count(), 0);
});

check("the pointer may enter the card; 250 ms after leaving it closes", async (page) => {
  await rest(term(page));
  await opened(page);
  const box = (await card(page).boundingBox()) ?? assert.fail();
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
  await rest(term(page));
  await opened(page);
  await page.keyboard.press("Escape");
  assert.equal(await card(page).count(), 0);
  const box = (await term(page).boundingBox()) ?? assert.fail();
  await page.mouse.move(box.x + 4, box.y + box.height / 2);
  await page.clock.runFor(1000);
  assert.equal(await card(page).count(), 0);
  await page.mouse.move(2, 2);
  await page.clock.runFor(1000);
  await rest(term(page));
  await opened(page);
});

check("by keyboard: focus opens the card, Tab enters it, Escape closes it and returns the focus", async (page) => {
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

check("by keyboard: the card is one tab stop, followed by what follows the term", async (page) => {
  await tabToTerm(page);
  await opened(page);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  const follows = await page.evaluate((selector) => {
    const first = document.querySelector(selector),
      here = document.activeElement;
    return first && here
      ? Boolean(first.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_FOLLOWING) && !here.closest(".card")
      : false;
  }, TERM);
  assert.ok(follows);
});

check("the card is not part of the sentence's text", async (page) => {
  const sentence = page.locator("p", { has: page.locator(TERM) }).first();
  const words = await sentence.textContent();
  await rest(sentence.locator(TERM).first());
  await opened(page);
  assert.equal(await sentence.textContent(), words);
  assert.equal(await card(page).evaluate((box) => box.closest("p") === null && box.closest("main") !== null), true);
});

check("scrolling under a resting pointer opens nothing", async (page) => {
  const box = (await term(page).boundingBox()) ?? assert.fail();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2 - 240);
  await page.mouse.wheel(0, 240);
  await page.waitForFunction(() => scrollY > 200);
  await page.clock.runFor(1000);
  assert.equal(await card(page).count(), 0);
});

check(
  "a tap shows the card, and a second one follows the link",
  async (page) => {
    const target = await term(page).evaluate((a) => /** @type {HTMLAnchorElement} */ (a).href);
    const start = page.url();
    await term(page).dispatchEvent("pointermove", { bubbles: true, pointerType: "touch" });
    await page.clock.runFor(1000);
    assert.equal(await card(page).count(), 0);
    await term(page).tap();
    await card(page).waitFor();
    assert.equal(page.url(), start);
    await term(page).tap();
    await page.waitForURL(target);
  },
  { hasTouch: true, viewport: { width: 390, height: 800 } },
);

check(
  "a tap waits for slow cards",
  async (page) => {
    const start = page.url();
    /** @type {() => void} */
    let arrive = () => {};
    const slow = new Promise((resolve) => (arrive = () => resolve(undefined)));
    const request = page.waitForRequest(/\/cards[^/]*\.json$/);
    await page.route(/\/cards[^/]*\.json$/, async (route) => {
      await slow;
      await route.continue();
    });
    await term(page).tap();
    await request;
    await page.clock.runFor(1000);
    arrive();
    await card(page).waitFor();
    assert.equal(page.url(), start);
  },
  { hasTouch: true, viewport: { width: 390, height: 800 } },
);

check("the next term's card replaces the last, without delay if that was just open", async (page) => {
  await rest(term(page));
  await opened(page);
  const first = await card(page).getAttribute("aria-label");
  const other = page.locator(`${TERM}:not([data-term="${await term(page).getAttribute("data-term")}"])`).first();
  await page.mouse.move(2, 2);
  await page.clock.runFor(250);
  assert.equal(await card(page).count(), 0);
  await page.clock.runFor(100);
  await rest(other);
  await page.clock.runFor(1);
  await card(page).waitFor();
  assert.equal(await card(page).count(), 1);
  assert.notEqual(await card(page).getAttribute("aria-label"), first);
});

check("by keyboard: it closes 250 ms after the focus has left both", async (page) => {
  await tabToTerm(page);
  await opened(page);
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
  await page.clock.runFor(249);
  assert.equal(await card(page).count(), 1);
  await page.clock.runFor(1);
  assert.equal(await card(page).count(), 0);
});

check("a pointer that leaves the window opens nothing", async (page) => {
  const leaveWindow = () =>
    page.evaluate(() =>
      document.documentElement.dispatchEvent(new PointerEvent("pointerout", { bubbles: true, pointerType: "mouse" })),
    );
  await rest(term(page));
  await page.clock.runFor(200);
  await leaveWindow();
  await page.clock.runFor(1000);
  assert.equal(await card(page).count(), 0);
});

check("selecting text across a term opens nothing", async (page) => {
  const sentence = page.locator("p", { has: page.locator(TERM) }).first();
  await sentence.scrollIntoViewIfNeeded();
  const [from, to] = [
    (await sentence.boundingBox()) ?? assert.fail(),
    (await sentence.locator(TERM).first().boundingBox()) ?? assert.fail(),
  ];
  await page.mouse.move(from.x + 1, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 8 });
  await page.clock.runFor(1000);
  assert.equal(await card(page).count(), 0);
  await page.mouse.up();
  assert.ok((await page.evaluate(() => String(getSelection()))).length > 2);
});

check("the card's own text can be selected, and the card stays open", async (page) => {
  await rest(term(page));
  await opened(page);
  const box = (await card(page).locator("p").nth(1).boundingBox()) ?? assert.fail();
  await page.mouse.move(box.x + 2, box.y + 8, { steps: 3 });
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 4, box.y + 8, { steps: 4 });
  await page.mouse.up();
  await page.clock.runFor(1000);
  assert.equal(await card(page).count(), 1);
  assert.ok(
    (await card(page).locator("p").nth(1).textContent())?.includes(await page.evaluate(() => String(getSelection()))),
  );
  assert.ok((await page.evaluate(() => String(getSelection()))).length > 5);
});

check("Escape during the delay keeps the card closed", async (page) => {
  await rest(term(page));
  await page.clock.runFor(200);
  await page.keyboard.press("Escape");
  await page.clock.runFor(1000);
  assert.equal(await card(page).count(), 0);
});

check("a hovering pen opens the card like a mouse", async (page) => {
  await term(page).dispatchEvent("pointermove", { bubbles: true, pointerType: "pen" });
  await opened(page);
});

testPage("the script is smaller than 2 KB compressed", pages.calculator, async (page) => {
  const address = await page
    .locator("script[src*='/card.']")
    .evaluate((script) => /** @type {HTMLScriptElement} */ (script).src);
  const size = gzipSync(await (await page.request.get(address)).body(), { level: 9 }).length;
  assert.ok(size < 2048, `${size} B`);
});

testPage("pages beside the entries have cards too", pages.page ?? pages.calculator, async (page) => {
  if ((await page.locator("main[data-cards]").count()) === 0) return;
  await rest(term(page));
  await card(page).waitFor();
  assert.ok((await card(page).locator("p").nth(1).textContent())?.length);
});

check("previews can be turned off permanently, and on again in the footer", async (page) => {
  const option = page.locator("#previews input");
  assert.equal(await option.isChecked(), true);
  await rest(term(page));
  await opened(page);
  await card(page).getByRole("button", { name: "Turn off previews" }).click();
  assert.equal(await card(page).count(), 0);
  await page.mouse.move(2, 2);
  await page.reload();
  assert.equal(await option.isChecked(), false);
  await rest(term(page));
  await page.clock.runFor(1000);
  assert.equal(await card(page).count(), 0);
  await option.check();
  await page.mouse.move(2, 2);
  await page.clock.runFor(1000);
  await rest(term(page));
  await opened(page);
});

for (const width of WIDTHS) {
  check(
    `an open card is accessible and inside the window at ${width} px`,
    async (page) => {
      await rest(term(page));
      await opened(page);
      const box = (await card(page).boundingBox()) ?? assert.fail();
      const inside = box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= 900;
      assert.ok(inside, JSON.stringify(box));
      await page.clock.resume();
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        assert.deepEqual(await violations(page), [], colorScheme);
      }
    },
    { viewport: { width, height: 900 } },
  );
}
