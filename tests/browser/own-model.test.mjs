/**
 * The reader's own model: files chosen by keyboard or dropped on a calculator are read locally, their ledger appears,
 * every calculator answers with them, and nothing is requested but the site's own module.
 */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import {
  assertAccessible,
  changed,
  chooseOption,
  inChromium,
  overflow,
  SCHEMES,
  settled,
  violations,
} from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

const { testPage, url } = inChromium();
const headers = new URL("../fixtures/headers/", import.meta.url);
const file = (/** @type {string} */ name) => new URL(name, headers).pathname;
const figure = (/** @type {Page} */ page) => page.locator("[data-part=figure]").innerHTML();
const ledger = (/** @type {Page} */ page) => page.locator("[data-part=ledger]");
/** Chooses files and waits for the answer. @param {Page} page @param {string[]} names */
async function choose(page, names) {
  await settled(page);
  const before = await figure(page);
  await page.locator("#own-files").setInputFiles(names.map(file));
  await ledger(page).waitFor();
  await settled(page);
  assert.notEqual(await figure(page), before);
}

testPage("a file is read locally: no request but the site's own", "calculators/decode-speed/", async (page) => {
  await settled(page);
  await page.waitForLoadState("networkidle");
  /** @type {string[]} */
  const requests = [];
  page.on("request", (request) => requests.push(`${request.method()} ${new URL(request.url()).pathname}`));
  await choose(page, ["glm4moe-mtp.gguf", "mmproj.gguf"]);
  assert.match((await ledger(page).locator("h2").first().textContent()) ?? "", /^Ledger of Tiny GLM MoE$/);
  assert.match((await page.locator("[data-part=figure] .sub").textContent()) ?? "", /Tiny GLM MoE/);
  assert.equal(await page.locator("#f-m").inputValue(), "own-model");
  assert.equal(await page.locator("#f-q").inputValue(), "own-file");
  assert.equal(new URL(page.url()).searchParams.get("m"), "own-model");
  // Lists that nobody had opened come with the first change.
  const code = "assets/(js/own-model|estimator/(readers|estimator|calculators)|img/icon)\\.";
  const expected = new RegExp(`^GET /(${code}|data/facts/[^/]+/choices/)`);
  const foreign = requests.filter((line) => !expected.test(line));
  assert.deepEqual(foreign, []);
  assert.ok(requests.length >= 2, requests.join());
});

testPage("prediction heads and the tower can be switched", "calculators/memory-fit/", async (page) => {
  await choose(page, ["glm4moe-mtp.gguf", "mmproj.gguf"]);
  const sum = ledger(page).locator("tr.sum").first();
  const before = (await sum.textContent()) ?? "";
  await page.getByLabel("with multi-token prediction").check();
  await changed(async () => await sum.textContent(), before);
  const both = (await sum.textContent()) ?? "";
  await page.getByLabel("with the vision tower").uncheck();
  await changed(async () => await sum.textContent(), both);
  assert.match((await ledger(page).textContent()) ?? "", /Vision or sound, switched off/);
});

testPage("a model follows to other calculators, and is forgotten", "calculators/kv-cache/", async (page) => {
  await choose(page, ["qwen3/config.json"]);
  assert.match((await page.locator("[data-part=figure] .sub").textContent()) ?? "", /^qwen3, /);
  await page.goto(url("calculators/quantization/?m=own-model&q=gguf-q8_0"));
  await settled(page);
  assert.match(await figure(page), /qwen3/);
  await page.getByRole("button", { name: "Forget this model" }).click();
  await settled(page);
  assert.doesNotMatch(await figure(page), /qwen3/);
  assert.equal(await page.evaluate(() => sessionStorage.length), 0);
  await page.goto(url("calculators/kv-cache/?m=own-model"));
  await page.locator("[data-part=note]:visible").waitFor();
  assert.match((await page.locator("[data-part=note]").textContent()) ?? "", /m=own-model/);
});

testPage("dropping works, and another model leaves the files' format", "calculators/decode-speed/", async (page) => {
  await settled(page);
  const before = await figure(page);
  const bytes = [...(await readFile(new URL("llama.gguf", headers)))];
  const transfer = await page.evaluateHandle((bytes) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([new Uint8Array(bytes)], "llama.gguf"));
    return transfer;
  }, bytes);
  await page.locator("#calculator").dispatchEvent("dragover", { dataTransfer: transfer });
  assert.equal(await page.locator(".own.over").count(), 1);
  await page.locator("#calculator").dispatchEvent("drop", { dataTransfer: transfer });
  await ledger(page).waitFor();
  await settled(page);
  assert.notEqual(await figure(page), before);
  assert.equal(await page.locator(".own.over").count(), 0);
  await chooseOption(page, "#f-m", "llama-3.2-1b");
  await settled(page);
  await page.locator("[data-part=figure] .sub", { hasText: "Llama 3.2 1B" }).waitFor();
  assert.equal(await page.locator("#f-q").inputValue(), "gguf-q4_k_m");
});

