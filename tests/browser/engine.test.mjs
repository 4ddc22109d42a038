/** The choice of an engine: by mouse and keyboard, in the URL and in what is copied, refused where it does not run. */
import assert from "node:assert/strict";
import { chooseOption, inChromium, overflow, settled, turnTo, violations } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */
const { testPage } = inChromium();
const DECODE = "calculators/decode-speed/";

const figure = (/** @type {Page} */ page) => page.locator("[data-part=figure]");
const text = async (/** @type {Page} */ page) => (await figure(page).textContent()) ?? "";
const engine = (/** @type {Page} */ page) => page.locator("#f-en-text");
/** Opens the fold that the engine is in. @param {Page} page */
const unfold = (page) => page.locator(".more-fields > summary").click();
const parameter = (/** @type {Page} */ page) => new URL(page.url()).searchParams.get("en");

for (const width of [360, 1280]) {
  const options = { viewport: { width, height: 800 } };

  testPage(
    `an engine is chosen by mouse at ${width} px, stands in the answer and the URL, and comes back`,
    DECODE,
    async (page) => {
      const built = await text(page);
      assert.match(built, /llama\.cpp on CUDA, 2026/);
      await unfold(page);
      await chooseOption(page, "#f-en", "llama-vulkan");
      await settled(page);
      const chosen = await text(page);
      assert.match(chosen, /llama\.cpp on Vulkan, 2026/);
      assert.equal(parameter(page), "llama-vulkan");
      assert.equal(await overflow(page), 0);
      assert.deepEqual(await violations(page), []);
      await page.goto(page.url());
      await settled(page);
      assert.equal(await text(page), chosen);
    },
    options,
  );

  testPage(
    `an engine is chosen by keyboard at ${width} px; one that does not run says so and keeps the last answer`,
    DECODE,
    async (page) => {
      await turnTo(page);
      await page.locator(".more-fields > summary").press("Enter");
      await engine(page).focus();
      await page.keyboard.type("ollama");
      await page.locator(".choices:popover-open [role=option]").first().waitFor();
      await page.keyboard.press("Enter");
      await settled(page);
      const chosen = await text(page);
      assert.match(chosen, /Ollama on CUDA, 2026/);
      assert.ok(await page.locator("#check [data-part=command]").isHidden(), "llama-bench does not run Ollama");
      for (const [typed, message] of [
        ["mlx lm", "MLX LM runs on Apple's chips, and not on GeForce RTX 3090."],
        ["sglang", "SGLang is estimated for these files: safetensors"],
      ]) {
        await engine(page).fill(typed);
        await page.locator(".choices:popover-open [role=option]").first().waitFor();
        await page.keyboard.press("Enter");
        const error = page.locator("#error-en");
        await settled(page);
        assert.ok(((await error.textContent()) ?? "").startsWith(message), message);
        assert.equal(await text(page), chosen);
        assert.equal(await page.locator("[data-part=figure].stale").count(), 1);
      }
      assert.deepEqual(await violations(page), []);
    },
    options,
  );
}

testPage(
  "the engine is in what is copied",
  `${DECODE}?hw=rtx-4090&en=llama-vulkan&v=1`,
  async (page) => {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await settled(page);
    await page.getByRole("button", { name: "Copy answer" }).click();
    await page.getByText("Copied").first().waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(copied, /llama\.cpp on Vulkan, 2026/);
    assert.match(copied, /en=llama-vulkan/);
  },
);

testPage(
  "another device that the engine does not run on says so, also where the field was folded away",
  `${DECODE}?en=llama-cuda&v=1`,
  async (page) => {
    await settled(page);
    assert.equal(await page.locator("#f-en").inputValue(), "llama-cuda");
    const shown = await text(page);
    await chooseOption(page, "#f-hw", "rx-7900-xtx");
    const message = page.getByText("llama.cpp on CUDA runs on NVIDIA's devices, and not on Radeon RX 7900 XTX.");
    await message.first().waitFor();
    assert.ok(await page.locator("#error-en").isVisible());
    assert.equal(await text(page), shown);
  },
);

for (const kind of ["prefill", "cost", "offload"]) {
  testPage(`${kind}: an engine in the URL is taken`, `calculators/${kind}/?en=llama-vulkan&v=1`, async (page) => {
    await settled(page);
    assert.ok((await text(page)).includes("llama.cpp on Vulkan, 2026"));
    assert.ok(await page.locator("[data-part=note]").isHidden());
  });
}

testPage(
  "without scripts the usual engine stays and is named",
  DECODE,
  async (page) => {
    assert.match(await text(page), /llama\.cpp on CUDA, 2026/);
    assert.equal(await page.locator("#f-en option").count(), 1);
    assert.equal(await page.locator("#f-en").inputValue(), "usual");
    assert.match((await page.locator("[data-field=en]").textContent()) ?? "", /llama\.cpp on CUDA, 2026/);
  },
  { javaScriptEnabled: false },
);
