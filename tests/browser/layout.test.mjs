/** Nothing is cut or covered: tables say that they scroll, code ends before its button, hints stand in their fields. */
import assert from "node:assert/strict";
import { assertAccessible, htmlFiles, inChromium, overflow } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */
const { testPage, url } = inChromium();
const kinds = (await htmlFiles()).filter((name) => /^calculators\/[^/]+\/index\.html$/.test(name));
const NARROW = { width: 360, height: 800 };

testPage(
  "a table that scrolls has a shadow at its end until the end is reached",
  "methodology/",
  async (page) => {
    const wide = page.locator(".scroll").filter({ visible: true });
    const at = await wide.evaluateAll((all) => all.findIndex((one) => one.scrollWidth > one.clientWidth + 20));
    assert.ok(at >= 0, "the page has a table that scrolls");
    const table = wide.nth(at);
    await table.evaluate((one) => one.scrollIntoView());
    /** The colour of the last pixels in an empty place of the caption, light to dark. @param {boolean} end */
    const corner = async (end) => {
      await table.evaluate((one, end) => (one.scrollLeft = end ? one.scrollWidth : 0), end);
      const box = (await table.boundingBox()) ?? assert.fail("no table");
      const clip = { x: box.x + box.width - 4, y: box.y + 1, width: 3, height: 3 };
      return (await page.screenshot({ clip })).toString("base64");
    };
    assert.notEqual(await corner(false), await corner(true));
    assert.equal(await overflow(page), 0);
  },
  { viewport: NARROW },
);

for (const viewport of [NARROW, { width: 1280, height: 900 }]) {
  for (const address of ["calculators/latency/", "guide/"]) {
    testPage(
      `${address} at ${viewport.width}: code never lies under its button`,
      address,
      async (page) => {
        await page.locator(".code button").filter({ visible: true }).first().waitFor();
        const covered = await page.locator(".code").filter({ visible: true }).evaluateAll((all) =>
          all.flatMap((block) => {
            const button = /** @type {HTMLElement} */ (block.querySelector("button")).getBoundingClientRect();
            const pre = /** @type {HTMLElement} */ (block.querySelector("pre"));
            const { left, top } = pre.getBoundingClientRect();
            // What is scrolled is cut at the inside of the borders.
            const [end, start] = [left + pre.clientLeft + pre.clientWidth, top + pre.clientTop];
            return end <= button.left || start >= button.bottom ? [] : [pre.textContent];
          }),
        );
        assert.deepEqual(covered, []);
      },
      { viewport },
    );
  }

  testPage(
    `fields at ${viewport.width}: name, control and hint below each other, and those of a row at one height`,
    "calculators/",
    async (page) => {
      for (const name of [...kinds, "explore/index.html"]) {
        await page.goto(url(name.replace("index.html", "")));
        const problems = await page.evaluate(() => {
          for (const more of document.querySelectorAll("details.more-fields")) more.setAttribute("open", "");
          /** @type {Map<number, Set<number>>} */
          const rows = new Map();
          const box = (/** @type {Element} */ of) => of.getBoundingClientRect();
          const found = [];
          for (const field of document.querySelectorAll(".fields .field")) {
            const label = field.querySelector("label"),
              hint = field.querySelector(".hint"),
              control = field.querySelector("select, .pair");
            if (!label || !hint || !control || !box(field).width) continue;
            const text = document.createRange();
            text.selectNodeContents(label);
            const [own, set, below] = [text.getBoundingClientRect(), box(control), box(hint)];
            for (const { left, right, width } of [own, set, below]) {
              const isOut = right > box(field).right + 1 || left < box(field).left - 1;
              if (width && isOut) found.push(`${label.textContent} sticks out`);
            }
            if (own.bottom > set.top + 1) found.push(`${label.textContent} overlaps`);
            if (below.width && below.top < set.bottom - 1) found.push(`${hint.textContent} overlaps`);
            const input = field.querySelector("select, input[type=text]");
            if (input && box(input).height < 44) found.push(`${label.textContent} is low`);
            const top = Math.round(box(field).top);
            rows.set(top, (rows.get(top) ?? new Set()).add(Math.round(set.top)));
          }
          for (const tops of rows.values()) if (tops.size > 1) found.push(`a row at ${[...tops]}`);
          return found;
        });
        assert.deepEqual(problems, [], name);
        assert.equal(await overflow(page), 0, name);
      }
    },
    { viewport },
  );
}

testPage(
  "the map by touch: a tap shows a term's lines and a link, another term takes over, a second tap follows",
  "map/",
  async (page) => {
    const [first, second] = [page.locator(".map g > a").nth(20), page.locator(".map g > a").nth(40)];
    const lines = (/** @type {import("playwright-core").Locator} */ link) =>
      link.evaluate((a) => getComputedStyle(/** @type {Element} */ (a.nextElementSibling)).visibility);
    assert.equal(await lines(first), "hidden");
    assert.ok(await page.locator(".map .all").isVisible(), "some lines are there at rest");
    await first.tap();
    assert.equal(await lines(first), "visible");
    assert.equal(await page.locator(".tapped a").getAttribute("href"), await first.getAttribute("href"));
    await second.tap();
    assert.deepEqual([await lines(first), await lines(second)], ["hidden", "visible"]);
    await assertAccessible(page);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.locator(".map .ground").dispatchEvent("click");
    await page.locator(".tapped").waitFor({ state: "hidden" });
    await second.tap();
    await second.tap();
    await page.waitForURL(/\/glossary\//);
  },
  { viewport: { width: 1280, height: 900 }, hasTouch: true },
);

testPage("the map by mouse: a click follows at once", "map/", async (page) => {
  await page.locator(".map g > a").nth(20).click();
  await page.waitForURL(/\/glossary\//);
});

testPage(
  "the map by touch without scripts: a tap follows",
  "map/",
  async (page) => {
    await page.locator(".map g > a").nth(20).tap();
    await page.waitForURL(/\/glossary\//);
  },
  { viewport: { width: 1280, height: 900 }, hasTouch: true, javaScriptEnabled: false },
);

testPage(
  "on a phone the home page's answer is in the first window, below questions that can be scrolled to",
  "",
  async (page) => {
    const answer = await page.locator("#answer").boundingBox();
    assert.ok(answer && answer.y + answer.height <= 740, JSON.stringify(answer));
    const last = page.locator(".asked a").last();
    await last.focus();
    const box = await last.boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 360 && box.height >= 24, JSON.stringify(box));
  },
  { viewport: { width: 360, height: 740 } },
);
