/** What does not fit: the alternatives, muted numbers; what is copied; the reader's own device in the heading. */
import assert from "node:assert/strict";
import { assertAccessible, changed, inChromium, overflow, SCHEMES, settled } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */
const { testPage } = inChromium();
const answer = (/** @type {Page} */ page) => page.locator("#answer").textContent();
const alternatives = (/** @type {Page} */ page) => page.locator("[data-part=figure] ul.ways li");
const LARGE = "?m=llama-3.1-70b&c=8192&v=1";
const REFUSED = /^Does not fit/;

/** Calculators that refuse, with values that do not fit. */
const CASES = [
  ["memory-fit", LARGE],
  ["decode-speed", LARGE],
  ["batch", "?b=64&v=1"],
  ["cost", "?b=64&v=1"],
  ["energy", "?b=64&v=1"],
  ["latency", "?m=llama-3.1-70b&v=1"],
  ["capacity", "?m=llama-3.1-70b&v=1"],
  ["parallel", "?m=llama-3.1-405b&v=1"],
  ["offload", "?g=80&v=1"],
  ["target", "?m=llama-3.1-70b&v=1"],
];

for (const [kind, query] of CASES) {
  testPage(`${kind}: a way out leads to an answer that fits`, `calculators/${kind}/${query}`, async (page) => {
    await settled(page);
    assert.match((await answer(page)) ?? "", REFUSED);
    const link = alternatives(page).locator("a").first();
    assert.match((await alternatives(page).first().textContent()) ?? "", /\d/);
    await link.focus();
    await Promise.all([page.waitForURL((url) => url.search !== query), page.keyboard.press("Enter")]);
    await settled(page);
    assert.doesNotMatch((await answer(page)) ?? "", REFUSED);
    assert.equal(await alternatives(page).count(), 0);
    assert.ok(await page.locator("[data-part=note]").isHidden(), "every value of the link is taken");
  });
}

for (const scheme of SCHEMES) {
  testPage(`muted numbers are legible in ${scheme}`, `calculators/decode-speed/${LARGE}`, async (page) => {
    await page.emulateMedia({ colorScheme: scheme });
    await settled(page);
    const colours = await page
      .locator("figure.too-large :is(dd.c, dd.r, .sub)")
      .evaluateAll((all) => all.map((element) => getComputedStyle(element).color));
    assert.ok(colours.length >= 3);
    assert.equal(new Set(colours).size, 1, "in the soft ink of the conditions");
    assert.match((await page.locator("figure.too-large .warn").textContent()) ?? "", /^The muted figures/);
    await assertAccessible(page);
  });
}

testPage(
  "at 360 px nothing is wider than the window",
  `calculators/memory-fit/${LARGE}`,
  async (page) => {
    await settled(page);
    assert.equal(await overflow(page), 0);
  },
  { viewport: { width: 360, height: 800 } },
);

testPage("a change that fits takes the alternatives away", `calculators/decode-speed/${LARGE}`, async (page) => {
  await settled(page);
  assert.ok(await alternatives(page).count());
  await page.locator("[name=m]").selectOption("llama-3.1-8b");
  await settled(page);
  assert.equal(await alternatives(page).count(), 0);
});

testPage("on the home page the links lead to the calculators", "", async (page) => {
  await settled(page);
  await page.locator("[name=m]").selectOption("llama-3.1-70b");
  const link = page.locator("[data-part=figure] ul.ways a[href*=offload]");
  await link.waitFor();
  assert.match((await link.getAttribute("href")) ?? "", /^\.\/calculators\/offload\/\?/);
});

const CLIPBOARD = { permissions: ["clipboard-read", "clipboard-write"] };
/** Presses a button and reads what it copied. @param {Page} page @param {string} name */
async function copied(page, name) {
  await page.evaluate(() => navigator.clipboard.writeText(""));
  await page.getByRole("button", { name, exact: true }).click();
  const read = () => page.evaluate(() => navigator.clipboard.readText());
  await changed(read, "");
  return read();
}

testPage(
  "the answer is copied with its conditions, figures and link; tables follow on request",
  "calculators/decode-speed/",
  async (page) => {
    const short = await copied(page, "Copy answer");
    const subject = "GeForce RTX 3090, Qwen3.8 27B in Q4_K_M, 4,096 tokens of context, one request";
    const order = ["## About ", subject, "llama.cpp"];
    const rest = ["- Ceiling: ", "- Realistic 80", "- Measured", "/calculators/decode-speed/"];
    const places = [...order, ...rest].map((words) => short.replaceAll("\\_", "_").indexOf(words));
    assert.ok(places.every((place, at) => place >= 0 && (at === 0 || place > places[at - 1])), `${places} ${short}`);
    assert.doesNotMatch(short, /\|/, "no table");
    await page.getByRole("button", { name: "Copied" }).waitFor({ state: "hidden" });
    const long = await copied(page, "Copy with tables");
    assert.ok(long.startsWith(short.trim()), "tables stand after the link");
    assert.match(long, /\n\|.*\|\n/);
  },
  CLIPBOARD,
);

testPage(
  "the alternatives are copied with the answer",
  `calculators/memory-fit/${LARGE}`,
  async (page) => {
    await settled(page);
    const text = await copied(page, "Copy answer");
    assert.match(text, /^## Does not fit[^]*What would fit:[^]*- 37 of 80 layers in system RAM/);
  },
  CLIPBOARD,
);

testPage(
  "the explorer copies every compared row",
  "explore/?mode=compare&n4=1&v=1",
  async (page) => {
    await settled(page);
    await page.locator(".explored", { hasText: "Side by side" }).waitFor();
    const names = await page.locator(".explored tbody th[scope=row] a").allTextContents();
    const text = await copied(page, "Copy as Markdown");
    for (const name of names) assert.ok(text.includes(name), `${name} in ${text}`);
    assert.match(text, /^## /);
    assert.match(text, /\| Set-up \|[^\n]*Bandwidth/, "and the table of facts below");
  },
  CLIPBOARD,
);

testPage("the explorer and the page of a device say why less is usable", "explore/", async (page) => {
  assert.ok(await page.getByText("16 GiB are 17.2 GB").isVisible());
  await page.goto(new URL("../hardware/rtx-5080/", page.url()).href);
  const words = /^Usable: 16.8 GB of 16.GiB = 17.2.GB, 2.% less for the driver.$/;
  await page.locator(".note", { hasText: words }).waitFor();
});

testPage("a mixture is split by experts unless the reader chooses", "calculators/offload/?v=1", async (page) => {
  const sub = page.locator("[data-part=figure] .sub");
  await settled(page);
  assert.match((await sub.textContent()) ?? "", /of 80 layers on the device/);
  await settled(page);
  await page.locator("[name=m]").selectOption("qwen3-235b-a22b");
  await settled(page);
  assert.match((await sub.textContent()) ?? "", /layers with their experts on the device/);
  await page.locator("[name=part]").selectOption("layers");
  await settled(page);
  assert.doesNotMatch((await sub.textContent()) ?? "", /experts/);
});

testPage("the reader's own device names the answer", "calculators/decode-speed/?bw=1200&mem=48&v=1", async (page) => {
  const sub = page.locator("[data-part=figure] .sub");
  await sub.filter({ hasText: /^Your device \(1,200.GB\/s, 48.GiB; otherwise GeForce RTX 4090\), / }).waitFor();
});
