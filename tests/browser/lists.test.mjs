/** The lists of devices, of models and of terms: sorted and filtered by mouse and by keyboard, kept in the address. */
import assert from "node:assert/strict";
import { assertAccessible, inChromium, overflow } from "./support.mjs";

/** @typedef {import("playwright-core").Page} Page */
const { testPage } = inChromium();
const rows = (/** @type {Page} */ page) => page.locator(".sorted tbody tr:not(.group):visible");
const found = (/** @type {Page} */ page) => page.locator("[data-part=found]").textContent();
/** The machine values of a column in the order of the rows that are shown. @param {Page} page @param {string} key */
const values = (page, key) =>
  page.evaluate((key) => {
    const heads = [...document.querySelectorAll(".sorted thead th")];
    const column = heads.findIndex((head) => head.getAttribute("data-key") === key);
    const shown = [...document.querySelectorAll(".sorted tbody tr:not(.group, [hidden])")];
    return shown.map((row) => row.children[column].getAttribute("data-v") ?? row.children[column].textContent ?? "");
  }, key);
/** @param {Page} page @param {string} key */
const head = (page, key) => page.locator(`.sorted th[data-key=${key}]`);

for (const width of [1280, 360]) {
  const options = { viewport: { width, height: 800 } };
  testPage(
    `heads sort by mouse and by keyboard, blanks last, and the address keeps the order, ${width} px`,
    "hardware/",
    async (page) => {
      await head(page, "bandwidth").getByRole("button").click();
      assert.equal(await head(page, "bandwidth").getAttribute("aria-sort"), "descending");
      const down = (await values(page, "bandwidth")).map(Number);
      assert.deepEqual(down, down.toSorted((a, b) => b - a));
      assert.equal(new URL(page.url()).searchParams.get("sort"), "-bandwidth");
      await head(page, "memory").getByRole("button").focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press("Space");
      assert.equal(await head(page, "memory").getAttribute("aria-sort"), "ascending");
      assert.equal(await head(page, "bandwidth").getAttribute("aria-sort"), null);
      const up = await values(page, "memory");
      const known = up.filter(Boolean).map(Number);
      assert.deepEqual(known, known.toSorted((a, b) => a - b));
      assert.ok(known.length < up.length && up.slice(known.length).every((value) => !value), "blanks stand last");
      assert.match((await found(page)) ?? "", /^\d+ devices\. Sorted by Memory, smallest first$/);
      const first = await rows(page).first().textContent();
      await page.reload();
      assert.equal(await rows(page).first().textContent(), first);
      assert.equal(await head(page, "memory").getAttribute("aria-sort"), "ascending");
    },
    options,
  );

  testPage(
    `words and choices filter, are counted, and stand in the address, ${width} px`,
    "hardware/",
    async (page) => {
      const all = await rows(page).count();
      await page.getByLabel("Vendor").selectOption("AMD");
      await page.getByLabel("Kind").selectOption("graphics card");
      await page.getByLabel("Find in the list").pressSequentially("7900 xtx");
      const names = await rows(page).locator("th").allTextContents();
      assert.ok(names.length > 0 && names.every((name) => name.includes("7900 XTX")), names.join());
      assert.equal(await found(page), `${names.length} of ${all} devices`);
      const { searchParams } = new URL(page.url());
      assert.deepEqual(Object.fromEntries(searchParams), { q: "7900 xtx", vendor: "AMD", kind: "graphics card" });
      await page.reload();
      assert.deepEqual(await rows(page).locator("th").allTextContents(), names);
      await page.getByLabel("Find in the list").fill("no such device");
      assert.match((await found(page)) ?? "", /^0 of/);
      await page.getByLabel("Find in the list").fill("");
      await page.getByLabel("Vendor").selectOption("");
      await page.getByLabel("Kind").selectOption("");
      assert.equal(await rows(page).count(), all);
      assert.equal(new URL(page.url()).search, "");
      await page.getByLabel("Only measured").check();
      assert.ok((await values(page, "measured")).every(Boolean));
    },
    options,
  );
}

