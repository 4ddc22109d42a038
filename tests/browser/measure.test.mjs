/**
 * The judge of benchmark outputs: "my llama-bench says 71 tok/s, is that good?" takes a paste. Verdicts are those of
 * `rooflight measure`, nothing is requested once module and data are there, and bad input keeps the last verdict.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { assertAccessible, chooseOption, inChromium, overflow, SCHEMES, violations } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

const { testPage } = inChromium();
const outputs = new URL("../fixtures/outputs/", import.meta.url);
const text = (/** @type {string} */ name) => readFile(new URL(name, outputs), "utf8");
const verdicts = (/** @type {Page} */ page) => page.locator(".verdict");
/** Pastes as a reader does: focus, then one insertion. @param {Page} page @param {string} what */
async function paste(page, what) {
  await page.locator("#output").focus();
  await page.locator("#output").fill("");
  await page.keyboard.insertText(what);
}
/** Waits for the module and the data. @param {Page} page */
async function ready(page) {
  await page.locator("#output").focus();
  await page.waitForFunction(() => document.querySelectorAll("#f-m option").length > 100);
}

const row = (/** @type {string} */ speed) => `  Device 0: NVIDIA GeForce RTX 4090, compute capability 8.9, VMM: yes
| model                  |     size | params | backend | ngl |  test |          t/s |
| ---------------------- | -------: | -----: | ------- | --: | ----: | -----------: |
| qwen3 8B Q4_K - Medium | 4.68 GiB | 8.19 B | CUDA    |  99 | tg128 | ${speed} ± 0.50 |
`;

testPage("my llama-bench says 71 tok/s, is that good? One paste", "measure/", async (page) => {
  await paste(page, row("71.00"));
  await verdicts(page).waitFor();
  assert.match((await verdicts(page).locator("h2").textContent()) ?? "", /^71 ± 0.50 tokens\/s: below the 80 % range$/);
  assert.match((await verdicts(page).locator(".reached").textContent()) ?? "", /^\d+ % of the ceiling of \d+\.$/);
  assert.ok((await verdicts(page).locator("ol li").count()) >= 3);
  assert.deepEqual(
    await page.locator("#f-hw, #f-m, #f-q").evaluateAll((all) => all.map((list) => "value" in list && list.value)),
    ["rtx-4090", "qwen3-8b", "gguf-q4_k_m"],
  );
});

testPage("verdicts are those of the command line, and nothing is requested", "measure/", async (page) => {
  const program = process.env.ROOFLIGHT_BIN ?? "target/debug/rooflight";
  await ready(page);
  await page.waitForLoadState("networkidle");
  /** @type {string[]} */
  const requests = [];
  page.on("request", (request) => requests.push(request.url()));
  for (const name of ["llama-bench.md", "llama-bench.csv", "llama-bench.sql"]) {
    const path = new URL(name, outputs).pathname;
    const printed = execFileSync(program, ["measure", path], { encoding: "utf8" });
    await paste(page, await text(name));
    await page.waitForFunction(() => document.querySelectorAll(".verdict").length > 0);
    for (const verdict of await verdicts(page).all()) {
      const record = (await verdict.locator("code").textContent()) ?? "";
      assert.ok(printed.includes(`  - ${record}\n`), `${name}: ${record}`);
      const head = ((await verdict.locator("h2").textContent()) ?? "").trim();
      const reached = ((await verdict.locator(".reached").textContent()) ?? "").replace(/\.$/, "");
      assert.ok(printed.includes(head) && printed.includes(reached), `${name}: ${head}, ${reached}`);
    }
    await page.locator("#output").fill("");
    await page.evaluate(() => document.querySelector("[data-part=verdicts]")?.replaceChildren());
  }
  assert.deepEqual(requests, []);
});

testPage("a dropped file is judged, and the reader corrects the device", "measure/", async (page) => {
  const transfer = await page.evaluateHandle((content) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([content], "bench.md"));
    return transfer;
  }, row("71.00"));
  await page.locator("#calculator").dispatchEvent("drop", { dataTransfer: transfer });
  await verdicts(page).waitFor();
  await chooseOption(page, "#f-hw", "rtx-3060-12gb");
  await page.locator(".subject", { hasText: "RTX 3060" }).waitFor();
});

testPage("bad input is refused at the field, and the last verdict stays", "measure/", async (page) => {
  const said = page.locator("#output-error");
  await paste(page, row("140.00"));
  await verdicts(page).waitFor();
  const before = await verdicts(page).innerHTML();
  for (const [bad, why] of /** @type {[string, RegExp][]} */ ([
    ["hello, is this fast?", /No output of a known benchmark tool/],
    [row("-5.00"), /cannot be/],
    [row("9e99"), /Line 4: /],
    ["{\"avg_ts\": 3", /JSON breaks off/],
  ])) {
    await paste(page, bad);
    await page.waitForFunction(
      (source) => new RegExp(source).test(document.querySelector("#output-error")?.textContent ?? ""),
      why.source,
    );
    assert.match((await said.textContent()) ?? "", /last verdict is kept/);
    assert.equal(await verdicts(page).innerHTML(), before);
  }
  await paste(page, row("3000.00"));
  await page.locator(".verdict h2", { hasText: "above the ceiling" }).waitFor();
  assert.match((await page.locator(".verdict ol").textContent()) ?? "", /speculative decoding|typing error/);
  await page.locator("#file").setInputFiles({
    name: "large.md",
    mimeType: "text/plain",
    buffer: Buffer.from(row("140.00") + "x\n".repeat(1 << 20)),
  });
  await said.filter({ hasText: "Only the first megabyte" }).waitFor();
});

testPage("hostile text is shown as text", "measure/", async (page) => {
  const hostile = row("71.00").replace("RTX 4090,", "RTX 4090 (<img src=x onerror=alert(1)>),");
  await paste(page, hostile);
  await verdicts(page).waitFor();
  assert.equal(await page.locator(".verdict img").count(), 0);
  assert.match((await page.locator(".verdict code").textContent()) ?? "", /<img src=x/);
});

for (const colorScheme of SCHEMES) {
  testPage(
    `verdicts are accessible in ${colorScheme}, and nothing scrolls sideways at 360`,
    "measure/",
    async (page) => {
      await paste(page, row("71.00"));
      await verdicts(page).waitFor();
      await page.locator(".verdict summary").click();
      assert.deepEqual(await violations(page), []);
      assert.equal(await overflow(page), 0);
    },
    { colorScheme, viewport: { width: 360, height: 800 } },
  );
}

testPage("the page is accessible at every width", "measure/", async (page) => {
  await paste(page, row("71.00"));
  await verdicts(page).waitFor();
  await assertAccessible(page);
});
