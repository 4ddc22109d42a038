/**
 * Every kind of page: accessible in both colour schemes and at both ends of the widths, stable, self-contained,
 * printable.
 */
import assert from "node:assert/strict";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { describe, test } from "node:test";
import {
  DIST,
  assertAccessible,
  chooseOption,
  inChromium,
  publishedAt,
  readPage,
  respond,
  routePublished,
  samples,
  serve,
  settled,
} from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {PerformanceEntry & { value: number }} LayoutShift */

const { testPage, visit } = inChromium();
const pages = await samples();

/** How much the layout has shifted since the page began to load, two frames from now. Runs in the page. */
async function layoutShift() {
  const shifts = /** @type {LayoutShift[]} */ ([]);
  const note = (/** @type {PerformanceEntry[]} */ found) => shifts.push(.../** @type {LayoutShift[]} */ (found));
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  for (let frame = 0; frame < 2; frame++) await new Promise((painted) => requestAnimationFrame(painted));
  note(observer.takeRecords());
  return shifts.reduce((sum, { value }) => sum + value, 0);
}

describe("every kind of page", { concurrency: 2 }, () => {
  for (const [kind, address] of Object.entries(pages)) {
    if (address === undefined) continue;

    testPage(`${kind}: stable layout, one h1, landmarks, skip link, accessible`, address, async (page) => {
      // Scripts fetch what they add.
      await page.waitForLoadState("networkidle");
      assert.equal(await page.evaluate(layoutShift), 0);
      for (const selector of ["h1", "main", "body > header", "body > footer"]) {
        assert.equal(await page.locator(selector).count(), 1, selector);
      }
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("href")), "#main");
      await assertAccessible(page);
    });

    testPage(`${kind}: prints`, address, async (page) => {
      const pdf = await page.pdf({ format: "A4" });
      assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
      await page.emulateMedia({ media: "print" });
      assert.equal(await page.locator(".site nav").isVisible(), false);
    });
  }
});

test("the colour schemes differ in colours alone", async () => {
  const sheets = (await readdir(path.join(DIST, "assets/css"))).map((name) => readPage(`assets/css/${name}`));
  const css = (await Promise.all(sheets)).join("");
  // Whatever light-dark() chooses is a colour; a media query could change the layout.
  assert.match(css, /light-dark\(/);
  assert.doesNotMatch(css, /prefers-color-scheme/);
});

testPage("a printed entry has the sources' addresses and explains its terms", pages.calculator, async (page) => {
  const addressAfter = () =>
    page
      .locator(".sources a")
      .first()
      .evaluate((link) => getComputedStyle(link, "::after").content);
  assert.equal(await page.locator("#terms").isVisible(), false);
  assert.equal(await addressAfter(), "none");
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator("#terms").isVisible(), true);
  assert.match(await addressAfter(), /https?:/);
  assert.equal(await page.locator(".calc form").isVisible(), false);
});

testPage("a printed calculator has its address with the reader's input", pages.calculator, async (page) => {
  const printed = page.locator("[data-part=printed]");
  assert.match((await printed.textContent()) ?? "", /^https:.*\/glossary\/[^?]+$/);
  await page.locator("[name=c]").fill("16384");
  await page.waitForURL(/[?&]c=16384/);
  assert.equal(await printed.textContent(), page.url());
});

describe("the site below a path", () => {
  test("styles, scripts, links and the calculator work", async () => {
    const below = await serve("/sub/");
    const checked = new Set();
    try {
      for (const address of Object.values(pages)) {
        if (address === undefined) continue;
        await visit(below.url + address, async (page) => {
          assert.ok(await page.evaluate(() => document.styleSheets[0].cssRules.length > 0));
          const links = await page
            .locator("a[href]")
            .evaluateAll((all) =>
              all.map((a) => new URL(a.getAttribute("href") ?? "", document.baseURI).href.replace(/#.*/, "")),
            );
          for (const link of links.filter((link) => new URL(link).origin === new URL(below.url).origin)) {
            if (checked.has(link)) continue;
            checked.add(link);
            assert.ok(link.startsWith(below.url), `${link} leaves the site`);
            assert.equal((await fetch(link)).status, 200, link);
          }
        });
      }
      await visit(below.url + pages.calculator, async (page) => {
        const figure = () => page.locator("[data-part=figure]").innerHTML();
        await settled(page);
        const before = await figure();
        const select = page.locator("select[name]").first();
        const next = await select.evaluate((list) => {
          const { selectedIndex, options } = /** @type {HTMLSelectElement} */ (list);
          return options[(selectedIndex + 1) % options.length].value;
        });
        await chooseOption(page, "select[name] >> nth=0", next);
        await settled(page);
        assert.notEqual(await figure(), before);
      });
    } finally {
      below.close();
    }
  });
});

// The page links by absolute URL, so it is visited at the address where the site will be published.
const published = await publishedAt();
testPage(
  "a missing page is the 404 page, complete at any depth and accessible",
  `${published}no/such/page/`,
  async (page) => {
    assert.equal(await page.locator("h1").count(), 1);
    assert.ok(await page.evaluate(() => document.styleSheets[0].cssRules.length > 0));
    await assertAccessible(page);
    const address = await page
      .locator("main a")
      .first()
      .evaluate((a) => /** @type {HTMLAnchorElement} */ (a).href);
    const { pathname } = new URL(address);
    assert.equal((await respond(pathname.slice(new URL(published).pathname.length - 1))).status, 200);
  },
  { expected: /no\/such\/page|status of 404/, before: (page) => routePublished(page, published) },
);

testPage("the theme switch holds on the next page and follows the system again", "", async (page) => {
  await page.emulateMedia({ colorScheme: "light" });
  const paper = () => page.evaluate(() => getComputedStyle(document.body).color);
  const button = page.locator("#scheme");
  const light = await paper();
  await button.click();
  assert.equal(await button.getAttribute("aria-label"), "Theme: light");
  await button.press("Enter");
  assert.equal(await button.getAttribute("aria-label"), "Theme: dark");
  const dark = await paper();
  assert.notEqual(dark, light);
  await page.getByRole("link", { name: "Glossary", exact: true }).first().click();
  await page.waitForURL(/glossary/);
  assert.equal(await paper(), dark);
  assert.equal(await button.getAttribute("aria-label"), "Theme: dark");
  await button.click();
  assert.equal(await button.getAttribute("aria-label"), "Theme: as the system");
  assert.equal(await paper(), light);
});

for (const javaScriptEnabled of [true, false]) {
  testPage(
    `the menu of a narrow window ${javaScriptEnabled ? "with" : "without"} scripts`,
    "",
    async (page) => {
      await page.setViewportSize({ width: 360, height: 740 });
      const [nav, menu] = [page.locator("#nav"), page.getByRole("button", { name: "Menu" })];
      assert.ok(await nav.isHidden());
      await menu.focus();
      await page.keyboard.press("Enter");
      assert.ok(await nav.isVisible());
      await page.keyboard.press("Escape");
      assert.ok(await nav.isHidden());
      await menu.click();
      await nav.getByRole("link", { name: "Models" }).click();
      await page.waitForURL(/models/);
      await page.setViewportSize({ width: 1280, height: 740 });
      assert.ok((await nav.isVisible()) && (await menu.isHidden()));
    },
    { javaScriptEnabled },
  );
}
