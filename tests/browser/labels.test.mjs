/**
 * Words in pictures: no label over another and none over a measurement, in the chart of every calculator as it opens,
 * in a sample of the entries that open one with values of their own, and in the picture of all models, on a phone and
 * on a desk.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { pagesWithCalculator } from "../estimator.mjs";
import { inChromium } from "./support.mjs";

const { url, visit } = inChromium();

/** Of the entries, every so many is looked at. */
const SAMPLE = 5;

const calculators = await pagesWithCalculator(/^calculators\/[^/]+\/index\.html$/);
const entries = await pagesWithCalculator(/^glossary\/[^/]+\/index\.html$/);
const sample = entries.filter((_, at) => at % SAMPLE === 0);
const names = ["index.html", ...[...calculators, ...sample].map(({ name }) => name)];

/** The labels of a page's charts that lie over another one or over a measurement. */
function clashes() {
  const found = [];
  for (const chart of document.querySelectorAll("svg.chart:not(svg svg)")) {
    const shown = (/** @type {Element} */ each) => each.checkVisibility({ opacityProperty: true });
    const labels = [...chart.querySelectorAll("text")].filter(shown);
    const dots = [...chart.querySelectorAll("use[class^=d-]")].filter(shown);
    const boxes = labels.map((label) => ({ name: label.textContent, box: label.getBoundingClientRect() }));
    const marks = dots.map((dot) => ({ name: "a measurement", box: dot.getBoundingClientRect() }));
    for (const [at, a] of boxes.entries()) {
      for (const b of [...boxes.slice(at + 1), ...marks]) {
        const [left, right] = [Math.max(a.box.left, b.box.left), Math.min(a.box.right, b.box.right)];
        const [top, bottom] = [Math.max(a.box.top, b.box.top), Math.min(a.box.bottom, b.box.bottom)];
        // Lines of one label touch: a line is as high as the space between two.
        if (right - left > 2 && bottom - top > 3) found.push(`${a.name} over ${b.name}`);
      }
    }
  }
  return found;
}

for (const width of [360, 1280]) {
  test(`no label lies over another or over a measurement at ${width} px`, { timeout: 300_000 }, () =>
    visit(
      names[0],
      async (page) => {
        const found = [];
        for (const name of names) {
          await page.goto(url(name));
          found.push(...(await page.evaluate(clashes)).map((clash) => `${name}: ${clash}`));
        }
        assert.deepEqual(found, []);
      },
      { viewport: { width, height: 900 } },
    ));
}
