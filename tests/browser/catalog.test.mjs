/** The catalog pages: accessible, small, complete without scripts; the filter of the measurements works. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { DIST, assertAccessible, htmlFiles, inChromium, overflow, violations } from "./support.mjs";

const KINDS = {
  hardware: "hardware/",
  device: "hardware/rtx-4090/",
  models: "models/",
  model: "models/qwen3.5-35b-a3b/",
  runtimes: "runtimes/",
  runtime: "runtimes/vllm/",
  anchors: "anchors/",
  publication: "anchors/apple-silicon-llm-bench/",
};
const { testPage } = inChromium();

describe("every kind of catalog page", { concurrency: 2 }, () => {
  for (const [kind, address] of Object.entries(KINDS)) {
    testPage(`${kind}: accessible and no wider than the window, with open details`, address, async (page) => {
      const details = page.locator("details");
      await details.evaluateAll((all) => all.slice(0, 2).forEach((element) => element.setAttribute("open", "")));
      await assertAccessible(page);
    });

    testPage(
      `${kind}: complete without scripts`,
      address,
      async (page) => {
        assert.ok((await page.locator("main tbody tr").count()) > 5);
        for (const element of await page.locator(".script-only").all()) assert.equal(await element.isVisible(), false);
        for (const details of await page.locator("details").all()) {
          await details.locator("summary").click();
          assert.ok(await details.locator("table, .note").first().isVisible());
        }
      },
      { javaScriptEnabled: false },
    );
  }
});

testPage(
  "the navigation fits at 360 px",
  "",
  async (page) => {
    await page.getByRole("button", { name: "Menu" }).click();
    for (const name of ["Glossary", "Hardware", "Models", "Learn"]) {
      const box = await page.locator(".site nav").getByRole("link", { name, exact: true }).boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= 360 && box.height >= 24, `${name}: ${JSON.stringify(box)}`);
    }
    assert.equal(await overflow(page), 0);
  },
  { viewport: { width: 360, height: 800 } },
);

testPage("a range links to the calculator with the row's inputs", "hardware/rtx-4090/", async (page) => {
  const row = page.locator(".strips tbody tr", { hasText: "Llama 3.1 8B" }).first();
  const range = await row.locator("td.r a").textContent();
  await row.locator("td.r a").click();
  await page.locator("#answer").waitFor();
  await page.waitForFunction(
    (text) => document.querySelector(".three dd.r")?.textContent?.startsWith(text ?? "?"),
    range,
  );
  assert.equal(await page.locator("[name=hw]").inputValue(), "rtx-4090");
});

testPage(
  "the rows are fetched on the first input, filtered by words, and sorted by a column",
  "anchors/",
  async (page) => {
    const table = page.locator("#explore table");
    assert.equal(await table.count(), 0);
    await page.locator("#words").fill("4090 q4_k_m");
    await table.waitFor();
    const texts = await table.locator("tbody tr").allTextContents();
    assert.ok(texts.length > 10 && texts.every((text) => /4090/.test(text) && /q4_k_m/i.test(text)), texts[0]);
    for (const column of [1, 2, 3, 4]) {
      const cells = await table.locator(`tbody td:nth-child(${column})`).allTextContents();
      assert.ok(cells.every(Boolean), `column ${column} is filled on every row`);
    }
    const speeds = async () =>
      (await table.locator("tbody td:nth-child(7)").allTextContents()).map((text) =>
        parseFloat(text.replaceAll(",", "")),
      );
    const head = table.getByRole("button", { name: "tok/s" });
    await head.click();
    const down = await speeds();
    assert.deepEqual(
      down,
      down.toSorted((a, b) => b - a),
    );
    assert.equal(await table.locator("th:nth-child(7)").getAttribute("aria-sort"), "descending");
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "tok/s");
    await head.click();
    const up = await speeds();
    assert.deepEqual(
      up,
      up.toSorted((a, b) => a - b),
    );
    await page.locator("#phase").selectOption("prefill");
    await page.waitForFunction(() =>
      [...document.querySelectorAll("#explore tbody td:nth-child(5)")].every((cell) =>
        cell.textContent?.startsWith("prompt"),
      ),
    );
    assert.match(page.url(), /q=4090\+q4_k_m&phase=prefill/);
    const text = await readFile(path.join(DIST, "anchors/measurements.json"), "utf8");
    const file = /** @type {{ measurements: unknown[] }} */ (JSON.parse(text));
    const all = new Intl.NumberFormat("en").format(file.measurements.length);
    const found = (await page.locator("[data-part=found]").textContent()) ?? "";
    assert.ok(/^\d+ of /.test(found) && found.includes(` of ${all} rows`), found);
    assert.deepEqual(await violations(page), []);
  },
);

