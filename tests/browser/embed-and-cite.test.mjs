/**
 * A calculator on another site, and in another text: the code for a frame carries the reader's inputs, the frame has
 * the height of its content, and "Cite" copies what a footnote needs.
 */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { inChromium, publishedAt, serve, settled } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

const { testPage, url, visit } = inChromium();
const ADDRESS = "calculators/decode-speed/";
const published = await publishedAt();
const snippet = async (/** @type {Page} */ page) => (await page.locator("[data-part=embed]").textContent()) ?? "";

/** @param {Page} page @param {string} value */
async function setContext(page, value) {
  const field = page.locator("#f-c");
  await settled(page);
  await field.fill(value);
  await field.blur();
  await settled(page);
}

testPage("the code for a frame carries the inputs", ADDRESS, async (page) => {
  const bare = await snippet(page);
  for (const file of ["embed/decode-speed/", "rooflight-embed.js"]) {
    assert.ok(bare.includes(`src="${published}${file}"`), bare);
  }
  await setContext(page, "16,384");
  const own = await snippet(page);
  assert.ok(own.includes(`embed/decode-speed/${new URL(page.url()).search}"`) && own.includes("c=16384"), own);
  assert.equal(own.replace(/\?[^"]*/, ""), bare);
});

testPage("an answer is saved as a picture, with its address", ADDRESS, async (page) => {
  await settled(page);
  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "SVG" }).click();
  const picture = await readFile(await (await saved).path(), "utf8");
  assert.ok(picture.startsWith("<svg") && picture.includes("decode-speed/") && picture.includes("<path"), picture);
  assert.ok(!/ class=| style=/.test(picture), "its paint does not depend on the page's sheets");
});

/**
 * A page of another site, whose text `write` gets this site's address, in a folder of its own.
 * @param {string} html
 * @param {(page: Page) => Promise<unknown>} use
 */
async function onAnotherSite(html, use) {
  const folder = await mkdtemp(path.join(tmpdir(), "rooflight-framed-"));
  await writeFile(path.join(folder, "index.html"), `<!doctype html><html lang="en"><title>x</title>${html}`);
  const other = await serve("/", folder);
  try {
    // The framing site counts as another host of the frame's site.
    await visit("404.html", async (page) => use((await page.goto(other.url), page)), { expected: /request to|404/ });
  } finally {
    other.close();
    await rm(folder, { recursive: true, force: true });
  }
}

const height = async (/** @type {Page} */ page) => (await page.locator("iframe").boundingBox())?.height ?? 0;

test("a frame grows and shrinks to its content, and shows the inputs of its address", async () => {
  const source = url("embed/decode-speed/?c=16384&v=1");
  const script = `<script src="${url("rooflight-embed.js")}" async></script>`;
  const html = `<iframe src="${source}" width="600" height="900"></iframe>${script}`;
  await onAnotherSite(html, async (page) => {
    const inside = page.frameLocator("iframe");
    await inside.locator("#calculator[data-state=ready]").waitFor();
    assert.equal(await inside.locator("#f-c").inputValue(), "16,384");
    assert.equal(await inside.locator("[type=file]").count(), 0);
    const fits = () => {
      const main = page.frames()[1].evaluate(() => {
        const { scrollHeight, clientHeight } = document.documentElement;
        return scrollHeight - clientHeight;
      });
      return main;
    };
    await page.waitForTimeout(300);
    const wide = await height(page);
    assert.notEqual(wide, 900);
    assert.ok((await fits()) <= 1, "no scroll bar");
    await page.locator("iframe").evaluate((element) => element.setAttribute("width", "340"));
    await page.waitForTimeout(500);
    assert.ok((await height(page)) > wide && (await fits()) <= 1, "narrower is higher");
  });
});

test("a height is taken from the frame of the script's own site alone", async () => {
  const lie = "<script>parent.postMessage({ rooflightHeight: 5000 }, '*')</script>";
  const liar = `<iframe srcdoc="${lie}" height="123"></iframe>`;
  await onAnotherSite(`<script src="${url("rooflight-embed.js")}"></script>${liar}`, async (page) => {
    await page.evaluate(() => {
      for (const height of [5000, "5000", NaN, -1, 1e9]) postMessage({ rooflightHeight: height }, "*");
      postMessage(null, "*");
    });
    await page.waitForTimeout(200);
    assert.equal(await page.locator("iframe").getAttribute("height"), "123");
  });
});

const clipboard = { permissions: ["clipboard-read", "clipboard-write"] };

testPage(
  "an answer is cited with its conditions, the run's source, the day of the data and the address",
  ADDRESS,
  async (page) => {
    const cite = async () => {
      await page.getByRole("button", { name: "Cite" }).click();
      await page.getByRole("button", { name: "Copied" }).waitFor();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    await settled(page);
    const built = await cite();
    const text = await page.request.get(page.url()).then((response) => response.text());
    const plain = await page.evaluate((html) => {
      const page = new DOMParser().parseFromString(html, "text/html");
      return [...page.querySelectorAll("noscript")].at(-1)?.textContent?.replace(/<[^>]*>/g, "").trim() ?? "";
    }, text);
    const address = (/** @type {string} */ cited) => cited.slice(cited.lastIndexOf("http"));
    const before = built.slice(0, -address(built).length);
    const decoded = await page.evaluate((text) => {
      const area = document.createElement("textarea");
      area.innerHTML = text;
      return area.value;
    }, plain);
    assert.equal(decoded, `Cite: ${before}${published}${ADDRESS}`, "the same text as without scripts");
    assert.match(built, /^About [\d.]+ tokens per second; .+4,096 tokens of context.+Measured: [\d.]+ tokens/);
    assert.match(built, /, https:\/\/.+\. Rooflight, data of \d+ \w+ \d{4}, http/);
    await setContext(page, "16,384");
    const own = await cite();
    assert.ok(own.includes("16,384 tokens of context") && own.endsWith(page.url()) && own.includes("c=16384"), own);
  },
  clipboard,
);

testPage(
  "a citation is plain text without scripts, and exact sums cite no run",
  "calculators/kv-cache/",
  async (page) => {
    const text = (await page.locator(".calc noscript").last().innerText()) ?? "";
    assert.match(text, /^Cite: The cache takes .+, data of \d+ \w+ \d{4}, https?:\S+calculators\/kv-cache\/$/);
    assert.doesNotMatch(text, /Measured/);
  },
  { javaScriptEnabled: false },
);
