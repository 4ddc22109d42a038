/** The pages of the catalog: accessible, within the window, small, complete without scripts; the search of the measurements works. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { DIST, htmlFiles, launch, serve, sideways, violations, visit } from "./support.mjs";

const KINDS = { hardware: "hardware/", device: "hardware/rtx-4090/", models: "models/", model: "models/qwen3.5-35b-a3b/", anchors: "anchors/", publication: "anchors/apple-silicon-llm-bench/" };
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

for (const [kind, address] of Object.entries(KINDS)) {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    for (const width of [1280, 320]) {
      test(`${kind}: accessible and within the window, folds open, ${colorScheme}, ${width} px`, async () => {
        await visit(browser, site.url + address, { colorScheme, viewport: { width, height: 900 } }, async (page) => {
          await page.locator("details").evaluateAll((all) => all.slice(0, 2).forEach((fold) => fold.setAttribute("open", "")));
          assert.deepEqual(await violations(page), []);
          assert.equal(await sideways(page), 0);
        });
      });
    }
  }

  test(`${kind}: complete without scripts`, async () => {
    await visit(browser, site.url + address, { javaScriptEnabled: false }, async (page) => {
      assert.ok(await page.locator("main tbody tr").count() > 5);
      for (const each of await page.locator(".script-only").all()) assert.equal(await each.isVisible(), false);
      for (const fold of await page.locator("details").all()) {
        await fold.locator("summary").click();
        assert.ok(await fold.locator("table, .note").first().isVisible());
      }
    });
  });
}

test("the navigation has a place for every way at 360 px", async () => {
  await visit(browser, site.url, { viewport: { width: 360, height: 800 } }, async (page) => {
    for (const name of ["Glossary", "Hardware", "Models", "Measurements"]) {
      const box = await page.locator(".site nav").getByRole("link", { name, exact: true }).boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= 360 && box.height >= 24, `${name}: ${JSON.stringify(box)}`);
    }
    assert.equal(await sideways(page), 0);
  });
});

test("a range leads to the calculator with the row's inputs", async () => {
  await visit(browser, `${site.url}hardware/rtx-4090/`, {}, async (page) => {
    const row = page.locator(".strips tbody tr", { hasText: "Llama 3.1 8B" }).first();
    const range = await row.locator("td.r a").textContent();
    await row.locator("td.r a").click();
    await page.locator("#answer").waitFor();
    await page.waitForFunction((text) => document.querySelector(".three dd.r")?.textContent?.startsWith(text ?? "?"), range);
    assert.equal(await page.locator("[name=hw]").inputValue(), "rtx-4090");
  });
});

test("the rows are fetched when they are asked for, filtered by words, and sorted by a head", async () => {
  await visit(browser, `${site.url}anchors/`, {}, async (page) => {
    const table = page.locator("#explore table");
    assert.equal(await table.count(), 0);
    await page.locator("#words").fill("4090 q4_k_m");
    await table.waitFor();
    const texts = await table.locator("tbody tr").allTextContents();
    assert.ok(texts.length > 10 && texts.every((text) => /4090/.test(text) && /q4_k_m/i.test(text)), texts[0]);
    const speeds = async () => (await table.locator("tbody td:nth-child(7)").allTextContents()).map((text) => parseFloat(text.replaceAll(",", "")));
    const head = table.getByRole("button", { name: "tok/s" });
    await head.click();
    const down = await speeds();
    assert.deepEqual(down, down.toSorted((a, b) => b - a));
    assert.equal(await table.locator("th:nth-child(7)").getAttribute("aria-sort"), "descending");
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "tok/s");
    await head.click();
    const up = await speeds();
    assert.deepEqual(up, up.toSorted((a, b) => a - b));
    await page.locator("#phase").selectOption("prefill");
    await page.waitForFunction(() => [...document.querySelectorAll("#explore tbody td:nth-child(5)")].every((cell) => cell.textContent?.startsWith("prompt")));
    assert.match(page.url(), /q=4090\+q4_k_m&phase=prefill/);
    assert.match((await page.locator("[data-part=found]").textContent()) ?? "", /^\d+ of 3,306 rows/);
    assert.deepEqual(await violations(page), []);
  });
});

test("an address asks for one device, and more rows come on request", async () => {
  await visit(browser, `${site.url}anchors/?hw=ryzen-ai-max-395`, {}, async (page) => {
    const rows = page.locator("#explore tbody tr");
    await rows.first().waitFor();
    assert.equal(await rows.count(), 100);
    await page.getByRole("button", { name: "Show more" }).click();
    await page.waitForFunction(() => document.querySelectorAll("#explore tbody tr").length === 200);
    const device = new URL(await rows.nth(150).locator("a").first().evaluate((link) => /** @type {HTMLAnchorElement} */ (link).href));
    assert.ok(device.pathname.endsWith("/hardware/ryzen-ai-max-395/"));
    await page.locator("#words").fill("no such words");
    await page.waitForFunction(() => document.querySelector("[data-part=found]")?.textContent?.startsWith("0 of"));
  });
});

test("a failure is said, and the next try works", async () => {
  let broken = true;
  const before = (/** @type {import("playwright-core").Page} */ page) => page.route("**/measurements.json", (route) => (broken ? route.abort() : route.continue()));
  await visit(browser, `${site.url}anchors/`, { before, expected: /measurements\.json|ERR_FAILED/ }, async (page) => {
    await page.locator("#words").fill("llama");
    await page.getByText("The rows could not be loaded").waitFor();
    broken = false;
    await page.locator("#words").fill("llama 8b");
    await page.locator("#explore table").waitFor();
  });
});

test("no page of the catalog is over 100 KB, compressed", async () => {
  const pages = (await htmlFiles()).filter((name) => /^(hardware|models|anchors)\//.test(name));
  assert.ok(pages.length > 300);
  for (const name of pages) {
    const size = gzipSync(await readFile(path.join(DIST, name))).length;
    assert.ok(size < 100_000, `${name}: ${size} bytes`);
  }
});