testPage("a wrong file is refused in words, and the last answer stays", "calculators/decode-speed/", async (page) => {
  const built = await figure(page);
  const message = page.locator(".own [role=status]");
  for (const [name, text, why] of [
    ["photo.jpg", "noise", /none of config.json/],
    ["broken.gguf", "GGML", /does not begin with “GGUF”/],
    ["cut.gguf", "GGUF\x03\0\0\0", /The file ends 8 bytes before/],
    ["config.json", "{}", /no config.json of a language model/],
  ]) {
    const buffer = Buffer.from(String(text), "latin1");
    const mimeType = "application/octet-stream";
    await page.locator("#own-files").setInputFiles({ name: String(name), mimeType, buffer });
    await page.waitForFunction(
      (source) => new RegExp(source).test(document.querySelector(".own [role=status]")?.textContent ?? ""),
      /** @type {RegExp} */ (why).source,
    );
    assert.match((await message.textContent()) ?? "", new RegExp(`^${name}: `));
    assert.equal(await figure(page), built);
  }
});

testPage("a header longer than the first megabyte is read on", "calculators/kv-cache/", async (page) => {
  // A vocabulary of 200,000 words of 8 bytes before the sizes: 3.2 MB.
  await page.locator("#own-files").evaluate((/** @type {HTMLInputElement} */ input) => {
    const parts = /** @type {BlobPart[]} */ ([]);
    const number = (/** @type {number} */ value, /** @type {number} */ width) => {
      const bytes = new Uint8Array(width);
      new DataView(bytes.buffer).setUint32(0, value, true);
      parts.push(bytes);
    };
    const text = (/** @type {string} */ value) => (number(value.length, 8), parts.push(value));
    const key = (/** @type {string} */ name, /** @type {number} */ kind) => (text(name), number(kind, 4));
    parts.push("GGUF");
    number(3, 4);
    number(0, 8);
    number(9, 8);
    key("tokenizer.ggml.tokens", 9);
    number(8, 4);
    number(200_000, 8);
    for (let at = 0; at < 200_000; at++) text("aword" + String(at % 1000).padStart(3, "0"));
    key("general.architecture", 8);
    text("llama");
    for (const [name, value] of Object.entries({
      block_count: 16,
      embedding_length: 2048,
      feed_forward_length: 8192,
      "attention.head_count": 32,
      "attention.head_count_kv": 8,
      context_length: 131072,
    })) {
      key(`llama.${name}`, 4);
      number(value, 4);
    }
    key("general.name", 8);
    text("Long words");
    number(0, 8);
    const transfer = new DataTransfer();
    transfer.items.add(new File(parts, "long.gguf"));
    input.files = transfer.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  await ledger(page).waitFor();
  await settled(page);
  assert.match(await figure(page), /Long words/);
});

testPage("the explorer lists the model among all others", "explore/", async (page) => {
  await choose(page, ["llama.gguf"]);
  const link = page.locator(".explored").getByRole("link", { name: "Tiny Llama", exact: true });
  await link.waitFor();
  assert.match((await link.getAttribute("href")) ?? "", /calculators\/decode-speed\/\?.*m=own-model/);
  await page.goto(url(`explore/?m=own-model&mode=which&rows=all`));
  await settled(page);
  assert.match((await page.locator(".explored tbody").first().textContent()) ?? "", /RTX/);
});

testPage("the file button is reached by keyboard", "calculators/experts/", async (page) => {
  await settled(page);
  // A browser opens no dialog for a page behind another one, which a test beside this one may have brought forward.
  const opened = async () => {
    await page.bringToFront();
    await page.locator("#own-files").focus();
    assert.equal(await page.evaluate(() => document.activeElement?.id), "own-files");
    const chooser = page.waitForEvent("filechooser", { timeout: 4000 }).catch(() => undefined);
    await page.keyboard.press("Space");
    return chooser;
  };
  const chooser = (await opened()) ?? (await opened()) ?? assert.fail("no dialog");
  assert.ok(chooser.isMultiple());
  const before = await figure(page);
  await chooser.setFiles([file("glm4moe-mtp.gguf")]);
  await ledger(page).waitFor();
  await settled(page);
  assert.notEqual(await figure(page), before);
});

for (const colorScheme of SCHEMES) {
  testPage(
    `the ledger is accessible in ${colorScheme}, and nothing scrolls sideways at 360`,
    "calculators/decode-speed/",
    async (page) => {
      await choose(page, ["glm4moe-mtp.gguf", "mmproj.gguf"]);
      assert.deepEqual(await violations(page), []);
      assert.equal(await overflow(page), 0);
    },
    { colorScheme, viewport: { width: 360, height: 800 } },
  );
}

testPage("the ledger is accessible at every width", "calculators/decode-speed/", async (page) => {
  await choose(page, ["llama.gguf"]);
  await assertAccessible(page);
});