testPage("a runtime leads to its rows, and a row to its runtime", "runtimes/vllm/", async (page) => {
  const row = page.locator("table", { hasText: "By device" }).locator("tbody tr").first();
  const [device, runs] = await row.locator("a").allTextContents();
  await row.locator("a").nth(1).click();
  const found = page.locator("#explore tbody tr");
  await found.first().waitFor();
  assert.match((await page.locator("[data-part=found]").textContent()) ?? "", new RegExp(`^${runs} of .*one runtime`));
  assert.ok(((await found.first().textContent()) ?? "").includes(device));
  await found.first().locator("td:nth-child(4) a").click();
  await page.waitForURL("**/runtimes/vllm/");
});

testPage("rows whose source names no program lead to no page of one", "anchors/?q=not%20stated", async (page) => {
  const rows = page.locator("#explore tbody tr");
  await rows.first().waitFor();
  const nameless = rows.filter({ has: page.locator("td:nth-child(4)", { hasText: /^not stated/ }) });
  assert.ok((await nameless.count()) > 0);
  assert.equal(await nameless.locator("td:nth-child(4) a").count(), 0);
});

testPage("reasons for caution are words", "anchors/?q=depth-unknown", async (page) => {
  const cells = page.locator("#explore tbody td:nth-child(9)");
  await cells.first().waitFor();
  const reasons = await cells.allTextContents();
  assert.ok(reasons.every((text) => text.includes("the context is not stated") && !text.includes("depth-unknown")));
  assert.equal(await page.locator("#explore thead th:nth-child(9)").textContent(), "Caution");
});

testPage("the URL selects one device, and a button shows more rows", "anchors/?hw=ryzen-ai-max-395", async (page) => {
  const rows = page.locator("#explore tbody tr");
  await rows.first().waitFor();
  assert.equal(await rows.count(), 100);
  await page.getByRole("button", { name: "Show more" }).click();
  await page.waitForFunction(() => document.querySelectorAll("#explore tbody tr").length === 200);
  const device = new URL(
    await rows
      .nth(150)
      .locator("a")
      .first()
      .evaluate((link) => /** @type {HTMLAnchorElement} */ (link).href),
  );
  assert.ok(device.pathname.endsWith("/hardware/ryzen-ai-max-395/"));
  await page.locator("#words").fill("no such words");
  await page.waitForFunction(() => document.querySelector("[data-part=found]")?.textContent?.startsWith("0 of"));
});

let broken = true;
testPage(
  "a failure to fetch the rows is reported, and the next input retries",
  "anchors/",
  async (page) => {
    await page.locator("#words").fill("llama");
    await page.getByText("The rows could not be loaded").waitFor();
    broken = false;
    await page.locator("#words").fill("llama 8b");
    await page.locator("#explore table").waitFor();
  },
  {
    expected: /measurements\.json|ERR_FAILED/,
    before: (page) => page.route("**/measurements.json", (route) => (broken ? route.abort() : route.continue())),
  },
);

test("no catalog page is larger than 100 KB compressed", async () => {
  const pages = (await htmlFiles()).filter((name) => /^(hardware|models|anchors)\//.test(name));
  assert.ok(pages.length > 300);
  for (const name of pages) {
    const size = gzipSync(await readFile(path.join(DIST, name))).length;
    assert.ok(size < 100_000, `${name}: ${size} bytes`);
  }
});

testPage("the age of a price stands beside its day", "hardware/rtx-4090/", async (page) => {
  const days = page.locator("section[aria-labelledby=h-rents] td time");
  const texts = await days.allTextContents();
  assert.ok(texts.length > 0);
  for (const text of texts) assert.match(text, /^\d+ \w+ \d{4} \((today|\d+ (days?|weeks) ago|older than 90 days)\)$/);
});
