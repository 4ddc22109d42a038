/**
 * Wait for the first recalculation on a slow line: `ROOFLIGHT_DIST=SITE node benches/slow-line.mjs [KIND …]` opens each
 * calculator's page of a built site over a line of 400 kbit/s with a round trip of 150 ms, moves its first slider as
 * soon as the page requests the calculator's script, and prints the milliseconds from there to the new answer, with the
 * kilobytes loaded for it. A report, not a test.
 */
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { htmlFiles, launch, serve } from "../tests/browser/support.mjs";

const LINE = { offline: false, latency: 150, downloadThroughput: 50_000, uploadThroughput: 50_000 };

const all = (await htmlFiles())
  .map((name) => name.match(/^calculators\/([^/]+)\/index\.html$/)?.[1])
  .filter((kind) => kind !== undefined);
const wanted = process.argv.slice(2),
  kinds = all.filter((kind) => wanted.length === 0 || wanted.includes(kind));

const [browser, site] = await Promise.all([launch(), serve()]);
// Compressed, as every host sends it.
const server = createServer(async (request, response) => {
  const found = await fetch(new URL(request.url ?? "/", site.url));
  const body = gzipSync(Buffer.from(await found.arrayBuffer()), { level: 9 });
  const type = found.headers.get("content-type") ?? "";
  response.writeHead(found.status, { "content-type": type, "content-encoding": "gzip" }).end(body);
});
await new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(undefined)));
const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());

console.log(`${"".padEnd(16)}    ms     KB`);
const times = [];
for (const kind of kinds) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  const line = await page.context().newCDPSession(page);
  await line.send("Network.enable");
  await line.send("Network.emulateNetworkConditions", LINE);
  let bytes = 0;
  line.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  const asks = page.waitForRequest(/\/calculator\.[^/]*js$/);
  await page.goto(`http://127.0.0.1:${port}/calculators/${kind}/`, { waitUntil: "commit" });
  await asks;
  const begun = performance.now();
  bytes = 0;
  const before = await page.evaluate(() => {
    document.querySelectorAll(".more-fields").forEach((more) => more.setAttribute("open", ""));
    return document.querySelector("[data-part=figure]")?.innerHTML ?? "";
  });
  const slider = page.locator(".pair:has([type=range]) [type=range]").first();
  await slider.press("PageDown");
  await slider.press("PageUp");
  await slider.press("PageUp");
  await page.waitForFunction(
    (old) => (document.querySelector("[data-part=figure]")?.innerHTML ?? "") !== old,
    before,
    { polling: 20, timeout: 30_000 },
  );
  times.push(performance.now() - begun);
  console.log(`${kind.padEnd(16)} ${times.at(-1)?.toFixed(0).padStart(5)} ${(bytes / 1000).toFixed(1).padStart(6)}`);
  await page.close();
}
times.sort((a, b) => a - b);
console.log(`median ${times[times.length >> 1].toFixed(0)} ms, slowest ${times.at(-1)?.toFixed(0)} ms`);
await browser.close();
server.close();
site.close();
