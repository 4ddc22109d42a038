/**
 * What first-time visitors come for, done as they would do it, from the home page, at two widths. Each task has a
 * number of actions that it may take: a click or a group of keystrokes is one, a scroll of at most two screens half a
 * one. At the end the answer is in the window.
 */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { inChromium, settled } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Locator} Locator */
const { visit } = inChromium();
const WINDOWS = [
  { width: 1280, height: 900 },
  { width: 360, height: 740 },
];
const OWN_MODEL = fileURLToPath(new URL("../fixtures/headers/qwen3/config.json", import.meta.url));

/** A visitor who counts what the hands do. */
class Visitor {
  actions = 0;

  /** @param {Page} page */
  constructor(page) {
    this.page = page;
  }

  /** Brings a thing into the window; each scroll of up to two screens is half an action. @param {Locator} thing */
  async see(thing) {
    await thing.waitFor();
    const [above, below, height] = await thing.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return [top, bottom, innerHeight];
    });
    const isCut = below > height && (above >= height || below - above <= height);
    const far = above < 0 ? -above : isCut ? below - height : 0;
    if (far <= 0) return;
    this.actions += Math.ceil(far / (2 * height)) / 2;
    await thing.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
  }

  /** @param {Locator} thing */
  async click(thing) {
    await this.see(thing);
    await thing.click();
    this.actions += 1;
  }

  /** A click into a field and the keys, Enter among them. @param {Locator} field @param {string} text */
  async write(field, text) {
    await this.click(field);
    await this.type(text);
  }

  /** Keys alone, into what has the focus; replaces what is selected. @param {string} text */
  async type(text) {
    await this.page.keyboard.press("Control+A");
    await this.page.keyboard.type(text.replace("\n", ""));
    if (text.endsWith("\n")) await this.page.keyboard.press("Enter");
    this.actions += 1;
  }

  /** A page of the navigation: on a phone the menu is opened first. @param {string} name */
  async go(name) {
    const menu = this.page.locator("button.menu");
    if (await menu.isVisible()) await this.click(menu);
    await this.click(this.page.locator("#nav").getByRole("link", { name, exact: true }));
  }

  /** Types a question into the search and returns its results. @param {string} question */
  async search(question) {
    await this.click(this.page.locator("a.find"));
    await this.page.locator(".find-box input[type=text]").waitFor();
    await this.type(question);
    return this.page.locator(".find-box .found a");
  }

  /** Chooses from a long list by its combobox. @param {string} key @param {string} text */
  async choose(key, text) {
    const { page } = this;
    await this.click(page.locator(`#f-${key}-text, select#f-${key}`).filter({ visible: true }).first());
    await page.locator(`#f-${key}-text`).waitFor();
    await page.keyboard.type(text);
    await page.locator(".choices:popover-open [role=option]").first().waitFor();
    await page.keyboard.press("Enter");
    this.actions += 1;
  }

  get answer() {
    return this.page.locator("#answer");
  }
}

