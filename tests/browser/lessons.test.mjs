/**
 * A lesson's link sets the calculator: the page shows the answer that the lesson quotes, with every field as in the
 * URL.
 */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { attribute, elements, inside, textOf } from "../html.mjs";
import { assertAccessible, htmlFiles, inChromium, overflow, readPage } from "./support.mjs";

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
        // The built answer may read like the one that is asked for, and stands before the script has set the fields.
        await page.waitForFunction(
          ([name, wanted]) => {
            const field = /** @type {HTMLInputElement} */ (document.querySelector(`[name="${name}"]`));
            return field.value.replaceAll(",", "") === wanted;
          },
          [key, value],
        );
      }
    });
  }
});

for (const [width, colorScheme] of /** @type {const} */ ([
  [1280, "light"],
  [360, "dark"],
])) {
  testPage(
    `a lesson's notes, ${width} px, ${colorScheme}, without scripts`,
    "learn/why-decode-is-slow/7/",
    async (page) => {
      const labels = await page.locator(".notes dt").allInnerTexts();
      assert.deepEqual(labels, ["What to remember", "A common mistake", "Market signal", "Memory hook"]);
      const notes = page.locator(".notes dd");
      const boxes = await notes.evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
      for (const { width: wide, right } of boxes) assert.ok(wide >= 200 && right <= width, `${wide} to ${right}`);
      assert.ok(await page.locator(".notes a[rel=noopener]").isVisible());
      assert.equal(await overflow(page), 0);
      const layer = page.locator(".crumbs p a");
      assert.equal(await layer.textContent(), "Compute");
      await layer.click();
      await page.waitForURL("**/layers/compute/");
      const way = page.getByRole("link", { name: "Why the arithmetic does not matter" });
      assert.ok((await way.getAttribute("href"))?.endsWith("learn/why-decode-is-slow/7/"));
      assert.equal(await overflow(page), 0);
    },
    { viewport: { width, height: 800 }, colorScheme, javaScriptEnabled: false },
  );
}

testPage("a number of the answer is right and unfolds it", "learn/why-decode-is-slow/6/", async (page) => {
  const answer = page.locator("#exercise + details");
  for (const [number, said, isOpen] of /** @type {const} */ ([
    ["12", /^Not a number/, false],
    ["57.9", /^Right/, true],
  ])) {
    await page.getByLabel("Your number").fill(number);
    await page.getByRole("button", { name: "Check" }).click();
    assert.match((await page.locator("#exercise output").textContent()) ?? "", said);
    assert.equal(await answer.evaluate((details) => /** @type {HTMLDetailsElement} */ (details).open), isOpen);
  }
});

testPage("a lesson and the lessons of a layer are accessible", "learn/sizing-a-machine/4/", async (page) => {
  await assertAccessible(page);
  await page.locator(".crumbs p a").click();
  await page.waitForURL("**/layers/*/");
  await assertAccessible(page);
});
