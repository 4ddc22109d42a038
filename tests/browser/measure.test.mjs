/**
 * The judge of benchmark outputs: "my llama-bench says 71 tok/s, is that good?" takes a paste. Verdicts are those of
 * `rooflight measure`, nothing is requested once module and data are there, and bad input mutes the last verdict.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { assertAccessible, chooseOption, inChromium, overflow, SCHEMES, settled, violations } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

const { testPage } = inChromium();
const outputs = new URL("../fixtures/outputs/", import.meta.url);
const text = (/** @type {string} */ name) => readFile(new URL(name, outputs), "utf8");
const verdicts = (/** @type {Page} */ page) => page.locator(".verdict");
const answer = async (/** @type {Page} */ page) => (await verdicts(page).locator("h2").textContent()) ?? "";
const speed = async (/** @type {Page} */ page) => (await verdicts(page).locator(".speed").textContent()) ?? "";
/** Pastes as a reader does: focus, then one insertion. @param {Page} page @param {string} what */
async function paste(page, what) {
  await page.locator("#output").focus();
  await page.locator("#output").fill("");
  await page.keyboard.insertText(what);
}
/** Waits for the module and the data. @param {Page} page */
async function ready(page) {
  await page.locator("#output").focus();
  await settled(page);
}

const isMuted = (/** @type {Page} */ page) =>
  page
    .locator("[data-part=verdicts]")
    .evaluate((part) => part instanceof HTMLElement && part.inert && part.classList.contains("stale"));

const row = (/** @type {string} */ speed) => `  Device 0: NVIDIA GeForce RTX 4090, compute capability 8.9, VMM: yes
| model                  |     size | params | backend | ngl |  test |          t/s |
| ---------------------- | -------: | -----: | ------- | --: | ----: | -----------: |
| qwen3 8B Q4_K - Medium | 4.68 GiB | 8.19 B | CUDA    |  99 | tg128 | ${speed} ± 0.50 |
`;

/**
 * Waits until a field says why there is no verdict.
 * @param {Page} page
 * @param {string} key
 * @param {RegExp} why
 */
async function marked(page, key, why) {
  const error = page.locator(`#error-${key}`);
  await error.filter({ hasText: why }).waitFor();
  const field = page.locator(`#f-${key}`),
    shown = (await field.isVisible()) ? field : page.locator(`#f-${key}-text`);
  assert.equal(await shown.getAttribute("aria-invalid"), "true", key);
  assert.match((await shown.getAttribute("aria-describedby")) ?? "", new RegExp(`(^| )error-${key}( |$)`));
}
const values = (/** @type {Page} */ page) =>
  page.locator("#f-e, #f-hw, #f-m, #f-q").evaluateAll((all) => {
    const lists = /** @type {HTMLSelectElement[]} */ (all);
    return Object.fromEntries(lists.map((list) => [list.id, list.value]));
  });

