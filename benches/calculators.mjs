/**
 * Speed of calculators in this machine's Chromium: `ROOFLIGHT_DIST=SITE node benches/calculators.mjs [KIND …]` opens
 * each calculator's page of a built site (`dist` by default) and prints, in milliseconds: the time of the module from
 * its bytes to its first answer; one recalculation, records read and HTML written; and the work from a key press on a
 * slider to the next paint, from the browser's trace. Other programs lengthen the first two: a report, not a test.
 */
import { htmlFiles, launch, serve } from "../tests/browser/support.mjs";

const all = (await htmlFiles())
  .map((name) => name.match(/^calculators\/([^/]+)\/index\.html$/)?.[1])
  .filter((kind) => kind !== undefined);
const wanted = process.argv.slice(2),
  kinds = all.filter((kind) => wanted.length === 0 || wanted.includes(kind));
const median = (/** @type {number[]} */ times) => times.sort((a, b) => a - b)[times.length >> 1];
const KEYS = 24;

/** Runs in the page. @returns {Promise<{ ready: number[], calls: number[] }>} */
async function times() {
  const { kind = "", shim, wasm, facts } = /** @type {HTMLElement} */ (document.querySelector("#calculator")).dataset;
  const fetched = async (/** @type {string | undefined} */ address) => (await fetch(address ?? "")).arrayBuffer();
  /** @type {import("../estimator-wasm/shim.js").Shim} */
  const { start } = await import(new URL(shim ?? "", document.baseURI).href);
  const module = await fetched(wasm),
    fields = /** @type {HTMLInputElement[]} */ ([...document.querySelectorAll("form [name]")]);
  const query = fields.map((field) => `${field.name}=${field.value}`).join("&");
  let cards = new Uint8Array(),
    answer = await start(module);
  /** @typedef {import("../estimator-wasm/reply.js").CalculatorReply} CalculatorReply */
  const ask = () => /** @type {CalculatorReply} */ (JSON.parse(answer(kind, query, cards)));
  for (let reply; (reply = ask()).kind === "missing";) {
    for (const file of reply.files)
      cards = new Uint8Array([...cards, ...new Uint8Array(await fetched(facts + file))]);
  }
  const ready = [];
  for (let round = 0; round < 20; round++) {
    const begun = performance.now();
    answer = await start(module);
    answer(kind, query, new Uint8Array());
    ready.push(performance.now() - begun);
  }
  // A page's clock has a resolution of 0.1 ms: time ten calls at once.
  const calls = [];
  for (let round = 0; round < 40; round++) {
    const begun = performance.now();
    for (let call = 0; call < 10; call++) answer(kind, query, cards);
    calls.push((performance.now() - begun) / 10);
  }
  return { ready, calls };
}

/**
 * Work of the page's main thread from each key press to the next paint, in milliseconds of CPU time: event handling,
 * the answer, updating the page, style, layout, paint. From a trace of the browser; waiting for the next frame is not
 * included.
 * @typedef {{ name?: string, data?: { type?: string } }} Arguments
 * @typedef {{
 *   name: string, ph: string, pid: number, tid: number, ts: number, dur?: number, tdur?: number, args: Arguments,
 * }} TraceEvent
 * @param {{ traceEvents: TraceEvent[] }} trace
 */
function worked({ traceEvents }) {
  const keys = traceEvents
    .filter(({ name, args }) => name === "EventDispatch" && args.data?.type === "keydown")
    .sort((a, b) => a.ts - b.ts);
  if (keys.length === 0) throw new Error("The trace has no keys");
  const mine = traceEvents.filter(({ pid, tid }) => pid === keys[0].pid && tid === keys[0].tid);
  return keys.map((key, at) => {
    const end = keys[at + 1]?.ts ?? Infinity;
    // A task that began before its event was recorded belongs to it.
    const tasks = mine.filter(({ name, ts, dur = 0 }) => name === "RunTask" && ts + dur >= key.ts && ts < end);
    const paint = mine.filter(({ name, ts }) => name === "Paint" && ts >= key.ts && ts < end).map(({ ts }) => ts);
    if (paint.length === 0) throw new Error("A key was not painted");
    const last = Math.max(...paint);
    return tasks.filter(({ ts }) => ts <= last).reduce((sum, { tdur = 0 }) => sum + tdur / 1000, 0);
  });
}

const [browser, site] = await Promise.all([launch(), serve()]);
console.log(`${"".padEnd(14)} ready  a call  slowest call  key to paint, the usual and the slowest of ${KEYS}`);
for (const kind of kinds) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`${site.url}calculators/${kind}/`, { waitUntil: "networkidle" });
  const { ready, calls } = await page.evaluate(times);
  await page.evaluate(() => document.querySelectorAll(".more-fields").forEach((more) => more.setAttribute("open", "")));
  await page.locator(".pair:has([type=range]) [type=range]").first().focus();
  await page.waitForTimeout(1000);
  await browser.startTracing(page, { categories: ["devtools.timeline", "disabled-by-default-devtools.timeline"] });
  for (let key = 0; key < KEYS; key++) {
    await page.keyboard.press(key % 2 ? "ArrowLeft" : "ArrowRight");
    await page.waitForTimeout(60);
  }
  const paints = worked(JSON.parse((await browser.stopTracing()).toString()));
  const [middle, most] = [median(calls), Math.max(...calls)].map((time) => time.toFixed(3));
  const [usual, slowest] = [median(paints), Math.max(...paints)].map((time) => time.toFixed(1));
  const columns = [kind.padEnd(14), median(ready).toFixed(1).padStart(5), middle.padStart(7), most.padStart(13)];
  console.log([...columns, usual.padStart(13), slowest.padStart(5)].join(" "));
  await page.close();
}
await browser.close();
site.close();
