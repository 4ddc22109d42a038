/** Search in Firefox: what search.test.mjs tests in Chromium. Skipped without Firefox. */
import assert from "node:assert/strict";
import { inFirefox } from "./firefox.mjs";
import { samples } from "./support.mjs";

const inPage = inFirefox();
const pages = await samples();

const OPEN =
  "document.querySelector('dialog')?.open === true && document.activeElement.matches('dialog input[type=text]')";
const FIRST = "document.querySelector('.found a')?.textContent";
/**
 * @param {string} name
 * @param {string} address
 * @param {(page: import("./firefox.mjs").FirefoxPage) => Promise<unknown>} use
 */
const check = (name, address, use) =>
  inPage(name, async (page, root) => {
    await page.goto(root + address);
    await page.evaluate("localStorage.clear()");
    await use(page);
  });

check(
  "`/` opens the dialog, typing finds, Escape returns the focus, Enter opens the entry",
  pages.calculator,
  async (page) => {
    await page.evaluate("document.querySelector('main a.term').focus()");
    await page.type("/");
    await page.until(OPEN);
    await page.type("tok/s");
    await page.until(`${FIRST} === "tokens per second"`);
    await page.press("Escape");
    await page.until("!document.querySelector('dialog').open && document.activeElement.matches('main a.term')");
    await page.type("/");
    await page.until(OPEN);
    // The previous query is selected, so typing replaces it.
    await page.type("kv cahce");
    await page.until(`${FIRST} === "KV cache"`);
    await page.press("ArrowDown");
    assert.equal(await page.evaluate("document.activeElement.textContent"), "KV cache");
    await page.press("Enter");
    await page.until("location.pathname.endsWith('/glossary/kv-cache/') && document.readyState === 'complete'");
  },
);

check("the shortcut does nothing in a field or when switched off", pages.calculator, async (page) => {
  await page.evaluate("document.querySelector('.calc input[type=text]').focus()");
  await page.type("/");
  assert.ok(await page.evaluate("document.querySelector('.calc input[type=text]').value.includes('/')"));
  await page.evaluate("document.activeElement.blur()");
  await page.evaluate("localStorage.rooflightSlash = 'off'");
  // The page's own listener comes first; a key that it leaves alone opens nothing later either.
  await page.evaluate("addEventListener('keydown', (event) => (window.left = !event.defaultPrevented)), true");
  await page.type("/");
  await page.until("window.left !== undefined");
  assert.ok(await page.evaluate("left"));
  assert.equal(await page.evaluate("document.querySelector('dialog')"), null);
});

check("the URL's query shows its results", "search/?q=TPS", async (page) => {
  await page.until(`${FIRST} === "tokens per second"`);
  assert.equal(await page.evaluate("document.querySelector('#q').value"), "TPS");
  await page.evaluate("document.querySelector('#q').focus()");
  await page.press("Enter");
  await page.until("location.pathname.endsWith('/glossary/tokens-per-second/') && document.readyState === 'complete'");
  await page.evaluate("history.back()");
  await page.until(`location.search === "?q=TPS" && ${FIRST} === "tokens per second"`);
});
