/** The comboboxes of long lists: found by any name, by keyboard, mouse and touch, while the select stays the truth. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import {
  assertAccessible,
  changed,
  chooseOption,
  inChromium,
  noteTexts,
  overflow,
  settled,
  turnTo,
  violations,
} from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */
const { testPage } = inChromium();
const DECODE = "calculators/decode-speed/";

const hardware = (/** @type {Page} */ page) => page.locator("#f-hw-text");
const value = (/** @type {Page} */ page, name = "hw") => page.locator(`#f-${name}`).inputValue();
const answer = (/** @type {Page} */ page) => page.locator("#answer").textContent();
const panel = (/** @type {Page} */ page) => page.locator(".choices:popover-open");
const options = (/** @type {Page} */ page) => panel(page).locator("[role=option]");
const values = (/** @type {Page} */ page) =>
  options(page).evaluateAll((all) => all.map((option) => /** @type {HTMLElement} */ (option).dataset.value));
/** The option that a screen reader is led to. @param {Page} page */
const active = (page) =>
  page.evaluate(() => {
    const id = document.activeElement?.getAttribute("aria-activedescendant");
    return (id && document.getElementById(id)?.dataset.value) || "";
  });
testPage("a list is a native select until a reader turns up, in the same place afterwards", DECODE, async (page) => {
  await settled(page);
  assert.ok((await page.locator("#f-hw option").count()) > 100);
  const box = async (/** @type {string} */ of) => JSON.stringify(await page.locator(of).boundingBox());
  const before = await box("#f-hw");
  assert.equal(await page.locator(".combo").count(), 0);
  await turnTo(page);
  assert.ok(await page.locator("#f-hw").isHidden());
  assert.equal(await box("#f-hw-text"), before);
  assert.equal(await hardware(page).inputValue(), "GeForce RTX 3090");
  assert.ok(await page.getByLabel("Hardware", { exact: true }).first().isVisible(), "the label leads to it");
  assert.ok(await page.locator("#f-kv").count(), "a short list stays a select");
  assert.equal(await page.locator("#f-kv-text").count(), 0);
});

testPage("names, parts of names, other names and facts find", DECODE, async (page) => {
  await turnTo(page);
  for (const [field, text, wanted] of [
    ["hw", "4090", "rtx-4090"],
    ["hw", "m4 max", "apple-m4-max-40c"],
    ["hw", "AD102", "rtx-4090"],
    ["hw", "laptop 4090", "rtx-4090-laptop"],
    ["hw", "gefroce 3090", "rtx-3090"],
    ["m", "qwen3 30b", "qwen3-30b-a3b"],
    ["m", "lama 70b", "llama-3.1-70b"],
    ["q", "q4", "gguf-q4_k_m"],
    ["hw", "rtx3090", "rtx-3090"],
    ["hw", "rx 7900xtx", "rx-7900-xtx"],
    ["q", "8bit", "mlx-8bit-g64"],
  ]) {
    await page.locator(`#f-${field}-text`).fill(text);
    await page.waitForFunction((all) => !/^All /.test(all?.textContent ?? "All "), await panel(page).elementHandle());
    const found = await values(page);
    assert.ok(found.includes(wanted), `${text}: ${found}`);
    await page.keyboard.press("Escape");
  }
  await hardware(page).fill("080");
  await options(page).first().waitFor();
  assert.ok((await values(page)).includes("rtx-4080"), "also inside a word");
});

testPage("the first press opens the list, and a second one starts anew", DECODE, async (page) => {
  await settled(page);
  await page.locator("#f-hw").click();
  await panel(page).waitFor();
  await page.keyboard.type("5090");
  await options(page).first().waitFor();
  await page.keyboard.press("Enter");
  assert.equal(await value(page), "rtx-5090");
  await settled(page);
  await hardware(page).click();
  await panel(page).waitFor();
  await page.keyboard.type("m3 ultra");
  await page.waitForFunction(() => {
    const active = document.activeElement;
    return active instanceof HTMLInputElement && active.id === "f-hw-text" && active.value === "m3 ultra";
  });
  await page.waitForFunction(() => document.querySelectorAll(".choices:popover-open [role=option]").length < 9);
  assert.ok((await values(page)).includes("apple-m3-ultra"));
});

