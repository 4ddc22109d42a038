/**
 * A declared calculator with data tables: a choice of a row, measurements on linear axes. The page recomputes them with
 * the module, and shows what the program answers for the same values.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { launch, serve, settled, visitPage } from "./support.mjs";

const HOME = path.resolve(import.meta.dirname, "../..");
const FIXTURE = path.join(HOME, "tests", "fixtures", "measured");
const PROGRAM =
  process.env.ROOFLIGHT_BIN ??
  path.join(process.env.CARGO_TARGET_DIR ?? path.join(HOME, "target"), "release", "rooflight");
const run = promisify(execFile);

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let site;
let folder = "";

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "rooflight-measured-"));
  await run(PROGRAM, ["build", "--root", FIXTURE, "--out", path.join(folder, "dist")]);
  [browser, site] = await Promise.all([launch(), serve("/", path.join(folder, "dist"))]);
});
after(async () => {
  await browser?.close();
  site?.close();
  if (folder) await rm(folder, { recursive: true });
});

/** The status of an answer of the program. @param {string[]} given */
async function answer(...given) {
  const { stdout } = await run(PROGRAM, ["calculate", ...given, "--json", "--root", FIXTURE]);
  return /** @type {{ answer: string }} */ (JSON.parse(stdout)).answer;
}

test("another row and another value are answered as the program answers them", async () => {
  await visitPage(browser, `${site.url}calculators/fall/`, {}, async (page) => {
    const shown = () => page.locator("#answer").textContent();
    const solid = () => page.locator(".chart .d-m").count();
    assert.equal(await shown(), await answer("fall"));
    assert.equal(await solid(), 10);
    await page.selectOption("#f-place", "moon");
    await page.fill("#f-height", "0");
    await settled(page);
    assert.equal(await shown(), await answer("fall", "place=moon", "height=0"));
    assert.equal(await solid(), 1);
    assert.match(page.url(), /height=0&place=moon&v=1/);
    const source = page.getByRole("link", { name: "Hammer and feather" });
    assert.equal(await source.getAttribute("href"), "https://example.org/hammer");
  });
});

test("curves below zero are drawn anew", async () => {
  await visitPage(browser, `${site.url}calculators/throw/`, {}, async (page) => {
    const curve = () => page.locator(".chart .l-p").getAttribute("d");
    const built = await curve();
    await page.fill("#f-speed", "30");
    await settled(page);
    assert.equal(await page.locator("#answer").textContent(), await answer("throw", "speed=30"));
    assert.notEqual(await curve(), built);
  });
});
