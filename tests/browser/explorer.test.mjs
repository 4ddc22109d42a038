/** The explorer's three questions, each in at most three actions; sorting, filters, the address, and narrow windows. */
import assert from "node:assert/strict";
import { assertAccessible, chooseOption, inChromium, overflow, SCHEMES, settled } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */
const { testPage } = inChromium();
const answer = (/** @type {Page} */ page) => page.locator("#answer").textContent();
/** Does something that changes the answer, and waits for it. @param {Page} page @param {() => Promise<unknown>} act */
async function action(page, act) {
  const before = await page.locator("[data-part=figure]").innerHTML();
  await act();
  await settled(page);
  assert.notEqual(await page.locator("[data-part=figure]").innerHTML(), before);
}
/** @param {Page} page @param {string} name */
const row = (page, name) =>
  page.locator(".explored tbody tr:not(.group)", { has: page.getByRole("link", { name, exact: true }) });
testPage("Qwen3 30B-A3B on a 16 GB RTX 4080: three actions", "explore/", async (page) => {
  await settled(page);
  await action(page, () => chooseOption(page, "#f-hw", "rtx-4080"));
  await page.locator(".more-fields summary").click();
  await page.locator("[data-filter=name]").fill("qwen3 30b-a3b");
  const found = row(page, "Qwen3 30B-A3B");
  assert.match((await found.textContent()) ?? "", /over.*Does not fit.*RAM/);
});

testPage("twenty rows are shown, and the rest with one press", "explore/", async (page) => {
  await settled(page);
  const shown = page.locator(".explored tbody tr:not(.group):visible");
  assert.equal(await shown.count(), 20);
  const elements = await page.locator("*").count();
  assert.ok(elements < 3000, `${elements} elements`);
  const press = page.getByRole("button", { name: /^Show all \d+$/ });
  const all = Number((await press.textContent())?.replace(/\D/g, ""));
  await action(page, () => press.click());
  assert.equal(await shown.count(), all);
  assert.ok(all > 100 && (await press.isHidden()));
});

testPage("a name is looked for in all rows, whatever the page has shown", "explore/", async (page) => {
  await settled(page);
  await page.locator(".more-fields summary").click();
  assert.equal(await row(page, "Llama 3.2 1B").count(), 0);
  await page.locator("[data-filter=name]").fill("llama 3.2 1b");
  await settled(page);
  assert.ok(await row(page, "Llama 3.2 1B").isVisible());
});

for (const width of [1280, 360]) {
  testPage(
    `the answer and the name of the first row are in the first 680 px at ${width}`,
    "explore/",
    async (page) => {
      await settled(page);
      for (const part of ["#answer", ".explored tbody th a"]) {
        const box = await page.locator(part).first().boundingBox();
        assert.ok(box && box.y + box.height <= 680, `${part}: ${JSON.stringify(box)}`);
      }
    },
    { viewport: { width, height: 800 } },
  );
}

const TWO_FILTERS = "explore/?bench=swe-bench-verified&also=rtx-3060-12gb&na=2&v=1";
testPage("filters of an address are chips beside the form, and a press takes one away", TWO_FILTERS, async (page) => {
  await settled(page);
  const chips = page.locator("[data-part=chips] button");
  assert.deepEqual(await chips.allTextContents(), [
    "+ 2 × GeForce RTX 3060 12GB ×",
    "Repairing software: SWE-bench Verified ×",
  ]);
  assert.equal(await page.locator(".more-fields[open]").count(), 0);
  await chips.first().focus();
  await action(page, () => page.keyboard.press("Enter"));
  assert.deepEqual(await chips.allTextContents(), ["Repairing software: SWE-bench Verified ×"]);
  assert.equal(await chips.first().evaluate((chip) => chip === document.activeElement), true);
  assert.equal(new URL(page.url()).searchParams.get("na"), null);
  assert.equal(await overflow(page), 0);
  // The open form shows the same.
  await page.locator(".more-fields summary").click();
  assert.ok(await chips.first().isHidden());
});