testPage(
  "models: an address gives filter and order; scores sort, blanks last",
  "models/?family=Qwen&sort=-gpqa-diamond",
  async (page) => {
    const scores = await values(page, "gpqa-diamond");
    const known = scores.filter(Boolean).map(Number);
    assert.ok(known.length > 3 && known.length < scores.length);
    assert.deepEqual(scores.slice(0, known.length).map(Number), known.toSorted((a, b) => b - a));
    assert.ok((await values(page, "family")).every((family) => family === "Qwen"));
    await page.getByLabel("Licence").selectOption("apache-2.0");
    assert.ok((await values(page, "licence")).every((licence) => licence === "apache-2.0"));
    assert.match(await page.locator(".scored").innerText(), /GPQA Diamond and MMLU-Pro.*source/);
  },
);

testPage(
  "runtimes: sorted by their newest run, and filtered by kind",
  "runtimes/?kind=server&sort=-newest",
  async (page) => {
    const newest = (await values(page, "newest")).map(Number);
    assert.ok(newest.length > 5);
    assert.deepEqual(
      newest,
      newest.toSorted((a, b) => b - a),
    );
    assert.ok((await values(page, "kind")).every((kind) => kind === "server"));
  },
);

testPage("an address that names nothing leaves the list as it is", "models/?family=None&sort=-weight", async (page) => {
  assert.equal(await page.getByLabel("Family").inputValue(), "");
  assert.equal(await page.locator(".sorted [aria-sort]").count(), 0);
  assert.ok((await rows(page).count()) > 100);
});

for (const [address, least] of /** @type {const} */ ([
  ["hardware/", 100],
  ["models/", 100],
  ["runtimes/", 20],
])) {
  testPage(
    `${address} at 360 px: the table scrolls in its own box, the names stay`,
    address,
    async (page) => {
      const box = page.locator(".wide");
      const { inside, outside } = await box.evaluate((element) => ({
        inside: element.scrollWidth,
        outside: element.clientWidth,
      }));
      assert.ok(inside > outside);
      const name = rows(page).first().locator("th");
      const before = await name.boundingBox();
      await box.evaluate((element) => element.scrollTo(400, 0));
      const after = await name.boundingBox();
      assert.equal(after?.x, before?.x);
      assert.ok(before && before.width < 180, `${before?.width}`);
      assert.equal(await overflow(page), 0);
    },
    { viewport: { width: 360, height: 800 } },
  );

  testPage(
    `${address} without scripts: the whole list, links to its groups, no control`,
    address,
    async (page) => {
      assert.ok((await rows(page).count()) > least);
      assert.equal(await page.locator("main :is(button, input, select):visible").count(), 0);
      const groups = page.locator(".jump a");
      await groups.nth(2).click();
      const target = page.locator("tr:target");
      assert.equal(await target.count(), 1);
      assert.equal(new URL(page.url()).hash, `#${await target.getAttribute("id")}`);
    },
    { javaScriptEnabled: false },
  );
}

for (const width of [1280, 360]) {
  const options = { viewport: { width, height: 800 } };
  testPage(
    `the A to Z is filtered by a term or by another name of it, ${width} px`,
    "glossary/",
    async (page) => {
      const terms = page.locator(".az dl > div:visible");
      const all = await terms.count();
      const field = page.getByLabel("Find a term");
      await field.focus();
      await page.keyboard.type("ttft");
      assert.deepEqual(await terms.locator("dt a").allTextContents(), ["time to first token"]);
      assert.match((await found(page)) ?? "", new RegExp(`^1 of ${all} terms$`));
      assert.deepEqual(await page.locator(".letters li:visible").allTextContents(), ["T"]);
      assert.equal(new URL(page.url()).search, "?q=ttft");
      await page.reload();
      assert.equal(await terms.count(), 1);
      await field.fill("no such term");
      assert.equal(await found(page), "No term has this name.");
      await field.fill("");
      assert.equal(await terms.count(), all);
      await field.fill("ttft");
      await page.keyboard.press("Enter");
      await page.waitForURL(/\/search\/\?q=ttft$/);
      assert.equal(await overflow(page), 0);
    },
    options,
  );
}

testPage("the A to Z stays accessible while it is filtered", "glossary/?q=token", (page) => assertAccessible(page));
testPage("a filtered list stays accessible", "models/?q=qwen&sort=-measured", (page) => assertAccessible(page));

testPage(
  "without scripts the A to Z is whole, each other name with its entry",
  "glossary/",
  async (page) => {
    assert.equal(await page.locator("main :is(button, input):visible").count(), 0);
    assert.ok((await page.locator("#time-to-first-token dt small").innerText()).includes("TTFT"));
    assert.equal(await page.getByText(/^see /).count(), 0);
  },
  { javaScriptEnabled: false },
);
