/** Takes screenshots of the built site: `node tests/browser/screenshots.mjs FOLDER`. */
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { launch, samples, serve } from "./support.mjs";

const folder = process.argv[2];
if (!folder) throw new Error("usage: node tests/browser/screenshots.mjs FOLDER");
await mkdir(folder, { recursive: true });
const [pages, browser, site] = await Promise.all([samples(), launch(), serve()]);

/**
 * @param {string} name
 * @param {string} address
 * @param {import("playwright-core").BrowserContextOptions} options
 * @param {(page: import("playwright-core").Page) => Promise<unknown>} [act]
 * @param {boolean} [whole]
 */
async function shoot(name, address, options, act, whole = true) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, ...options });
  const page = await context.newPage();
  await page.goto(site.url + address);
  await act?.(page);
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: whole, animations: "disabled" });
  await context.close();
}

for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
  for (const width of [1280, 360]) {
    const options = { colorScheme, viewport: { width, height: 860 } };
    for (const [kind, address] of Object.entries(pages))
      if (address !== undefined) await shoot(`${kind}-${colorScheme}-${width}`, address, options);
    await shoot(`used-${colorScheme}-${width}`, pages.calculator, options, async (page) => {
      const before = await page.locator("#answer").textContent();
      await page.locator(".fields [type=range]").fill("14");
      await page.waitForFunction((text) => document.querySelector("#answer")?.textContent !== text, before);
    });
    await shoot(`error-${colorScheme}-${width}`, pages.calculator, options, async (page) => {
      await page.locator("[name=c]").fill("0");
      await page.locator("[name=c]").blur();
      await page.locator("#error-c").waitFor();
    });
    await shoot(
      `card-${colorScheme}-${width}`,
      pages.calculator,
      options,
      async (page) => {
        await page.locator("a.term").nth(2).hover();
        await page.locator(".card").waitFor();
      },
      false,
    );
    await shoot(
      `found-${colorScheme}-${width}`,
      "search/?q=tokens%2Fsec",
      options,
      (page) => page.locator("#found li").first().waitFor(),
      false,
    );
    await shoot(
      `box-${colorScheme}-${width}`,
      pages.calculator,
      options,
      async (page) => {
        await page.keyboard.press("/");
        await page.locator("dialog[open]").waitFor();
        await page.keyboard.type("kv");
        await page.locator("dialog .found li").first().waitFor();
      },
      false,
    );
  }
}
await browser.close();
site.close();
