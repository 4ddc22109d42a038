/**
 * Cards on the pages of another generator in Firefox, by mouse, keyboard and touch under a strict policy. Skipped
 * without Firefox.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after } from "node:test";
import { inFirefox } from "./firefox.mjs";
import { serve } from "./support.mjs";

const PROGRAM = process.env.ROOFLIGHT_BIN ?? "target/debug/rooflight";
const FIXTURE = path.resolve("tests/fixtures/annotate");
let folder = "";
const inPage = inFirefox(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "rooflight-annotate-"));
  await cp(path.join(FIXTURE, "site"), folder, { recursive: true });
  execFileSync(PROGRAM, ["annotate", folder, "--glossary", path.join(FIXTURE, "glossary.json")]);
  return serve("/docs/", folder);
});
after(() => rm(folder, { recursive: true, force: true }));

const OPEN = "document.querySelectorAll('.rooflight-card:popover-open').length === 1",
  NONE = "document.querySelectorAll('.rooflight-card').length === 0";
/** The middle of the first link to the KV cache. */
const MIDDLE = `(() => {
  const { left, top, width, height } = document.querySelector('a[data-term="kv-cache"]').getClientRects()[0];
  return [left + width / 2, top + height / 2];
})()`;

inPage("mouse, keyboard and touch open the card of a link", async (page, root) => {
  await page.pointer(2, 2);
  await page.goto(root);
  const [x, y] = /** @type {[number, number]} */ (await page.evaluate(MIDDLE));
  await page.pointer(x - 4, y);
  await page.pointer(x, y);
  await page.until(OPEN);
  const card = await page.evaluate("document.querySelector('.rooflight-card').textContent");
  assert.match(String(card), /What attention keeps/);
  await page.pointer(2, 2);
  await page.until(NONE);
  await page.press("Tab");
  await page.until(OPEN);
  await page.press("Escape");
  await page.until(NONE);
  await page.pointer(x, y, "touch", true);
  await page.until(OPEN);
  assert.ok(String(await page.evaluate("location.href")).startsWith(root), "the first tap stays on the page");
});