testPage("options are grouped and tell their facts", DECODE, async (page) => {
  await turnTo(page);
  await hardware(page).click();
  const group = panel(page).getByRole("group", { name: "Graphics cards" });
  const own = group.getByRole("option", { name: /^GeForce RTX 3090 24 GiB, 936 GB\/s$/ });
  await own.waitFor();
  assert.ok(await own.evaluate((one) => one.getBoundingClientRect().bottom < innerHeight), "the choice is in view");
  assert.equal(await active(page), "rtx-3090");
  assert.equal(await options(page).count(), await page.locator("#f-hw option").count());
  await page.locator("#f-q-text").click();
  // It opens when its facts have come, or a moment later without them.
  await changed(() => page.locator(".choices:popover-open").count(), 0);
  assert.equal(await page.locator(".choices:popover-open").count(), 1);
  assert.match((await options(page).first().textContent()) ?? "", /bits$/);
  await page.locator("#f-m-text").fill("qwen3 30b");
  await changed(() => options(page).first().textContent(), null);
  await panel(page).getByText("active").first().waitFor();
});

testPage("keyboard: open, move, choose, leave", DECODE, async (page) => {
  await page.locator("#main").evaluate(() => document.querySelector(".crumbs a")?.setAttribute("id", "before"));
  await page.locator("#before").focus();
  await page.keyboard.press("Tab");
  await hardware(page).waitFor();
  await page.waitForFunction(() => document.activeElement?.id === "f-hw-text");
  assert.equal(await page.evaluate(() => String(getSelection())), "GeForce RTX 3090", "what is typed replaces it");
  assert.equal(await hardware(page).getAttribute("aria-expanded"), "false");
  await page.keyboard.press("ArrowDown");
  await panel(page).waitFor();
  assert.equal(await hardware(page).getAttribute("aria-expanded"), "true");
  assert.equal(await active(page), "rtx-3090");
  const all = await values(page);
  for (const [key, at] of /** @type {[string, number][]} */ ([
    ["ArrowDown", all.indexOf("rtx-3090") + 1],
    ["ArrowUp", all.indexOf("rtx-3090")],
    ["Home", 0],
    ["ArrowUp", all.length - 1],
    ["ArrowDown", 0],
    ["PageDown", 10],
    ["End", all.length - 1],
  ])) {
    await page.keyboard.press(key);
    assert.equal(await active(page), all[at], key);
    assert.ok(await page.locator(".choices [aria-selected=true]").isVisible());
  }
  await page.keyboard.press("Escape");
  assert.equal(await panel(page).count(), 0);
  assert.equal(await value(page), "rtx-3090", "Escape keeps the choice");
  await page.keyboard.type("4090");
  await options(page).first().waitFor();
  assert.equal(await active(page), "rtx-4090");
  await page.keyboard.press("Enter");
  await settled(page);
  assert.deepEqual([await value(page), await hardware(page).inputValue()], ["rtx-4090", "GeForce RTX 4090"]);
  // The default device is named too: without one an address means the reader's own.
  const { searchParams } = new URL(page.url());
  assert.deepEqual(Object.fromEntries(searchParams), { hw: "rtx-4090", m: "qwen3.8-27b", v: "1" });
  assert.equal(await hardware(page).getAttribute("aria-activedescendant"), null);
  await page.keyboard.type("5090");
  await options(page).first().waitFor();
  await page.keyboard.press("Tab");
  await settled(page);
  assert.equal(await value(page), "rtx-5090", "Tab takes what was typed");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "f-m-text");
});

