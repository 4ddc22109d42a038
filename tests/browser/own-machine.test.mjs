/**
 * The reader's own machine: what nvidia-smi, system_profiler and llama.cpp print is pasted into the explorer, which
 * fills machine, count and memory; nothing is requested but the site's own files, and noise leaves the last answer.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { assertAccessible, changed, inChromium, overflow, SCHEMES, settled, turnTo, violations } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

const { testPage } = inChromium();
const machines = new URL("../fixtures/machines/", import.meta.url);
const fixture = (/** @type {string} */ name) => readFile(new URL(name, machines), "utf8");
const figure = (/** @type {Page} */ page) => page.locator("[data-part=figure]").innerHTML();
const value = (/** @type {Page} */ page, /** @type {string} */ key) => page.locator(`#f-${key}`).inputValue();
/** @param {Page} page @param {string} text */
async function paste(page, text) {
  const box = page.locator("[data-part=machine]");
  if (!(await box.getAttribute("open").then((open) => open !== null))) await box.locator("summary").click();
  await page.locator("#machine-text").fill(text);
}
/** Pastes, and waits for the answer. @param {Page} page @param {string} text */
async function pasteAndWait(page, text) {
  const before = await figure(page);
  await paste(page, text);
  await changed(() => figure(page), before);
  await settled(page);
}

testPage("a 5090 and a 3090: two actions, and nothing of the text leaves the page", "explore/", async (page) => {
  await settled(page);
  // The first sign of a reader fetches the comboboxes, whatever is pasted later.
  await turnTo(page);
  await page.waitForLoadState("networkidle");
  /** @type {string[]} */
  const requests = [];
  page.on("request", (request) => {
    requests.push(`${request.method()} ${new URL(request.url()).pathname} ${request.postData() ?? ""}`);
  });
  await pasteAndWait(page, await fixture("nvidia-smi-csv.txt"));
  const values = await Promise.all(["hw", "n", "also", "na"].map((key) => value(page, key)));
  assert.deepEqual(values, ["rtx-5090", "1", "rtx-3090", "1"]);
  const message = (await page.locator("[data-part=machine-said]").textContent()) ?? "";
  assert.equal(await page.locator("#f-also-text").inputValue(), "GeForce RTX 3090");
  assert.match(message, /^Found GeForce RTX 5090 and GeForce RTX 3090\./);
  const conditions = await page.locator("[data-part=figure] .sub").textContent();
  assert.match(conditions ?? "", /split between them by their memory/);
  const scripts = "js/(own-machine|understand|conditions|matcher|plain-words|estimator-client)";
  const code = `assets/(${scripts}|estimator/(readers|estimator|calculators)|img/icon)\\.`;
  const own = new RegExp(`^GET /(${code}|data/facts/\\w+/explore/(names|all)\\.txt )`);
  assert.deepEqual(requests.filter((line) => !own.test(line)), []);
  assert.ok(requests.some((line) => line.includes("readers.")), requests.join());
  // The tab keeps which machine it is, and nothing of the text.
  const kept = await page.evaluate(() => [...Object.values(localStorage), ...Object.values(sessionStorage)].join());
  const mine = { hw: "rtx-5090", name: "GeForce RTX 5090", n: "1", mem: "", bw: "" };
  assert.equal(kept, JSON.stringify(mine));
});

testPage("a 5090, a 4090 and a 3090, as a reader says it: two actions", "explore/", async (page) => {
  await settled(page);
  await pasteAndWait(page, "I have a 5090, a 4090 and a 3090");
  const keys = ["hw", "n", "also", "na", "also2", "na2", "na3"];
  const values = await Promise.all(keys.map((key) => value(page, key)));
  assert.deepEqual(values, ["rtx-5090", "1", "rtx-4090", "1", "rtx-3090", "1", "0"]);
  const conditions = await page.locator("[data-part=figure] .sub").first().textContent();
  assert.match(conditions ?? "", /5090, GeForce RTX 4090 and GeForce RTX 3090, layers split between them/);
  assert.match(conditions ?? "", /by their memory/);
  assert.match((await page.locator("[data-part=figure]").textContent()) ?? "", /No run on such a machine/);
});

testPage("count, cores and memory are those of the machine", "explore/?mode=which", async (page) => {
  await settled(page);
  await pasteAndWait(page, await fixture("nvidia-smi-two-5090.txt"));
  const values = await Promise.all(["mode", "hw", "n", "na"].map((key) => value(page, key)));
  assert.deepEqual(values, ["runs", "rtx-5090", "2", "0"]);
  await pasteAndWait(page, await fixture("system-profiler-m4-max.txt"));
  assert.deepEqual([await value(page, "hw"), await value(page, "n")], ["apple-m4-max-40c", "1"]);
  assert.equal(await value(page, "mem"), "48");
  assert.match(await page.locator("[data-part=machine-said]").innerText(), /It has 48 GiB here/);
  assert.equal(new URL(page.url()).searchParams.get("mem"), "48");
  await pasteAndWait(page, await fixture("nvidia-smi-list-and-table.txt"));
  assert.deepEqual([await value(page, "hw"), await value(page, "mem")], ["quadro-rtx-4000", ""]);
});