testPage("M4 Max 128 GB or two RTX 3090 for a 70B: two actions", "explore/", async (page) => {
  await settled(page);
  await action(page, () => page.getByRole("button", { name: "Compare set-ups" }).click());
  await action(page, () => chooseOption(page, "#f-m", "llama-3.1-70b"));
  const names = await page.locator(".explored tbody th a").allTextContents();
  assert.ok(names.some((name) => name.includes("M4 Max")));
  assert.ok(names.includes("2 × GeForce RTX 3090"));
  assert.match((await answer(page)) ?? "", /times as fast/);
});

testPage("what reaches 30 tokens per second on a 32B at 32k: three actions", "explore/", async (page) => {
  await settled(page);
  await action(page, () => page.getByRole("button", { name: "Which hardware runs this model" }).click());
  await action(page, () => page.locator("#f-tps").fill("30"));
  await action(page, () => page.locator("#f-c").fill("32k"));
  assert.match((await answer(page)) ?? "", /^\d+ set-ups should reach 30 tokens per second/);
  // The list begins with what needs the least power, and a 5090 needs much.
  await action(page, () => page.getByRole("button", { name: /^Show all \d+$/ }).click());
  assert.ok(await row(page, "GeForce RTX 5090").count());
  await page.locator("#f-c").blur();
  await settled(page);
  const { searchParams } = new URL(page.url());
  assert.deepEqual(["mode", "tps", "c"].map((key) => searchParams.get(key)), ["which", "30", "32768"]);
  const before = await answer(page);
  await page.reload();
  await settled(page);
  assert.equal(await answer(page), before);
});

testPage("heads sort, and say so, and the address keeps the order", "explore/", async (page) => {
  await settled(page);
  const head = page.locator("thead th", { hasText: "Ceiling" });
  await action(page, () => head.getByRole("button").click());
  assert.equal(await head.getAttribute("aria-sort"), "descending");
  await action(page, () => head.getByRole("button").click());
  assert.equal(await head.getAttribute("aria-sort"), "ascending");
  assert.match(page.url(), /[?&]sort=ceiling&dir=reversed/);
  await page.reload();
  await settled(page);
  assert.equal(await head.getAttribute("aria-sort"), "ascending");
  await action(page, () => head.getByRole("button").click());
  const body = page.locator(".explored tbody").first();
  const cells = body.locator("td.c");
  const speeds = await cells.evaluateAll((all) => all.map((cell) => Number(cell.getAttribute("data-v"))));
  assert.deepEqual(speeds, speeds.toSorted((a, b) => b - a));
});

testPage("the reader chooses the benchmark, and scores sort", "explore/", async (page) => {
  await settled(page);
  const head = page.locator("thead th.q");
  assert.equal(await head.textContent(), "GPQA Diamond");
  await page.locator(".more-fields summary").click();
  await action(page, () => page.locator("#f-bench").selectOption("mmlu-pro"));
  await action(page, () => head.getByRole("button").click());
  await action(page, () => page.getByRole("button", { name: /^Show all \d+$/ }).click());
  const cells = page.locator(".explored tbody").last().locator("td.q");
  const scores = await cells.evaluateAll((all) => all.map((cell) => cell.getAttribute("data-v")));
  const known = scores.filter(Boolean).map(Number);
  assert.ok(known.length > 5 && scores.length > known.length);
  assert.deepEqual(scores.slice(0, known.length).map(Number), known.toSorted((a, b) => b - a), "blanks stand last");
});

