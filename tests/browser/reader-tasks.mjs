/**
 * What first-time visitors come for, done as they would do it, from the home page. Each task has a number of actions
 * that it may take: a click or a group of keystrokes is one, a scroll of at most two screens or sideways half a one.
 * At the end the answer is in the window.
 *
 * Steps are the same in every browser: things of a page are expressions that it evaluates, and hands press and type at
 * points of the window.
 */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";

/**
 * @typedef {{
 *   evaluate(expression: string): Promise<any>,
 *   until(expression: string): Promise<unknown>,
 *   press(x: number, y: number): Promise<unknown>,
 *   type(text: string): Promise<unknown>,
 *   enter(): Promise<unknown>,
 *   selectAll(): Promise<unknown>,
 *   choose(file: string, expression: string): Promise<unknown>,
 * }} Hands
 */

export const WINDOWS = [
  { width: 1280, height: 900 },
  { width: 360, height: 740 },
];
const OWN_MODEL = fileURLToPath(new URL("../fixtures/headers/qwen3/config.json", import.meta.url));

const all = (/** @type {string} */ selector) =>
  `[...document.querySelectorAll(${JSON.stringify(selector)})].filter((one) => one.checkVisibility())`;
const first = (/** @type {string} */ selector) => `${all(selector)}[0]`;
const last = (/** @type {string} */ selector) => `${all(selector)}.at(-1)`;
/** A link by its text, or by how that begins. @param {string} text @param {string} [selector] */
const link = (text, selector = "a") =>
  `${all(selector)}.find((one) => one.textContent.trim().startsWith(${JSON.stringify(text)}))`;
/** A field by its label. @param {string} label */
const field = (label) =>
  `${all("label")}.find((one) => one.textContent.trim() === ${JSON.stringify(label)})?.control`;
const SETTLED = first(["ready", "invalid", "failed"].map((state) => `#calculator[data-state=${state}]`).join());
const ANSWER = first("#answer");
const ROW = "[data-part=figure] tbody tr:not(.group)";
const RESULT = ".find-box .found a";

/** The point of a thing at which a press reaches it; none while another covers it. */
const POINT = `(thing) => {
  const [box] = thing?.getClientRects() ?? [];
  if (!box) return null;
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const there = document.elementFromPoint(x, y);
  return thing.contains(there) || there?.closest("label")?.control === thing ? [x, y] : null;
}`;

/** A visitor who counts what the hands do. */
export class Visitor {
  actions = 0;

  /** @param {Hands} hands */
  constructor(hands) {
    this.hands = hands;
  }

  /** Brings a thing into the window by scrolls, down or sideways. @param {string} thing */
  async see(thing) {
    await this.hands.until(thing);
    this.actions += await this.hands.evaluate(`(() => {
      const thing = ${thing}, { top, bottom, left } = thing.getBoundingClientRect(), height = innerHeight;
      const isCut = bottom > height && (top >= height || bottom - top <= height);
      const far = top < 0 ? -top : isCut ? bottom - height : 0;
      // A row that scrolls sideways.
      const isAside = left < 0 || left >= innerWidth;
      if (far > 0) thing.scrollIntoView({ block: "center", behavior: "instant" });
      if (isAside) thing.scrollIntoView({ block: "nearest", inline: "center", behavior: "instant" });
      return Math.ceil(Math.max(0, far) / (2 * height)) / 2 + Number(isAside) / 2;
    })()`);
  }

  /** Presses a thing once it stands still. @param {string} thing */
  async click(thing) {
    await this.see(thing);
    const where = async () => JSON.stringify(await this.hands.evaluate(`(${POINT})(${thing})`).catch(() => null));
    let point = "null";
    for (let tries = 0; tries < 200; tries++) {
      const before = point;
      point = await where();
      if (point !== "null" && point === before) break;
      await new Promise((done) => setTimeout(done, 25));
    }
    assert.notEqual(point, "null", `no place to press: ${thing}`);
    const [x, y] = /** @type {[number, number]} */ (JSON.parse(point));
    await this.hands.press(x, y);
    this.actions += 1;
  }

  /** A click into a field and the keys, Enter among them. @param {string} field @param {string} text */
  async write(field, text) {
    await this.click(field);
    await this.type(text);
  }