testPage("noise and unknown cards are said beside the text; the last answer stays", "explore/", async (page) => {
  await settled(page);
  await pasteAndWait(page, await fixture("rocm-smi.txt"));
  const before = await figure(page);
  const error = page.locator("#machine-error");
  for (const [text, why] of [
    ["Hello, what can I run?", /^No device of the catalog is named here\..*system_profiler/],
    [await fixture("unknown-card.txt"), /“NVIDIA RTX 6000D” is not in the catalog/],
  ]) {
    await paste(page, String(text));
    await error.filter({ hasText: /** @type {RegExp} */ (why) }).waitFor();
    assert.equal(await page.locator("#machine-text").getAttribute("aria-invalid"), "true");
    assert.equal(await figure(page), before);
    assert.equal(await value(page, "hw"), "rx-7900-xt");
  }
  await pasteAndWait(page, await fixture("llama-cpp-metal.txt").then((text) => text.replace("M5 Max", "M4 Pro")));
  assert.equal(await error.isVisible(), false);
  assert.equal(await page.locator("#machine-text").getAttribute("aria-invalid"), null);
});

for (const colorScheme of SCHEMES) {
  testPage(
    `the box is accessible in ${colorScheme}, and nothing scrolls sideways at 360`,
    "explore/",
    async (page) => {
      await settled(page);
      await paste(page, "Hello");
      await page.locator("#machine-error").filter({ hasText: "No device of the catalog is named here" }).waitFor();
      assert.deepEqual(await violations(page), []);
      assert.equal(await overflow(page), 0);
    },
    { colorScheme, viewport: { width: 360, height: 800 } },
  );
}

testPage("the box is accessible at every width", "explore/", async (page) => {
  await settled(page);
  await pasteAndWait(page, await fixture("nvidia-smi-csv.txt"));
  await assertAccessible(page);
});

const question = "explore/?machine=gpt-oss-120b+on+a+DGX+Spark";
testPage("a model beside the machine leads to its speed there", question, async (page) => {
  await page.waitForURL(/\/calculators\/decode-speed\/\?hw=dgx-spark-gb10&m=gpt-oss-120b&v=1$/);
  await settled(page);
  assert.match((await page.locator("h1, [data-part=figure] h2").allTextContents()).join(), /tokens per second/);
});

/** What the home page's box leads to: the address, and words that the page shows. @type {[string, RegExp, RegExp][]} */
const ASKED = [
  ["RTX PRO 6000, gpt-oss-120b, 16 users, 32k", /memory-fit\/\?.*c=32768&b=16/, /GB needed of/],
  ["4090 qwen3 8b q8_0 16k", /decode-speed\/\?hw=rtx-4090&m=qwen3-8b&q=gguf-q8_0&c=16384/, /in Q8_0/],
  ["is 30.7 tok/s normal for Qwen3.8 27B on 7900 XTX", /measure\/$/, /84 % of the usual|usual \d+/],
  ["zwei 3090 mit 64 GB RAM", /hw=rtx-3090&n=2&ram=64/, /Found 2 × GeForce RTX 3090\./],
  ["minimax m1 on a 4090", /explore\/$/, /“minimax-m1” is not covered yet: lightning attention/],
  ["OutOfMemory", /search\/\?q=OutOfMemory$/, /Memory fit/],
];
for (const [text, address, words] of ASKED) {
  testPage(`“${text}” leads to its answer`, "", async (page) => {
    await page.getByLabel("What runs on my machine?").fill(text);
    await page.getByRole("button", { name: "Show" }).click();
    await page.waitForURL(address);
    await page.locator("main", { hasText: words }).waitFor();
  });
}

const onTwo = "explore/?machine=4090+%2B+3090+llama+3.3+70b";
testPage("a model on cards of two kinds is alone in the list", onTwo, async (page) => {
  await page.locator("[data-part=machine-said]", { hasText: "Only Llama 3.1/3.3 70B is listed." }).waitFor();
  await page.locator("[data-part=figure] tbody tr:not(.group):visible", { hasText: "Llama 3.1/3.3 70B" }).waitFor();
  assert.equal(await page.locator("[data-part=figure] tbody tr:not(.group):visible").count(), 1);
  assert.match(await page.locator("#answer").innerText(), /^Llama 3\.1\/3\.3 70B: .*\d tokens per second, at most/);
});

testPage("a text that names no machine mutes the answer before and leads to the search", "explore/", async (page) => {
  await settled(page);
  await paste(page, "why slow at long context");
  await page.locator("[data-part=figure].muted").waitFor();
  const link = page.locator("#machine-error a");
  assert.equal(await link.getAttribute("href"), "../search/?q=why%20slow%20at%20long%20context");
  await pasteAndWait(page, "RTX 3060 12GB");
  assert.equal(await page.locator("[data-part=figure].muted").count(), 0);
});