testPage("a text that finds nothing says so, and the last choice stays", DECODE, async (page) => {
  await turnTo(page);
  const text = await answer(page);
  await hardware(page).fill("xyzzy 12");
  await panel(page).waitFor();
  assert.match((await panel(page).textContent()) ?? "", /Nothing is called “xyzzy 12”. GeForce RTX 3090 stays./);
  assert.equal(await hardware(page).getAttribute("aria-expanded"), "false");
  await page.waitForFunction(() => /Nothing/.test(document.querySelector(".combo [role=status]")?.textContent ?? ""));
  assert.deepEqual(await violations(page), []);
  await page.keyboard.press("Enter");
  assert.equal(await value(page), "rtx-3090");
  await page.keyboard.press("Escape");
  assert.equal(await hardware(page).inputValue(), "GeForce RTX 3090");
  await hardware(page).fill("zzz");
  await page.locator("[name=c]").focus();
  assert.equal(await hardware(page).inputValue(), "GeForce RTX 3090");
  assert.deepEqual([await value(page), await answer(page)], ["rtx-3090", text]);
});

testPage("results are announced after a pause", DECODE, async (page) => {
  await turnTo(page);
  const status = page.locator("[data-field=hw] [role=status]");
  const whenDrawn = await noteTexts(page, "#f-hw-text-list", "[data-field=hw] [role=status]");
  await hardware(page).fill("m4 max");
  await options(page).first().waitFor();
  assert.equal((await whenDrawn())[0], "", "not while the reader types");
  await changed(() => status.textContent(), "");
  assert.match((await status.textContent()) ?? "", /^2 of \d+\./);
});

testPage("mouse: a click chooses and the URL restores; reset brings back the first choice", DECODE, async (page) => {
  await turnTo(page);
  const text = await answer(page);
  await hardware(page).click();
  await options(page).nth(1).click();
  await settled(page);
  assert.notEqual(await answer(page), text);
  assert.equal(await panel(page).count(), 0);
  const chosen = await hardware(page).inputValue();
  assert.notEqual(chosen, "GeForce RTX 3090");
  await page.reload();
  await settled(page);
  await turnTo(page);
  assert.equal(await hardware(page).inputValue(), chosen);
  await page.getByRole("button", { name: "Reset" }).click();
  await settled(page);
  assert.equal(await answer(page), text);
  assert.deepEqual([await value(page), await hardware(page).inputValue()], ["rtx-3090", "GeForce RTX 3090"]);
});

testPage("an own model is offered first, and chosen as any other", "calculators/kv-cache/", async (page) => {
  await turnTo(page);
  const config = await readFile(new URL("../fixtures/headers/llama.gguf", import.meta.url)).catch(() => undefined);
  if (!config) return assert.fail("no header to read");
  const text = page.locator("#f-m-text"),
    before = await text.inputValue();
  const file = { name: "llama.gguf", mimeType: "application/octet-stream", buffer: config };
  await page.locator("#own-files").setInputFiles(file);
  await changed(() => text.inputValue(), before);
  const own = await text.inputValue();
  await chooseOption(page, "#f-m", "llama-3.2-1b");
  assert.equal(await text.inputValue(), "Llama 3.2 1B");
  await text.click();
  assert.equal((await values(page))[0], "own-model");
  await options(page).first().click();
  assert.equal(await text.inputValue(), own);
  await page.getByRole("button", { name: "Forget this model" }).click();
  await changed(() => text.inputValue(), own);
  assert.equal(await text.inputValue(), before);
});

