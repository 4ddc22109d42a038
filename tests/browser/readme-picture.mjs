/**
 * Draws the picture of README from the built site: `ROOFLIGHT_DIST=target/site node tests/browser/readme-picture.mjs`.
 *
 * Its case has runs of this year at several contexts. A picture whose measured points lie outside of the range, or that
 * has too few, is not written: then another case has to be chosen here.
 */
import assert from "node:assert/strict";
import path from "node:path";
import { launch, serve } from "./support.mjs";

const FILE = path.resolve(import.meta.dirname, "../../docs/entry.png");
const CASE = "glossary/tokens-per-second/?hw=apple-m3-ultra&m=llama-3.1-8b&q=mlx-4bit-g64&c=16384";
const SIZE = { width: 1280, height: 1000 };
const LEAST = 5;

const [browser, site] = await Promise.all([launch(), serve()]);
try {
  const page = await browser.newPage({ viewport: SIZE });
  await page.goto(site.url + CASE);
  await page.getByText("Apple M3 Ultra, Llama 3.1 8B").first().waitFor();
  const { dots, outside } = await page.evaluate(() => {
    // The band is drawn on 1,000 units across, and a point's place across is a share of the width.
    const band = /** @type {SVGGeometryElement} */ (/** @type {unknown} */ (document.getElementById("ch-band")));
    const solid = [...(band.closest("svg.chart")?.querySelectorAll("use.d-m") ?? [])];
    const inside = solid.filter((dot) => {
      const [across, down] = ["x", "y"].map((name) => Number.parseFloat(dot.getAttribute(name) ?? ""));
      return band.isPointInFill(new DOMPoint(Math.min(across * 10, 999), down));
    });
    return { dots: solid.length, outside: solid.length - inside.length };
  });
  assert.ok(dots >= LEAST, `${dots} measured points`);
  assert.equal(outside, 0, `${outside} of ${dots} points lie outside of the range`);
  await page.screenshot({ path: FILE, animations: "disabled" });
  console.log(`${FILE}: ${dots} measured points, each inside the range`);
} finally {
  await browser.close();
  site.close();
}
