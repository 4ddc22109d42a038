/** The age of a price: days, weeks, and from the ninety-first day on that it is old. */
import assert from "node:assert/strict";
import { test } from "node:test";

globalThis.document = /** @type {Document} */ (/** @type {unknown} */ ({ querySelectorAll: () => [] }));
const { ageOf } = await import("../static/js/age.js");
const NOW = Date.parse("2026-12-31T12:00:00Z");

test("an age in days, in weeks, or old", () => {
  const ages = [
    ["2026-12-31", "today"],
    ["2026-12-30", "1 day ago"],
    ["2026-12-18", "13 days ago"],
    ["2026-12-17", "2 weeks ago"],
    ["2026-10-02", "12 weeks ago"],
    ["2026-10-01", "older than 90 days"],
    ["2027-01-02", ""],
    ["", ""],
  ];
  for (const [day, age] of ages) assert.equal(ageOf(day, NOW), age, day);
});
