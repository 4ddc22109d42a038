/** The reader's machine: named once on the home page, used by the other pages of the tab, forgotten by one press. */
import assert from "node:assert/strict";
import { inChromium, settled } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */

const { testPage } = inChromium();

testPage("a machine named on the home page is the default of other pages until it is forgotten", "", async (page) => {
  await page.getByLabel("What runs on my machine?").fill("2x 5090");
  await page.getByRole("button", { name: "Show" }).click();
  await page.waitForURL(/explore/);
  await page.locator(".answer .sub", { hasText: "2 × GeForce RTX 5090" }).waitFor();
  assert.equal(await page.locator("#f-hw").inputValue(), "rtx-5090");
  assert.equal(await page.locator("#f-n").inputValue(), "2");
  const mine = page.locator("#nav .mine");
  assert.match((await mine.locator("a").textContent()) ?? "", /^2 × GeForce RTX 5090$/);
  await page.getByRole("link", { name: "Calculators", exact: true }).first().click();
  await page.waitForURL(/calculators/);
  await page.goto(new URL("decode-speed/", page.url()).href);
  await settled(page);
  await page.locator("#calculator", { hasText: "GeForce RTX 5090" }).waitFor();
  assert.equal(await page.locator("#f-hw").inputValue(), "rtx-5090");
  await mine.getByRole("button", { name: "Forget my machine" }).click();
  assert.equal(await mine.count(), 0);
  await page.goto(new URL("../memory-fit/", page.url()).href);
  await settled(page);
  assert.equal(await page.locator("#f-hw").inputValue(), "rtx-3090");
});

/** Keeps a machine in the tab, as the home page does, and opens a page anew. @param {Page} page @param {string} path */
async function openWith(page, path, mine = { hw: "rtx-3090", name: "GeForce RTX 3090", n: "2", mem: "", bw: "" }) {
  await page.evaluate((text) => sessionStorage.setItem("rooflightMachine", text), JSON.stringify(mine));
  await page.goto(new URL(path, page.url()).href);
  await settled(page);
}
/** @param {Page} page @param {string[]} keys */
const values = (page, ...keys) => Promise.all(keys.map((key) => page.locator(`#f-${key}`).inputValue()));

testPage("an address that names a machine is answered for that one", "", async (page) => {
  await openWith(page, "explore/?hw=rtx-4080&v=1");
  await page.locator(".answer .sub", { hasText: "GeForce RTX 4080" }).waitFor();
  assert.deepEqual(await values(page, "hw", "n"), ["rtx-4080", "1"]);
  assert.match((await page.locator("#nav .mine a").textContent()) ?? "", /RTX 3090/);
});

testPage("an address without a machine is answered for the reader's, and its values win", "", async (page) => {
  const mac = { hw: "apple-m4-max-40c", name: "Apple M4 Max", n: "1", mem: "64", bw: "" };
  await openWith(page, "calculators/decode-speed/?m=gpt-oss-20b&q=gguf-mxfp4_moe&v=1", mac);
  await page.locator("#calculator .sub", { hasText: /Apple M4 Max.*gpt-oss-20b/ }).waitFor();
  assert.deepEqual(await values(page, "hw", "m", "mem"), ["apple-m4-max-40c", "gpt-oss-20b", "64"]);
  await page.goto(new URL("?c=8192&mem=48&v=1", page.url()).href);
  await settled(page);
  assert.deepEqual(await values(page, "hw", "c", "mem"), ["apple-m4-max-40c", "8,192", "48"]);
  // What is searched for is no machine of the reader's.
  await page.goto(new URL("../../explore/?mode=which&tps=20&v=1", page.url()).href);
  await settled(page);
  assert.equal((await values(page, "mem"))[0], "");
});

testPage("a shared answer names its machine, the usual one too, and stays another reader's", "", async (page) => {
  await openWith(page, "calculators/decode-speed/?hw=rtx-3090&c=8192&v=1");
  const { searchParams } = new URL(page.url());
  assert.equal(searchParams.get("hw"), "rtx-3090");
  await openWith(page, page.url(), { hw: "rtx-5090", name: "GeForce RTX 5090", n: "1", mem: "", bw: "" });
  assert.deepEqual(await values(page, "hw", "c"), ["rtx-3090", "8,192"]);
});