testPage(
  "filters stand in the address, and a value that cannot be used is said at its field",
  "explore/",
  async (page) => {
    await settled(page);
    await page.locator(".more-fields summary").click();
    await action(page, () => chooseOption(page, "#f-fam", "gemma-"));
    await action(page, () => page.locator("#f-pmax").fill("10"));
    await page.locator("#f-pmax").blur();
    await settled(page);
    const names = await page.locator(".explored tbody th[scope=row] a").allTextContents();
    assert.ok(names.length > 3 && names.every((name) => name.startsWith("Gemma")), names.join());
    const { searchParams } = new URL(page.url());
    assert.deepEqual(["fam", "pmax"].map((key) => searchParams.get(key)), ["gemma-", "10"]);
    await page.reload();
    await settled(page);
    assert.deepEqual(await page.locator(".explored tbody th[scope=row] a").allTextContents(), names);
    assert.deepEqual(await page.locator("[data-part=chips] button").allTextContents(), [
      "Gemma ×",
      "Parameters, at most: 10 ×",
    ]);
    await page.locator(".more-fields summary").click();
    await page.locator("#f-pmin").fill("many");
    await page.locator("#f-pmin").blur();
    await page.locator("#error-pmin").waitFor();
  },
);

const rented = "explore/?mode=which&by=rent&v=1";
testPage("bars are no slivers, and the prices say their age", rented, async (page) => {
  await settled(page);
  const ticks = await page.locator(".explored thead svg text").allTextContents();
  assert.ok(ticks.length > 1 && ticks.every((tick) => Number(tick.replaceAll(",", "")) <= 10_000), ticks.join());
  const bars = page.locator(".explored .f-r").filter({ visible: true });
  const widths = await bars.evaluateAll((all) => all.map((bar) => bar.getBoundingClientRect().width));
  assert.ok(widths.length > 5 && widths.every((width) => width >= 12), widths.join());
  const note = (await page.locator(".note[data-oldest]").textContent()) ?? "";
  assert.match(note, /^Rent: .*The oldest of these prices is (older than 90 days|from (today|\d+ \w+ ago))\.$/);
});

testPage("the measurements say their days", "explore/?hw=rtx-3090&v=1", async (page) => {
  await settled(page);
  await page.getByText(/measurements here are of .* to /).waitFor();
});

const compared = "explore/?mode=compare&v=1";
testPage("every set-up that is compared has the line that would measure it", compared, async (page) => {
  await settled(page);
  const lines = page.locator("#check dd code");
  await lines.first().waitFor();
  const rows = await page.locator(".explored tbody tr:not(.group, .no)").count();
  assert.equal(await lines.count(), rows);
  const text = await lines.allTextContents();
  assert.ok(text.some((line) => / -sm tensor -ts 1\/1$/.test(line)), text.join("\n"));
  await action(page, () => page.getByRole("button", { name: "What runs on this machine" }).click());
  assert.ok(await page.locator("#check").isHidden());
});

testPage("a target leads to the hardware that reaches it, numbers filled in", "calculators/target/", async (page) => {
  const line = page.locator("#check code");
  await settled(page);
  assert.equal(await line.textContent(), "llama-bench -m MODEL.gguf -ngl 99 -p 0 -n 128 -d 4096");
  await action(page, () => page.locator("#f-tps").fill("33"));
  await action(page, () => page.locator("#f-c").fill("8192"));
  assert.match((await line.textContent()) ?? "", /-d 8192$/);
  await page.getByRole("link", { name: "Which hardware reaches this speed" }).click();
  await page.waitForFunction(() => /should reach 33 tokens/.test(document.querySelector("#answer")?.textContent ?? ""));
  assert.equal(await page.locator("#f-c").inputValue(), "8,192");
});

for (const colorScheme of SCHEMES) {
  testPage(
    `accessible in ${colorScheme}, and nothing scrolls sideways at 360`,
    "explore/",
    async (page) => {
      await assertAccessible(page);
      assert.equal(await overflow(page), 0);
    },
    { colorScheme, viewport: { width: 360, height: 800 } },
  );
}

testPage(
  "without scripts the answer for one machine, and nothing that needs them",
  "explore/",
  async (page) => {
    assert.ok(((await answer(page)) ?? "").length > 10);
    for (const part of [".modes", ".filters", "form"]) assert.ok(await page.locator(part).first().isHidden(), part);
    for (const folder of ["hardware", "models"]) {
      assert.ok(await page.locator(`main a[href="../${folder}/"]`).first().isVisible(), folder);
    }
  },
  { javaScriptEnabled: false },
);
