/**
 * How long calculators take in this machine's Chromium: `ROOFLIGHT_DIST=SITE node benches/calculators.mjs [KIND …]` opens each calculator's
 * page of a built site (`dist` unless said otherwise) and prints, in milliseconds: how long a module takes from its bytes to its first
 * question; one recalculation, cards read and HTML written; and the time from a key on a slider to the paint after it, as the browser's own
 * event timing has it (in steps of 8 ms, and silent below 16). Other programs lengthen all of them: a report, not a test.
 */
import { htmlFiles, launch, serve } from "../tests/browser/support.mjs";

const all = (await htmlFiles()).map((name) => name.match(/^calculators\/([^/]+)\/index\.html$/)?.[1]).filter((kind) => kind !== undefined);
const asked = process.argv.slice(2), kinds = all.filter((kind) => asked.length === 0 || asked.includes(kind));
const median = (/** @type {number[]} */ times) => times.sort((a, b) => a - b)[times.length >> 1];
const KEYS = 24;

/** Runs in the page. @returns {Promise<{ ready: number[], calls: number[] }>} */
async function times() {
  const { glue, wasm, facts } = /** @type {HTMLElement} */ (document.querySelector("#calculator")).dataset;
  const fetched = async (/** @type {string | undefined} */ address) => (await fetch(address ?? "")).arrayBuffer();
  /** @type {import("../tests/types/glue.js").Glue} */
  const { start } = await import(new URL(glue ?? "", document.baseURI).href);
  const module = await fetched(wasm), fields = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("form [name]")]);
  const query = fields.map((field) => `${field.name}=${field.value}`).join("&");
  let cards = new Uint8Array(), answer = await start(module);
  for (let text; (text = answer(query, cards)).startsWith("\0");) {
    for (const file of text.slice(1).split("\n").filter(Boolean)) cards = new Uint8Array([...cards, ...new Uint8Array(await fetched(facts + file))]);
  }
  const ready = [];
  for (let round = 0; round < 20; round++) {
    const begun = performance.now();
    answer = await start(module);
    answer(query, new Uint8Array());
    ready.push(performance.now() - begun);
  }
  // The clock of a page ticks every tenth of a millisecond: ten calls a reading.
  const calls = [];
  for (let round = 0; round < 40; round++) {
    const begun = performance.now();
    for (let call = 0; call < 10; call++) answer(query, cards, "", false);
    calls.push((performance.now() - begun) / 10);
  }
  return { ready, calls };
}

/** Collects what the browser says of its events from now on. */
function observe() {
  const found = /** @type {{ durations: number[] }} */ (/** @type {unknown} */ (window));
  found.durations = [];
  const note = (/** @type {PerformanceEntry} */ { name, duration }) => /^(keydown|input)$/.test(name) && found.durations.push(duration);
  new PerformanceObserver((entries) => entries.getEntries().forEach(note)).observe(/** @type {PerformanceObserverInit} */ ({ type: "event", durationThreshold: 16 }));
}

const [browser, site] = await Promise.all([launch(), serve()]);
console.log(`${"".padEnd(14)} ready  a call  slowest call  of ${KEYS} keys at 16 ms or more, the slowest`);
for (const kind of kinds) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${site.url}calculators/${kind}/`, { waitUntil: "networkidle" });
  const { ready, calls } = await page.evaluate(times);
  await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
  await page.evaluate(observe);
  await page.locator(".pair:has([type=range]) [type=range]").first().focus();
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press(key % 2 ? "ArrowLeft" : "ArrowRight");
    await page.waitForTimeout(60);
  }
  const slow = await page.evaluate(() => /** @type {{ durations: number[] }} */ (/** @type {unknown} */ (window)).durations);
  const [middle, most] = [median(calls), Math.max(...calls)].map((time) => time.toFixed(3));
  console.log(`${kind.padEnd(14)} ${median(ready).toFixed(1).padStart(5)} ${middle.padStart(7)} ${most.padStart(13)}  ${String(slow.length).padStart(3)}, ${Math.max(0, ...slow)}`);
  await page.close();
}
await browser.close();
site.close();