testPage("my llama-bench says 71 tok/s, is that good? One paste", "measure/", async (page) => {
  await paste(page, row("71.00"));
  await verdicts(page).waitFor();
  assert.match(await answer(page), /^No: about half of the usual 1\d\d tokens per second$/);
  assert.match(await speed(page), /^71 ± 0.50 tokens\/s: below the 80 % range \(\d+ to \d+, typically \d+; .+\)\.$/);
  assert.match((await verdicts(page).locator(".reached").textContent()) ?? "", /^\d+ % of the ceiling of \d+\.$/);
  assert.ok((await verdicts(page).locator("ol li").count()) >= 3);
  const known = { "f-e": "llama.cpp", "f-hw": "rtx-4090", "f-m": "qwen3-8b", "f-q": "gguf-q4_k_m" };
  assert.deepEqual(await values(page), known);
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
    await settled(page);
    assert.ok(await verdicts(page).count(), name);
    for (const verdict of await verdicts(page).all()) {
      const record = (await verdict.locator("pre code").textContent()) ?? "";
      assert.ok(printed.includes(`  - ${record}\n`), `${name}: ${record}`);
      const head = ((await verdict.locator(".speed").textContent()) ?? "").split(" (")[0];
      const reached = ((await verdict.locator(".reached").textContent()) ?? "").replace(/\.$/, "");
      assert.ok(printed.includes(head) && printed.includes(reached), `${name}: ${head}, ${reached}`);
    }
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

testPage("bad input is refused at the field, and the last verdict is muted", "measure/", async (page) => {
  const message = page.locator("#output-error");
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
    await settled(page);
    assert.match((await message.textContent()) ?? "", why);
    assert.match((await message.textContent()) ?? "", /muted verdict is of the text before/);
    assert.equal(await verdicts(page).innerHTML(), before);
    assert.ok(await isMuted(page), bad);
  }
  await paste(page, "");
  await settled(page);
  assert.equal(await verdicts(page).count(), 0, "no text has no verdict");
  await paste(page, row("3000.00"));
  await page.locator(".verdict .speed", { hasText: "above the ceiling" }).waitFor();
  assert.match(await answer(page), /^Too good: \d+ tokens per second are the most that is possible$/);
  assert.equal(await isMuted(page), false);
  assert.match((await page.locator(".verdict ol").textContent()) ?? "", /speculative decoding|typing error/);
  await page.locator("#file").setInputFiles({
    name: "large.md",
    mimeType: "text/plain",
    buffer: Buffer.from(row("140.00") + "x\n".repeat(1 << 20)),
  });
  await message.filter({ hasText: "Only the first 256 KiB" }).waitFor();
});

testPage("a sentence names device, model and format", "measure/", async (page) => {
  await paste(page, "My llama-bench on a 4090 says 71 tok/s for Qwen3 8B in Q4_K_M, is that good?");
  await verdicts(page).waitFor();
  assert.match(await speed(page), /^71 tokens\/s: below the 80 % range/);
  assert.equal((await values(page))["f-hw"], "rtx-4090");
  assert.match((await verdicts(page).locator(".subject").textContent()) ?? "", /GeForce RTX 4090, Qwen3 8B in Q4_K_M/);
  const causes = (await verdicts(page).locator("ol").textContent()) ?? "";
  assert.ok(causes.includes("a power limit or heat") && !causes.includes("battery"), "a card has no battery");
  await paste(page, "My llama-bench on an M4 Max says 71 tok/s for Qwen3 8B in Q4_K_M, is that good?");
  await marked(page, "hw", /“m4 max” could be Apple M4 Max \(.+\) or Apple M4 Max \(.+\)/);
  await paste(page, "My llama-bench on an M3 Ultra 512GB says 71 tok/s for Qwen3 8B in Q4_K_M, is that good?");
  await verdicts(page).filter({ hasText: "Apple M3 Ultra, Qwen3 8B" }).waitFor();
});

const oneChoice = "from a device's page: a sentence and one choice; the usual format is taken";
testPage(oneChoice, "hardware/rtx-4090/", async (page) => {
  await page.getByRole("link", { name: "See whether it is good" }).click();
  await page.waitForURL(/measure\/\?hw=rtx-4090$/);
  await ready(page);
  await paste(page, "My llama-bench says 71 tok/s, is that good?");
  await marked(page, "m", /does not name the model/);
  const message = page.locator("#output-error");
  assert.equal(await message.textContent(), "Not judged yet. See below: Model.");
  await chooseOption(page, "#f-m", "qwen3-8b");
  await verdicts(page).waitFor();
  assert.ok(await page.locator("#error-m").isHidden());
  assert.match((await verdicts(page).textContent()) ?? "", /Q4_K_M is assumed/);
  assert.match(await answer(page), /^No: about half of the usual/);
  assert.equal(await page.locator(".error:visible").count(), 0);
});

testPage("what is missing or impossible is said at its field, and the verdict is muted", "measure/", async (page) => {
  await paste(page, row("140.00"));
  await verdicts(page).waitFor();
  const before = await verdicts(page).innerHTML();
  const kept = async () => {
    assert.match((await page.locator("#output-error").textContent()) ?? "", /muted verdict is of the text before/);
    assert.equal(await verdicts(page).innerHTML(), before);
    assert.ok(await isMuted(page));
  };
  for (const bad of ["0", "-2", "many", "1e9", "1.5", "99999999999"]) {
    await page.locator("#f-n").fill(bad);
    await page.locator("#f-n").blur();
    await marked(page, "n", /^A whole number from 1 to 1,024\.$/);
    await kept();
  }
  await page.locator("#f-n").fill("");
  await page.locator("#f-r").fill("0");
  await page.locator("#f-r").blur();
  await marked(page, "r", /1,000,000/);
  assert.ok(await page.locator("#error-n").isHidden());
  await page.locator("#f-r").fill("");
  await paste(page, row("140.00").replace("RTX 4090", "RTX 9090"));
  await marked(page, "hw", /^Line 4: there is no device .*RTX 9090/);
  await kept();
  await paste(page, row("140.00").replaceAll("qwen3 8B", "dragon 7B").replace("8.19 B", "6.66 B"));
  await marked(page, "m", /there is no model dragon 7B/);
  await kept();
  // What is no option cannot be chosen.
  await page.locator("#f-m-text").fill("dragon");
  await page.locator("#f-m-text").blur();
  assert.equal((await values(page))["f-m"], "");
  await chooseOption(page, "#f-m", "llama-3.1-70b");
  await marked(page, "hw", /needs .* GiB for weights and cache/);
  await kept();
  await chooseOption(page, "#f-m", "qwen3-8b");
  await page.locator("#output-error").waitFor({ state: "hidden" });
  assert.equal(await page.locator(".error:visible").count(), 0);
  assert.equal(await page.locator("[aria-invalid=true]").count(), 0);
});

testPage("two tools' outputs are judged each, and a choice fills what one does not say", "measure/", async (page) => {
  await paste(page, row("140.00") + (await text("ollama.txt")));
  await marked(page, "hw", /^Line \d+: the output does not name the device\.$/);
  await verdicts(page).waitFor();
  const message = (await page.locator("#output-error").textContent()) ?? "";
  assert.match(message, /^Not all is judged. See below: .*Device.* Outputs of several tools.*llama-bench, ollama/);
  assert.equal((await values(page))["f-hw"], "", "two devices are none");
  await chooseOption(page, "#f-hw", "rtx-3060-12gb");
  await settled(page);
  assert.equal(await verdicts(page).count(), 3);
  const subjects = await verdicts(page).locator(".subject").allTextContents();
  assert.match(subjects[0], /llama-bench: .*RTX 4090, Qwen3 8B/);
  for (const subject of subjects.slice(1)) assert.match(subject, /ollama --verbose: .*RTX 3060/);
});

testPage("noise and absurd sentences get a message", "measure/", async (page) => {
  await ready(page);
  for (const [bad, why] of /** @type {[string, RegExp][]} */ ([
    ["lorem ipsum\n\u0000\u0007\ud83d\ude00 | | |", /No output of a known/],
    ["0 tok/s", /0 tokens a second cannot be/],
    ["-5 tok/s", /-5 tokens a second cannot be/],
    ["1e30 tok/s", /cannot be/],
    ["NaN tok/s", /No output of a known/],
    ["71 tok/s or 80 tok/s", /several speeds/],
    [row("NaN"), /NaN.* is no speed/],
  ])) {
    await paste(page, bad);
    await settled(page);
    assert.match((await page.locator("#output-error").textContent()) ?? "", why);
    assert.equal(await verdicts(page).count(), 0);
  }
});

for (const width of [1280, 360]) {
  testPage(
    `the keyboard alone judges a speed and copies its record at ${width}`,
    "measure/",
    async (page) => {
      const press = (/** @type {string} */ key) => page.keyboard.press(key);
      const focused = () => page.evaluate(() => document.activeElement?.id ?? "");
      for (let step = 0; (await focused()) !== "output"; step++) {
        assert.ok(step < 40, "the field for the output can be reached");
        await press("Tab");
      }
      await page.waitForFunction(() => document.querySelectorAll(".combo").length === 4);
      await page.keyboard.type("71 tok/s");
      await press("Tab");
      assert.equal(await focused(), "file");
      for (const [key, typed, value] of [
        ["hw", "rtx 4090", "rtx-4090"],
        ["m", "qwen3 8b", "qwen3-8b"],
        ["q", "q4_k_m", "gguf-q4_k_m"],
      ]) {
        await press("Tab");
        assert.equal(await focused(), `f-${key}-text`);
        await page.keyboard.type(typed);
        await page.locator(`#f-${key}-text-list [aria-selected=true]`).waitFor();
        await press("Enter");
        assert.equal((await values(page))[`f-${key}`], value);
      }
      await page.locator(".verdict h2", { hasText: "No: about half of the usual" }).waitFor();
      const aloud = (await page.locator("[data-part=status]").textContent()) ?? "";
      assert.match(aloud, /about half of the usual/);
      for (const key of ["f-c", "f-n", "f-r", "f-e-text"]) {
        await press("Tab");
        assert.equal(await focused(), key);
      }
      await press("Tab");
      const inFocus = (/** @type {string} */ selector) =>
        page.evaluate((what) => document.activeElement?.matches(what), `.verdict ${selector}`);
      assert.ok(await inFocus("summary"));
      await press("Enter");
      await press("Tab");
      assert.ok(await inFocus("pre"), "what scrolls can be reached");
      await press("Tab");
      assert.ok(await inFocus("[data-act=copy]"));
      await press("Enter");
      await page.locator("[data-part=status]", { hasText: "Copied" }).waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      assert.equal(copied, await page.locator(".verdict pre code").textContent());
      assert.match(copied, /hardware: rtx-4090, .*model: qwen3-8b, .*runtime: llama\.cpp, .*tokens_per_s: 71,/);
      assert.equal(await overflow(page), 0);
    },
    { permissions: ["clipboard-read", "clipboard-write"], viewport: { width, height: 800 } },
  );
}

testPage("a context is understood in text and field, and a guessed engine is said", "measure/", async (page) => {
  const usual = async () => Number(/usual (\d+)/.exec(await answer(page))?.[1]);
  await paste(page, "71 tok/s with Qwen3 8B in Q4_K_M on a 4090");
  await verdicts(page).waitFor();
  const notes = (await verdicts(page).locator("ul").textContent()) ?? "";
  assert.match(notes, /llama\.cpp is a guess from the format Q4_K_M/);
  assert.match(notes, /an empty one is assumed/);
  const empty = await usual();
  for (const words of ["at 32k context", "with 32,768 tokens of context", "context 32768", "@32k"]) {
    await paste(page, `71 tok/s with Qwen3 8B in Q4_K_M on a 4090, ${words}`);
    await page.locator(".subject", { hasText: "after 32,768 tokens of context" }).waitFor();
    assert.ok((await usual()) < empty, words);
    await paste(page, "");
    await settled(page);
  }
  await paste(page, "71 tok/s with Qwen3 8B in Q4_K_M on a 4090");
  await page.locator("#f-c").fill("8k");
  await page.locator("#f-c").blur();
  await page.locator(".subject", { hasText: "after 8,192 tokens of context" }).waitFor();
  await page.locator("#f-c").fill("long");
  await page.locator("#f-c").blur();
  await marked(page, "c", /^A number of tokens, such as 8192 or 32k\.$/);
  assert.ok(await isMuted(page));
  await page.locator("#f-c").fill("1M");
  await page.locator("#f-c").blur();
  await marked(page, "c", /the model's context ends at/);
});

testPage("text and verdict stand side by side", "measure/", async (page) => {
  await paste(page, row("71.00"));
  await verdicts(page).waitFor();
  const [field, verdict] = await Promise.all([page.locator("#output").boundingBox(), verdicts(page).boundingBox()]);
  assert.ok(field && verdict && verdict.x >= field.x + field.width && verdict.y < field.y + field.height);
  assert.ok(await verdicts(page).locator("h2").evaluate((head) => head.getBoundingClientRect().bottom < innerHeight));
});

testPage(
  "in a narrow window pasted text leads to its verdict, and typing leads nowhere",
  "measure/",
  async (page) => {
    const inView = () =>
      verdicts(page).locator("h2").evaluate((head) => {
        const { top, bottom } = head.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      });
    const focused = () => page.evaluate(() => document.activeElement?.tagName);
    await ready(page);
    await page.evaluate((text) => navigator.clipboard.writeText(text), row("71.00"));
    await page.keyboard.press("Control+v");
    await verdicts(page).waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === "H2");
    assert.ok(await inView());
    await page.locator("#output").fill("");
    await settled(page);
    await page.locator("#output").focus();
    await page.keyboard.type("71 tok/s, Qwen3 8B Q4_K_M, 4090");
    await verdicts(page).waitFor();
    await settled(page);
    assert.equal(await focused(), "TEXTAREA");
  },
  { permissions: ["clipboard-read", "clipboard-write"], viewport: { width: 360, height: 740 } },
);

testPage("hostile text is shown as text", "measure/", async (page) => {
  const hostile = row("71.00").replace("RTX 4090,", "RTX 4090 (<img src=x onerror=alert(1)>),");
  await paste(page, hostile);
  await verdicts(page).waitFor();
  assert.equal(await page.locator(".verdict img").count(), 0);
  assert.match((await page.locator(".verdict pre code").textContent()) ?? "", /<img src=x/);
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
