/**
 * A lesson's link sets the calculator: the page shows the answer that the lesson quotes, with every field as in the
 * URL.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { attribute, elements, inside, textOf } from "../html.mjs";
import { htmlFiles, inChromium, readPage } from "./support.mjs";

const { testPage } = inChromium();

/** The calculator link of a lesson and the answer that it quotes, if it has one. @param {string} name */
async function exercise(name) {
  const sections = elements(await readPage(name)).filter(({ tagName }) => tagName === "section");
  const section = sections.find((each) => attribute(each, "class")?.split(" ").includes("try"));
  const within = section ? inside(section) : [];
  const links = within.map((element) => attribute(element, "href") ?? "");
  const link = links.find((href) => href.endsWith("#calculator"));
  const note = within.find((element) => attribute(element, "class") === "note");
  const quoted = note && inside(note).find(({ tagName }) => tagName === "b");
  return link && quoted ? [{ name, address: link, answer: textOf(quoted) }] : [];
}

const lessons = (await htmlFiles()).filter((name) => /^learn\/[^/]+\/\d+\/index\.html$/.test(name));
const exercises = (await Promise.all(lessons.map(exercise))).flat();

test("lessons have exercises", () => assert.ok(exercises.length > 0));

describe("exercises", { concurrency: 3 }, () => {
  for (const { name, address, answer } of exercises) {
    const { pathname, search, hash, searchParams } = new URL(address, new URL(name, "http://localhost/"));
    testPage(`${name} opens the answer that it quotes`, `${pathname.slice(1)}${search}${hash}`, async (page) => {
      await page.waitForFunction((text) => document.querySelector("#answer")?.textContent === text, answer);
      for (const [key, value] of searchParams) {
        if (key === "v") continue;
        const field = page.locator(`[name="${key}"]`);
        assert.equal((await field.inputValue()).replaceAll(",", ""), value, key);
      }
    });
  }
});
