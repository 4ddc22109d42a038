/** Every kind of page: accessible in both schemes and at both ends of the widths, quiet, self-contained, printable. */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, publishedAt, respond, samples, serve, sideways, violations, visit } from "./support.mjs";

const pages = await samples();
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

for (const [kind, address] of Object.entries(pages)) {
  if (address === undefined) continue;
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    for (const width of [1280, 320]) {
      test(`${kind}: accessible and within the window, ${colorScheme}, ${width} px`, async () => {
        await visit(browser, site.url + address, { colorScheme, viewport: { width, height: 900 } }, async (page) => {
          assert.deepEqual(await violations(page), []);
          assert.equal(await sideways(page), 0);
        });
      });
    }
  }

  test(`${kind}: one first heading, and the landmarks`, async () => {
    await visit(browser, site.url + address, {}, async (page) => {
      for (const role of ["h1", "main", "body > header", "body > footer"]) assert.equal(await page.locator(role).count(), 1, role);
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("href")), "#main");
    });
  });

  test(`${kind}: nothing shifts while it loads`, async () => {
    await visit(browser, site.url + address, {}, async (page) => {
      const shift = await page.evaluate(() => new Promise((done) => {
        let sum = 0;
        new PerformanceObserver((list) => list.getEntries().forEach((entry) => (sum += /** @type {any} */ (entry).value))).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => done(sum), 100)));
      }));
      assert.equal(shift, 0);
    });
  });

  test(`${kind}: prints`, async () => {
    await visit(browser, site.url + address, {}, async (page) => {
      const paper = await page.pdf({ format: "A4" });
      assert.equal(paper.subarray(0, 5).toString(), "%PDF-");
      await page.emulateMedia({ media: "print" });
      assert.equal(await page.locator(".site nav").isVisible(), false);
    });
  });
}

test("entry in print: addresses of the sources are written out, and the terms used are explained", async () => {
  await visit(browser, site.url + pages.calculator, {}, async (page) => {
    const addressAfter = () => page.locator(".sources a").first().evaluate((link) => getComputedStyle(link, "::after").content);
    assert.equal(await page.locator("#terms").isVisible(), false);
    assert.equal(await addressAfter(), "none");
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator("#terms").isVisible(), true);
    assert.match(await addressAfter(), /https?:/);
    assert.equal(await page.locator(".calc form").isVisible(), false);
  });
  await visit(browser, site.url + pages.calculator, {}, async (page) => {
    const printed = page.locator("[data-part=printed]");
    assert.match(await printed.textContent() ?? "", /^https:.*\/glossary\/[^?]+$/);
    await page.locator("[name=c]").fill("16384");
    await page.waitForURL(/[?&]c=16384/);
    assert.equal(await printed.textContent(), page.url(), "on paper: the address with what was entered");
  });
});

test("the site works below a path: styles, scripts, links and the calculator", async () => {
  const below = await serve("/sub/");
  try {
    for (const address of Object.values(pages)) {
      if (address === undefined) continue;
      await visit(browser, below.url + address, {}, async (page) => {
        assert.ok(await page.evaluate(() => document.styleSheets[0].cssRules.length > 0));
        const links = await page.locator("a[href]").evaluateAll((all) => all.map((a) => new URL(a.getAttribute("href") ?? "", document.baseURI).href));
        for (const link of new Set(links.filter((l) => new URL(l).origin === new URL(below.url).origin))) {
          assert.ok(link.startsWith(below.url), `${link} leaves the site`);
          assert.equal((await page.request.get(link)).status(), 200, link);
        }
      });
    }
    await visit(browser, below.url + pages.calculator, {}, async (page) => {
      const before = await page.locator("#answer").textContent();
      await page.waitForFunction(() => (document.querySelector("select[name]")?.children.length ?? 0) > 1);
      await page.locator("select[name]").first().evaluate((list) => {
        const select = /** @type {HTMLSelectElement} */ (list);
        select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
        select.dispatchEvent(new Event("change", { bubbles: true }));
      });
      await page.waitForFunction((text) => document.querySelector("#answer")?.textContent !== text, before);
    });
  } finally {
    below.close();
  }
});

test("a missing page shows 404, complete at any depth, accessible in both schemes", async () => {
  // The page names absolute addresses, so it is visited at the address where the site will be published.
  const published = await publishedAt();
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    for (const width of [1280, 320]) {
      await visit(browser, `${published}no/such/page/`, {
        colorScheme,
        viewport: { width, height: 900 },
        expected: /no\/such\/page|status of 404/,
        before: (page) => page.route(`${published}**`, async (route) => {
          const { status, type, body } = await respond(new URL(route.request().url()).pathname.slice(new URL(published).pathname.length - 1));
          await route.fulfill({ status, contentType: type, body });
        }),
      }, async (page) => {
        assert.equal(await page.locator("h1").count(), 1);
        assert.ok(await page.evaluate(() => document.styleSheets[0].cssRules.length > 0));
        assert.deepEqual(await violations(page), []);
        assert.equal(await sideways(page), 0);
        const address = await page.locator("main a").first().evaluate((a) => /** @type {HTMLAnchorElement} */ (a).href);
        assert.equal((await respond(new URL(address).pathname.slice(new URL(published).pathname.length - 1))).status, 200);
      });
    }
  }
});