/** @type {{ name: string, most: number, perform: (visitor: Visitor, page: Page) => Promise<Locator> }[]} */
const TASKS = [
  {
    name: "what a 16 GB card runs for programming, at 20 tokens per second and 16k of context",
    most: 5,
    async perform(visitor, page) {
      await visitor.write(page.getByLabel("What runs on my machine?"), "5060 Ti 16GB, coding, 16k, 20 tok/s\n");
      await page.waitForURL(/bench=livecodebench/);
      await settled(page);
      assert.match(page.url(), /hw=rtx-5060-ti-16gb.*c=16384|c=16384.*hw=rtx-5060-ti-16gb/);
      assert.equal(await page.locator("#f-tps").inputValue(), "20");
      return page.locator("[data-part=figure] tbody tr:not(.group) th").first();
    },
  },
  {
    name: "three machines side by side at one model",
    most: 7,
    async perform(visitor, page) {
      const results = await visitor.search("gpt-oss-120b: m4 max vs strix halo vs dgx spark");
      await visitor.click(results.first());
      await page.waitForURL(/mode=compare/);
      await settled(page);
      assert.equal(await page.locator("[data-part=figure] tbody tr:not(.group)").count(), 3);
      return page.locator("[data-part=figure] tbody tr:not(.group)").last();
    },
  },
  {
    name: "whether speculative decoding helps on a Mac",
    most: 5,
    async perform(visitor, page) {
      const results = await visitor.search("speculative decoding m4 max");
      await visitor.click(results.first());
      await page.waitForURL(/calculators\/speculative\/.*hw=apple-m4-max/);
      await settled(page);
      return visitor.answer;
    },
  },
  {
    name: "the cheapest machine for a large model at 20 tokens per second",
    most: 6,
    async perform(visitor, page) {
      await visitor.click(page.getByRole("link", { name: "What runs a model most cheaply?" }));
      await page.waitForURL(/by=rent/);
      await settled(page);
      await visitor.choose("m", "qwen3 235b");
      await settled(page);
      assert.match((await visitor.answer.textContent()) ?? "", /\$/);
      return visitor.answer;
    },
  },
  {
    name: "whether a measured speed is good",
    most: 5,
    async perform(visitor, page) {
      await visitor.click(page.getByRole("link", { name: "Is my speed good?" }));
      await page.waitForURL(/measure/);
      await visitor.write(page.locator("#output"), "71 tok/s with Llama 3.1 8B in Q4_K_M on a 4090");
      await page.locator(".verdict .speed").waitFor();
      return page.locator(".verdict h2").first();
    },
  },
  {
    name: "the speed of an own model on two cards",
    most: 6,
    async perform(visitor, page) {
      await visitor.write(page.getByLabel("What runs on my machine?"), "2x 3090\n");
      await page.waitForURL(/explore\/.*n=2/);
      await settled(page);
      await visitor.see(page.locator("#own-files"));
      await page.locator("#own-files").setInputFiles(OWN_MODEL);
      // A press on the button, and the choice in the window of the system.
      visitor.actions += 2;
      await page.waitForURL(/m=own-model/);
      await settled(page);
      const own = page.locator("[data-part=figure] tbody tr:not(.group) td.name, tbody tr:not(.group) th").first();
      assert.match((await own.textContent()) ?? "", /^qwen3/);
      return own;
    },
  },
  {
    name: "whether eight users with long contexts fit a server's card with a small cache format",
    most: 6,
    async perform(visitor, page) {
      const results = await visitor.search("h100 qwen3 32b 8 users 32k fp8 kv");
      await visitor.click(results.first());
      await page.waitForURL(/memory-fit/);
      await settled(page);
      for (const [key, value] of Object.entries({ c: "32,768", b: "8", kv: "fp8" }))
        assert.equal(await page.locator(`#f-${key}`).inputValue(), value);
      return visitor.answer;
    },
  },
  {
    name: "the feed of one topic",
    most: 3,
    async perform(visitor, page) {
      const icon = page.locator("a.feed");
      const link = (await icon.isVisible()) ? icon : page.locator("footer").getByRole("link", { name: "Feeds" });
      await visitor.click(link);
      await page.waitForURL(/feeds/);
      const feed = page.locator("main a[href*='layers/']").first();
      await visitor.see(feed);
      return feed;
    },
  },
  {
    name: "a course from the beginning, in its order",
    most: 10,
    async perform(visitor, page) {
      await visitor.go("Learn");
      await page.waitForURL(/learn\/$/);
      await visitor.click(page.locator("main a[href$='/1/']").first());
      await page.waitForURL(/learn\/[^/]+\/1\//);
      await visitor.click(page.locator("main a[href$='/2/']").last());
      await page.waitForURL(/learn\/[^/]+\/2\//);
      return page.locator("h1");
    },
  },
  {
    name: "the term for experts that stay in the computer's memory",
    most: 2,
    async perform(visitor, page) {
      const results = await visitor.search("experts kept in RAM");
      await page.locator(".find-box .found li p").first().waitFor();
      assert.match((await results.first().textContent()) ?? "", /offload/i);
      return page.locator(".find-box .found li p").first();
    },
  },
  {
    name: "an answer for an own page, and how to cite it",
    most: 4,
    async perform(visitor, page) {
      await visitor.click(page.locator(".calc-top a"));
      await page.waitForURL(/calculators\/decode-speed/);
      await settled(page);
      await visitor.click(page.locator("[data-act=cite]"));
      const code = page.locator("[data-part=embed]");
      await visitor.see(code);
      return code;
    },
  },
  {
    name: "what a million tokens cost at home",
    most: 6,
    async perform(visitor, page) {
      await visitor.click(page.getByRole("link", { name: /^What does a million tokens cost at home/ }));
      await page.waitForURL(/calculators\/cost/);
      await settled(page);
      await visitor.choose("hw", "4090");
      await settled(page);
      assert.match((await visitor.answer.textContent()) ?? "", /\$[\d.]+.*million tokens/);
      return visitor.answer;
    },
  },
];

for (const viewport of WINDOWS) {
  for (const { name, most, perform } of TASKS) {
    test(`${viewport.width} px: ${name}`, () =>
      visit(
        "",
        async (page) => {
          const visitor = new Visitor(page);
          const answer = await perform(visitor, page);
          await visitor.see(answer);
          const seen = await answer.evaluate((element) => {
            const { top, height } = element.getBoundingClientRect();
            return height > 0 && top >= 0 && top < innerHeight;
          });
          assert.ok(seen, "the answer is in the window");
          if (process.env.ROOFLIGHT_COUNTS) console.log(`${visitor.actions} of ${most}: ${name}`);
          assert.ok(visitor.actions <= most, `${visitor.actions} actions of ${most}`);
        },
        { viewport, permissions: ["clipboard-write"] },
      ));
  }
}
