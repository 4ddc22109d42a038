/**
 * Calculators that a site declares in files, on the example site: the page recomputes with the module that all of them
 * share, and shows what the build writes for the same values.
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
const EXAMPLE = path.join(HOME, "examples", "photography");
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
  folder = await mkdtemp(path.join(tmpdir(), "rooflight-declared-"));
  await run(PROGRAM, ["build", "--root", EXAMPLE, "--out", path.join(folder, "dist")]);
  [browser, site] = await Promise.all([launch(), serve("/", path.join(folder, "dist"))]);
});
after(async () => {
  await browser?.close();
  site?.close();
  if (folder) await rm(folder, { recursive: true });
});

/** The status of an answer of the program. @param {string[]} given */
async function answer(...given) {
  const { stdout } = await run(PROGRAM, ["calculate", ...given, "--json", "--root", EXAMPLE]);
  return /** @type {{ answer: string }} */ (JSON.parse(stdout)).answer;
}

const shown = (/** @type {import("playwright-core").Page} */ page) => page.locator("#answer").textContent();

test("a change is answered on the page as the program answers it", async () => {
  await visitPage(browser, `${site.url}calculators/depth-of-field/`, {}, async (page) => {
    const built = await shown(page);
    assert.equal(built, await answer("depth-of-field"));
    await page.fill("#f-distance", "10 ft");
    await page.selectOption("#f-camera", "medium-format");
    await settled(page);
    const found = await shown(page);
    assert.equal(found, await answer("depth-of-field", "distance=10 ft", "camera=medium-format"));
    assert.notEqual(found, built);
    assert.match(page.url(), /distance=3\.048&camera=medium-format&v=1/);
    await page.fill("#f-distance", "0.1");
    await page.fill("#f-focal_length", "1200");
    await settled(page);
    assert.match((await shown(page)) ?? "", /cannot focus at 100\smm/);
    await page.fill("#f-aperture", "none");
    await settled(page);
    assert.match((await page.locator("#error-aperture").textContent()) ?? "", /is not a number from 0\.7 to 64/);
  });
});

test("an address brings its values, and an entry its preset", async () => {
  const address = `${site.url}glossary/depth-of-field/`;
  const given = ["depth-of-field", "focal_length=50", "aperture=8", "distance=5"];
  await visitPage(browser, address, {}, async (page) => assert.equal(await shown(page), await answer(...given)));
  await visitPage(browser, `${address}?distance=2&v=1`, {}, async (page) => {
    await settled(page);
    assert.equal(await shown(page), await answer(...given.slice(0, 3), "distance=2"));
  });
});
