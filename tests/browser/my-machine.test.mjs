/** The reader's machine: named once on the home page, used by the other pages of the tab, forgotten by one press. */
import assert from "node:assert/strict";
import { inChromium, settled } from "./support.mjs";

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

testPage("an address that names a machine is answered for that one", "explore/?hw=rtx-4080&v=1", async (page) => {
  await page.evaluate(() =>
    sessionStorage.setItem(
      "rooflightMachine",
      JSON.stringify({ hw: "rtx-3090", name: "GeForce RTX 3090", n: "2", mem: "", bw: "" }),
    ),
  );
  await page.reload();
  await page.locator(".answer .sub", { hasText: "GeForce RTX 4080" }).waitFor();
  assert.equal(await page.locator("#f-hw").inputValue(), "rtx-4080");
  assert.match((await page.locator("#nav .mine a").textContent()) ?? "", /RTX 3090/);
});
