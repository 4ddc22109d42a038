/** A lesson's link sets the calculator: what the lesson says of the answer is what the reader then sees, with every field as the address has it. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { after, before, test } from "node:test";
import { DIST, htmlFiles, launch, serve, visit } from "./support.mjs";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let site;
before(async () => {
  [browser, site] = await Promise.all([launch(), serve()]);
});
after(async () => {
  await browser.close();
  site.close();
});

test("every lesson's link opens the answer that the lesson shows", async () => {
  let opened = 0;
  for (const file of (await htmlFiles()).filter((name) => /^learn\/[^/]+\/\d+\/index\.html$/.test(name))) {
    const lesson = await readFile(path.join(DIST, file), "utf8");
    const [, href, found] = lesson.match(/<section class="try[^]*?href="([^"]+)#calculator"[^]*?<p class="note"><b>([^<]+)<\/b>/) ?? [];
    if (!href || !found) continue;
    const address = new URL(href.replaceAll("&amp;", "&"), new URL(file.slice(0, -"index.html".length), site.url));
    await visit(browser, address.href, {}, async (page) => {
      await page.waitForFunction((text) => document.querySelector("#answer")?.textContent === text, found);
      for (const [key, value] of address.searchParams)
        if (key !== "v") assert.equal((await page.locator(`[name="${key}"]`).inputValue()).replaceAll(",", ""), value, `${file}: ${key}`);
    });
    opened += 1;
  }
  assert.ok(opened > 0, "no lesson has anything to calculate");
});
