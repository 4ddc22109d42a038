/**
 * Sites in German, Japanese and Arabic, built from fixtures by the program: in a browser nothing is wider than the
 * window, no word of ours is English, search finds and cards open.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { launch, serve, visitPage } from "./support.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PROGRAM = process.env.ROOFLIGHT ?? path.join(ROOT, "target/debug/rooflight");
const STRINGS = path.join(ROOT, "crates/glossary/src/model/strings");

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {{ language: string, dir: string, entry: string, query: string, found: string }} Sample */
/** @type {Sample[]} */
const SAMPLES = [
  { language: "de", dir: "ltr", entry: "sauerteig", query: "ahre", found: "Ähre" },
  { language: "ja", dir: "ltr", entry: "kiji", query: "ドウ", found: "生地" },
  { language: "ar", dir: "rtl", entry: "khamira", query: "تنور", found: "تنور" },
];

/** The texts of a language's file without their values, by key. @param {string} language */
async function strings(language) {
  const text = await readFile(path.join(STRINGS, `${language}.yaml`), "utf8");
  /** @type {Map<string, string>} */
  const all = new Map();
  for (const [, key, value] of text.matchAll(/^([a-z_.]+): (.+)$/gm)) {
    if (!value.startsWith("{")) all.set(key, value.replace(/^"|"$/g, ""));
  }
  return all;
}

/** English texts that the language says otherwise, cut at their values and links. @param {string} language */
async function english(language) {
  const [ours, theirs] = await Promise.all([strings("en"), strings(language)]);
  const differing = [...ours].filter(([key, text]) => theirs.get(key) !== text).map(([, text]) => text);
  const pieces = differing.flatMap((text) => text.split(/\{\w+\}|\[|\]\(\w+\)/)).map((piece) => piece.trim());
  return [...new Set(pieces)].filter((piece) => /[a-z]{3}/i.test(piece));
}

/** The words that a reader sees or hears. @param {Page} page */
const pageText = (page) =>
  page.evaluate(() => {
    const spoken = ["aria-label", "title", "alt", "placeholder"];
    const attributes = [...document.querySelectorAll("body *")].flatMap((element) =>
      spoken.map((name) => element.getAttribute(name) ?? ""),
    );
    const drawn = [...document.querySelectorAll("svg text")].map((label) => label.textContent ?? "");
    return [document.title, document.body.innerText, ...attributes, ...drawn].join("\n");
  });

/** Whether a piece stands in a text as words of its own. @param {string} piece @param {string} text */
const isSaid = (piece, text) =>
  new RegExp(`(?<!\\p{L})${piece.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&")}(?!\\p{L})`, "u").test(text);

/** How far the page is wider than its window. @param {Page} page */
const excess = (page) => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);

/** Labels of the drawing that overlap another or leave the window. @param {Page} page */
const overlaps = (page) =>
  page.evaluate(() => {
    const labels = [...document.querySelectorAll("svg.around text")].filter((label) => label.getClientRects().length);
    const boxes = labels.map((label) => ({ text: label.textContent, box: label.getBoundingClientRect() }));
    const apart = (/** @type {DOMRect} */ a, /** @type {DOMRect} */ b) =>
      a.right <= b.left || b.right <= a.left || a.bottom <= b.top + 4 || b.bottom <= a.top + 4;
    const outside = boxes.filter(({ box }) => box.left < 0 || box.right > innerWidth).map(({ text }) => text);
    const pairs = boxes.flatMap((a, at) => boxes.slice(at + 1).filter((b) => !apart(a.box, b.box)).map((b) => [a, b]));
    return { shown: boxes.length, wrong: [...outside, ...pairs.map(([a, b]) => `${a.text} / ${b.text}`)] };
  });

for (const sample of SAMPLES) {
  const { language, dir, entry } = sample;
  /** @type {import("playwright-core").Browser} */
  let browser;
  /** @type {Awaited<ReturnType<typeof serve>>} */
  let site;
  /** @type {string} */
  let folder;
  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "rooflight-languages-"));
    const root = path.join(ROOT, "tests/fixtures/speaking", language);
    await promisify(execFile)(PROGRAM, ["build", "--no-cache", "--root", root, "--out", folder]);
    [browser, site] = await Promise.all([launch(), serve(`/${language}/`, folder)]);
  });
  after(async () => {
    await browser?.close();
    site?.close();
    await rm(folder, { recursive: true, force: true });
  });

  for (const width of [360, 1280]) {
    const options = { viewport: { width, height: 800 } };
    /** @param {string} address @param {(page: Page) => Promise<unknown>} use */
    const visit = (address, use) => visitPage(browser, new URL(address, site.url).href, options, use);

    test(`${language} at ${width}: no page is too wide, and none has an English word of ours`, async () => {
      const foreign = await english(language);
      assert.ok(foreign.length > 100, `${foreign.length} texts`);
      const files = await readdir(folder, { recursive: true });
      const pages = files.filter((file) => file.endsWith(".html"));
      assert.ok(pages.length > 12, `${pages.length} pages`);
      for (const file of pages) {
        const address = file.replace(/index\.html$/, "");
        await visit(address, async (page) => {
          const html = await page.evaluate(() => {
            const { lang } = document.documentElement;
            return [lang, getComputedStyle(document.body).direction];
          });
          assert.deepEqual(html, [language, dir], address);
          assert.ok((await excess(page)) <= 0, `${address} is ${await excess(page)} px too wide`);
          const text = await pageText(page);
          const left = foreign.filter((piece) => isSaid(piece, text));
          assert.deepEqual(left, [], address);
        });
      }
    });

    test(`${language} at ${width}: the drawing's labels stand apart`, () =>
      visit(`glossary/${entry}/`, async (page) => {
        const { shown, wrong } = await overlaps(page);
        assert.ok(shown >= 3, `${shown} labels`);
        assert.deepEqual(wrong, []);
      }));

    test(`${language} at ${width}: search finds, and a card opens`, () =>
      visit(`glossary/${entry}/`, async (page) => {
        const link = page.locator("main .text a[href^='../']").first();
        if (width > 1000) await link.hover();
        else await link.focus();
        await page.locator("[popover]:popover-open").first().waitFor();
        await page.keyboard.press("Escape");
        await page.keyboard.press("/");
        await page.locator("dialog[open] input[type=text]").fill(sample.query);
        await page.locator("dialog .found a").first().waitFor();
        assert.equal(await page.locator("dialog .found a").first().textContent(), sample.found);
      }));
  }
}