  /** Keys alone, into what has the focus; replaces what is selected. @param {string} text */
  async type(text) {
    await this.hands.selectAll();
    await this.hands.type(text.replace("\n", ""));
    if (text.endsWith("\n")) await this.hands.enter();
    this.actions += 1;
  }

  /** A page of the navigation: on a phone the menu is opened first. @param {string} name */
  async go(name) {
    if (await this.hands.evaluate(`Boolean(${first("button.menu")})`)) await this.click(first("button.menu"));
    await this.click(link(name, "#nav a"));
  }

  /**
   * Types a question into the search, and follows its first result.
   * @param {string} question
   * @param {RegExp} wanted its address
   */
  async search(question, wanted) {
    await this.ask(question);
    await this.hands.until(`${wanted}.test(${first(RESULT)}?.href)`);
    await this.click(first(RESULT));
    await this.arrive(wanted);
  }

  /** @param {string} question */
  async ask(question) {
    await this.click(first("a.find"));
    await this.hands.until("document.activeElement?.matches('.find-box input[type=text]')");
    await this.type(question);
  }

  /** Waits for a page, and for its answer where it has a calculator. @param {RegExp} address */
  async arrive(address) {
    await this.hands.until(`${address}.test(location.href) && document.readyState === "complete"`);
    await this.hands.until(`!document.querySelector("#calculator") || ${SETTLED}`);
  }

  /** Chooses from a long list by its combobox. @param {string} key @param {string} text */
  async choose(key, text) {
    await this.click(first(`#f-${key}-text, select#f-${key}`));
    await this.hands.until(`document.activeElement?.id === "f-${key}-text"`);
    await this.hands.type(text);
    await this.hands.until(first(".choices:popover-open [role=option]"));
    await this.hands.enter();
    this.actions += 1;
    await this.hands.until(SETTLED);
  }

  /** @param {string} thing @returns {Promise<string>} */
  async textOf(thing) {
    await this.hands.until(thing);
    return this.hands.evaluate(`${thing}.textContent`);
  }

  /** @param {string} key @returns {Promise<string>} */
  value(key) {
    return this.hands.evaluate(`document.querySelector("#f-${key}").value`);
  }

  /** @returns {Promise<string>} */
  address() {
    return this.hands.evaluate("location.href");
  }
}

/**
 * What each task ends with is the thing that has its answer.
 * @type {{ name: string, most: number, perform: (visitor: Visitor) => Promise<string> }[]}
 */