for (const [width, height] of [
  [360, 740],
  [360, 420],
  [1280, 900],
]) {
  testPage(
    `touch at ${width} by ${height}: the list lies inside the window, and a tap chooses`,
    "explore/",
    async (page) => {
      await turnTo(page);
      for (const name of ["hw", "also"]) {
        const before = await value(page, name);
        if (name === "also") await page.locator(".more-fields summary").tap();
        await page.locator(`#f-${name}-text`).tap();
        const box = (await panel(page).boundingBox()) ?? assert.fail("no list");
        assert.ok(box.x >= 0 && box.x + box.width <= width, JSON.stringify(box));
        assert.ok(box.y >= 0 && box.y + box.height <= height && box.height > 100, JSON.stringify(box));
        assert.equal(await overflow(page), 0);
        const inView = await panel(page).evaluate((list) => {
          const chosen = list.querySelector("[aria-selected=true]")?.getBoundingClientRect(),
            room = list.querySelector("[role=listbox]")?.getBoundingClientRect();
          return chosen && room && chosen.top >= room.top && chosen.bottom <= room.bottom + 1;
        });
        assert.ok(inView, "the choice is in view");
        const widths = await options(page).evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
        assert.ok(Math.max(...widths) <= 0, "no name is cut");
        const target = (await options(page).first().boundingBox())?.height ?? 0;
        assert.ok(target >= 24, `${target}`);
        await page.locator(`#f-${name}-text`).fill("3060");
        await options(page).first().tap();
        assert.notEqual(await value(page, name), before);
      }
    },
    { viewport: { width, height }, hasTouch: true },
  );
}

testPage("accessible while a list is open, filtered, and in vain", DECODE, async (page) => {
  await turnTo(page);
  for (const text of ["", "4090", "xyzzy"]) {
    await hardware(page).focus();
    if (text) await hardware(page).fill(text);
    else await page.keyboard.press("ArrowDown");
    await panel(page).waitFor();
    await assertAccessible(page);
    await page.keyboard.press("Escape");
  }
});

testPage(
  "without its script a list is the select that it was",
  DECODE,
  async (page) => {
    await settled(page);
    const refused = page.waitForEvent("requestfailed");
    for (const x of [1, 2]) await page.mouse.move(x, 1);
    await refused;
    const text = await answer(page);
    await page.locator("#f-hw").selectOption("rtx-4090");
    await settled(page);
    assert.notEqual(await answer(page), text);
    assert.ok(await page.locator("#f-hw").isVisible());
  },
  { expected: /combobox|Failed to load/, before: (page) => page.route("**/combobox.*.js", (route) => route.abort()) },
);

/** Lets the facts of the lists come. */
let release = () => {};
testPage(
  "a list opens before its facts, which are added when they come",
  DECODE,
  async (page) => {
    await turnTo(page);
    await hardware(page).click();
    await options(page).first().waitFor();
    assert.ok((await page.locator(".choices:popover-open [role=option] span").count()) === 0);
    await page.keyboard.press("End");
    const last = await active(page);
    release();
    await panel(page).getByText("24 GiB, 1,008 GB/s").first().waitFor({ state: "attached" });
    assert.equal(await active(page), last);
  },
  {
    before: (page) => {
      const released = new Promise((done) => (release = () => done(undefined)));
      return page.route("**/*-facts.txt", async (route) => {
        await released;
        await route.continue();
      });
    },
  },
);

testPage("without facts the names are found", `${DECODE}?hw=rtx-3090&v=1`, async (page) => {
  await settled(page);
  await turnTo(page);
  assert.equal(await hardware(page).inputValue(), "GeForce RTX 3090");
  await hardware(page).fill("5090");
  await options(page).first().waitFor();
  assert.ok((await values(page)).includes("rtx-5090"));
}, { expected: /facts|Failed to load/, before: (page) => page.route("**/*-facts.txt", (route) => route.abort()) });

testPage("in a frame the list lies inside the frame", "embed/decode-speed/", async (page) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await turnTo(page);
  await page.locator("#f-m-text").fill("qwen3 30b");
  const box = (await panel(page).boundingBox()) ?? assert.fail("no list");
  assert.ok(box.x >= 0 && box.x + box.width <= 360 && box.y + box.height <= 640, JSON.stringify(box));
  assert.deepEqual(await violations(page), []);
});