export const TASKS = [
  {
    name: "what a 16 GB card runs for programming, at 20 tokens per second and 16k of context",
    most: 5,
    async perform(visitor) {
      await visitor.write(field("What runs on my machine?"), "5060 Ti 16GB, coding, 16k, 20 tok/s\n");
      await visitor.arrive(/bench=swe-bench-verified/);
      assert.match(await visitor.address(), /hw=rtx-5060-ti-16gb.*c=16384|c=16384.*hw=rtx-5060-ti-16gb/);
      assert.equal(await visitor.value("tps"), "20");
      return first(`${ROW} th`);
    },
  },
  {
    name: "three machines side by side at one model",
    most: 7,
    async perform(visitor) {
      await visitor.search("gpt-oss-120b: m4 max vs strix halo vs dgx spark", /mode=compare/);
      assert.equal(await visitor.hands.evaluate(`${all(ROW)}.length`), 3);
      return last(ROW);
    },
  },
  {
    name: "whether speculative decoding helps on a Mac",
    most: 5,
    async perform(visitor) {
      await visitor.search("speculative decoding m4 max", /calculators\/speculative\/.*hw=apple-m4-max/);
      assert.match(await visitor.textOf(ANSWER), /^Little or nothing/);
      return ANSWER;
    },
  },
  {
    name: "the cheapest machine for a large model at 20 tokens per second",
    most: 6,
    async perform(visitor) {
      await visitor.click(link("What runs a model most cheaply?"));
      await visitor.arrive(/by=rent/);
      await visitor.choose("m", "qwen3 235b");
      assert.match(await visitor.textOf(ANSWER), /\$/);
      return ANSWER;
    },
  },
  {
    name: "whether a measured speed is good",
    most: 5,
    async perform(visitor) {
      await visitor.click(link("Is my speed good?"));
      await visitor.arrive(/measure/);
      await visitor.write(first("#output"), "71 tok/s with Llama 3.1 8B in Q4_K_M on a 4090");
      assert.match(await visitor.textOf(first(".verdict h2")), /^No: (about half|4\d %) of the usual 1[45]\d tokens/);
      // No laptop's cause: the card is a desktop's.
      assert.match(await visitor.textOf(first(".verdict ol li")), /^another program on the card/);
      assert.match(await visitor.textOf(first(".verdict .speed")), /^71 tokens\/s: below the 80 % range/);
      return first(".verdict h2");
    },
  },
  {
    name: "the speed of an own model on two cards",
    most: 6,
    async perform(visitor) {
      await visitor.write(field("What runs on my machine?"), "2x 3090\n");
      await visitor.arrive(/explore\/.*n=2/);
      await visitor.see(first("#own-files"));
      await visitor.hands.choose(OWN_MODEL, first("#own-files"));
      // A press on the button, and the choice in the window of the system.
      visitor.actions += 2;
      await visitor.arrive(/m=own-model/);
      const own = first(`${ROW} td.name, ${ROW} th`);
      assert.match(await visitor.textOf(own), /^qwen3/);
      return own;
    },
  },
  {
    name: "whether eight users with long contexts fit a server's card with a small cache format",
    most: 6,
    async perform(visitor) {
      await visitor.search("h100 qwen3 32b 8 users 32k fp8 kv", /memory-fit.*kv=/);
      for (const [key, value] of Object.entries({ c: "32,768", b: "8", kv: "fp8" }))
        assert.equal(await visitor.value(key), value);
      return ANSWER;
    },
  },
  {
    name: "the feed of one topic",
    most: 3,
    async perform(visitor) {
      const hasIcon = await visitor.hands.evaluate(`Boolean(${first("a.feed")})`);
      await visitor.click(hasIcon ? first("a.feed") : link("Feeds", "footer a"));
      await visitor.arrive(/feeds/);
      return first("main a[href*='layers/']");
    },
  },
  {
    name: "a course from the beginning, in its order",
    most: 10,
    async perform(visitor) {
      await visitor.go("Learn");
      await visitor.arrive(/learn\/$/);
      await visitor.click(first("main a[href$='/1/']"));
      await visitor.arrive(/learn\/[^/]+\/1\//);
      await visitor.click(last("main a[href$='/2/']"));
      await visitor.arrive(/learn\/[^/]+\/2\//);
      return first("h1");
    },
  },
  {
    name: "the term for experts that stay in the computer's memory",
    most: 2,
    async perform(visitor) {
      await visitor.ask("experts kept in RAM");
      await visitor.hands.until(first(".find-box .found li p"));
      assert.match(await visitor.textOf(first(RESULT)), /offload/i);
      return first(".find-box .found li p");
    },
  },
  {
    name: "an answer for an own page, and how to cite it",
    most: 4,
    async perform(visitor) {
      await visitor.click(first(".calc-top a"));
      await visitor.arrive(/calculators\/decode-speed/);
      await visitor.click(first("[data-act=cite]"));
      return first("[data-part=embed]");
    },
  },
  {
    name: "what a million tokens cost at home",
    most: 6,
    async perform(visitor) {
      await visitor.click(link("What does a million tokens cost at home"));
      await visitor.arrive(/calculators\/cost/);
      await visitor.choose("hw", "4090");
      assert.match(await visitor.textOf(ANSWER), /\$[\d.]+.*million tokens/);
      return ANSWER;
    },
  },
];

/** Does a task on the open home page, and holds it to its number of actions. @param {typeof TASKS[number]} task */
export async function assertDone({ name, most, perform }, /** @type {Hands} */ hands) {
  const visitor = new Visitor(hands);
  const answer = await perform(visitor);
  await visitor.see(answer);
  const isSeen = await hands.evaluate(`(() => {
    const { top, height } = ${answer}.getBoundingClientRect();
    return height > 0 && top >= 0 && top < innerHeight;
  })()`);
  assert.ok(isSeen, "the answer is in the window");
  if (process.env.ROOFLIGHT_COUNTS) console.log(`${visitor.actions} of ${most}: ${name}`);
  assert.ok(visitor.actions <= most, `${visitor.actions} actions of ${most}`);
}
