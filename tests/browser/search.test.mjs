/** Search as readers use it: the dialog that `/` opens, the search page with its URL, and both by keyboard alone. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { elements, linkedFiles } from "../html.mjs";
import { DIST, assertAccessible, inChromium, publishedAt, readPage, routePublished } from "./support.mjs";
import { samples, settled } from "./support.mjs";

const pages = await samples();
const { url, testPage: check } = inChromium();

/** @typedef {import("playwright-core").Page} Page */
/** @param {Page} page */
const focused = (page) => page.evaluate(() => document.activeElement?.textContent);
/** @param {Page} page */
async function openDialog(page) {
  await page.keyboard.press("/");
  await page.locator("dialog[open]").waitFor();
}
/** The terms that are shown. @param {Page} page @param {string} [where] */
const shown = (page, where = "dialog") => page.locator(`${where} .found a`).allTextContents();
/** Presses a key, and returns whether the page took its `/` for itself. @param {Page} page @param {string} [pressed] */
async function takesSlash(page, pressed = "/") {
  const key = await page.evaluateHandle(() => {
    const key = { taken: false };
    // The page's own listener is there since it was loaded, and comes first.
    addEventListener("keydown", (event) => (key.taken ||= event.key === "/" && event.defaultPrevented));
    return key;
  });
  await page.keyboard.press(pressed);
  return (await key.jsonValue()).taken;
}
/** @param {Page} page @param {string} text */
async function ask(page, text) {
  await page.locator("dialog input[type=text]").fill(text);
  await page.waitForFunction(
    (length) => ((document.querySelector("dialog [role=status]")?.textContent ?? "") !== "") === length > 0,
    text.length,
  );
}

check(
  "`/` opens the dialog with the focus in its field; typing shows results with layer and definition",
  pages.calculator,
  async (page) => {
    await openDialog(page);
    assert.equal(await page.evaluate(() => document.activeElement?.matches("dialog input[type=text]")), true);
    await page.keyboard.type("tok/s");
    await page.locator("dialog .found a").first().waitFor();
    const first = page.locator("dialog .found li").first();
    assert.equal(await first.locator("a").textContent(), "tokens per second");
    assert.equal(await first.locator(".as").textContent(), "tok/s");
    assert.equal(await first.locator(".where").textContent(), "Serving");
    assert.equal(await first.locator("svg path").count(), 2);
    assert.ok(((await first.locator("p").textContent()) ?? "").length > 20);
    assert.match((await page.locator("dialog [role=status]").textContent()) ?? "", /\d+ results?/);
  },
);

check("Enter opens the first result", pages.index, async (page) => {
  await openDialog(page);
  await page.keyboard.type("token per secnd");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/glossary/tokens-per-second/");
});

check(
  "a model with a machine shows the answers of its calculators with their conditions, as the calculators do",
  "search/?q=gpt-oss-20b+4090+16k",
  async (page) => {
    const items = page.locator("#found li", { has: page.locator("b") });
    await page.waitForFunction(() => {
      const answers = [...document.querySelectorAll("#found b")];
      return answers.length > 2 && answers.every(({ textContent }) => /\d/.test(textContent ?? ""));
    });
    const found = await items.evaluateAll((all) =>
      all.map((item) => [...item.querySelectorAll("a, b, p")].map(({ textContent }) => textContent ?? "")),
    );
    const links = await items.locator("a").evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    for (const [at, [, answer, conditions]] of found.entries()) {
      assert.match(conditions, /gpt-oss-20b in MXFP4/);
      await page.goto(links[at] ?? "");
      await settled(page);
      assert.equal((await page.locator("#answer").textContent())?.trim(), answer);
      assert.equal((await page.locator("#answer + .sub").textContent())?.trim(), conditions);
    }
    assert.match(found[0][2], /16,384 tokens of context, one request; llama\.cpp/);
  },
);

check("results are grouped by kind under headings, reached by keyboard alone", pages.calculator, async (page) => {
  await openDialog(page);
  await page.keyboard.type("4080");
  const section = page.locator("dialog .found section").first();
  await section.waitFor();
  assert.equal(await section.locator("h2").textContent(), "Hardware");
  assert.equal(await section.getAttribute("aria-labelledby"), await section.locator("h2").getAttribute("id"));
  assert.equal(await page.getByRole("region", { name: "Hardware", exact: true }).count(), 1);
  await page.keyboard.press("ArrowDown");
  assert.equal(await focused(page), "GeForce RTX 4080");
  await page.keyboard.press("Enter");
  await page.waitForURL("**/hardware/rtx-4080/");
});

check("a device with a model leads to the calculator with both filled in", "search/", async (page) => {
  await page.keyboard.press("/");
  await page.locator("#q").fill("qwen3 30b 4080");
  const section = page.locator("#found section").first();
  await section.waitFor();
  assert.equal(await section.locator("li p").first().textContent(), "Qwen3 30B-A3B on GeForce RTX 4080");
  const headings = await page.locator("#found h2").allTextContents();
  assert.deepEqual(headings.slice(0, 3), ["Calculators with both filled in", "Hardware", "Models"]);
  await assertAccessible(page);
  await page.locator("#q").focus();
  await page.keyboard.press("Enter");
  await page.waitForURL("**/calculators/decode-speed/?hw=rtx-4080&m=qwen3-30b-a3b**");
  await page.waitForFunction(() => /RTX 4080/.test(document.querySelector(".calc")?.textContent ?? ""));
  assert.equal(await page.locator(".calc [name=hw]").inputValue(), "rtx-4080");
  assert.equal(await page.locator(".calc [name=m]").inputValue(), "qwen3-30b-a3b");
});

check("the arrow keys and Tab move through the results and back", pages.index, async (page) => {
  await openDialog(page);
  await ask(page, "kv");
  const names = await shown(page);
  assert.ok(names.length > 2);
  await page.keyboard.press("ArrowDown");
  assert.equal(await focused(page), names[0]);
  await page.keyboard.press("ArrowDown");
  assert.equal(await focused(page), names[1]);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.evaluate(() => document.activeElement?.matches("dialog input[type=text]")), true);
  // The Close button is in between.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  assert.equal(await focused(page), names[0]);
  await page.keyboard.press("Enter");
  await page.waitForURL("**/glossary/kv-cache/");
});

check("Escape closes the dialog and returns the focus", pages.calculator, async (page) => {
  const term = page.locator("main a.term").first();
  await term.focus();
  await openDialog(page);
  await page.keyboard.type("kv");
  await page.keyboard.press("Escape");
  await page.locator("dialog").waitFor({ state: "hidden" });
  assert.equal(await term.evaluate((link) => link === document.activeElement), true);
  await openDialog(page);
});

check(
  "the link in the header opens the dialog; with a modifier key it stays a link",
  pages.calculator,
  async (page) => {
    const link = page.locator("header a.find");
    await link.click();
    await page.locator("dialog[open]").waitFor();
    assert.equal(page.url(), url(pages.calculator));
    await page.locator("dialog").getByRole("button", { name: "Close" }).click();
    await page.locator("dialog").waitFor({ state: "hidden" });
    assert.equal(await link.evaluate((it) => it === document.activeElement), true);
    const [other] = await Promise.all([page.context().waitForEvent("page"), link.click({ modifiers: ["Control"] })]);
    await other.waitForURL("**/search/");
    assert.equal(await page.locator("dialog[open]").count(), 0);
  },
);

check("a click outside closes the dialog, one inside does not", pages.calculator, async (page) => {
  await openDialog(page);
  await page.locator("dialog .keys").click({ position: { x: 300, y: 5 } });
  assert.equal(await page.locator("dialog[open]").count(), 1);
  await page.mouse.click(20, 500);
  await page.locator("dialog").waitFor({ state: "hidden" });
});

check("in a field or with a modifier key, `/` does not open the dialog", pages.calculator, async (page) => {
  const field = page.locator(".calc input[type=text]").first();
  const before = await field.inputValue();
  await field.focus();
  await page.keyboard.press("End");
  await page.keyboard.press("/");
  assert.equal(await field.inputValue(), `${before}/`);
  await page.locator(".calc select").first().focus();
  assert.ok(!(await takesSlash(page)));
  await page.locator("h1").click();
  for (const modifier of ["Control", "Alt", "Meta"]) assert.ok(!(await takesSlash(page, `${modifier}+/`)), modifier);
  assert.ok(await takesSlash(page), "elsewhere and alone it does");
  await page.locator("dialog[open]").waitFor();
});

check("the shortcut can be switched off permanently, and on again", pages.calculator, async (page) => {
  await openDialog(page);
  await page.locator("dialog input[type=checkbox]").uncheck();
  await page.keyboard.press("Escape");
  assert.ok(!(await takesSlash(page)));
  assert.equal(await page.locator("dialog[open]").count(), 0);
  await page.goto(url(pages.index));
  assert.ok(!(await takesSlash(page)));
  assert.equal(await page.locator("dialog").count(), 0);
  await page.locator("header a.find").click();
  await page.locator("dialog[open]").waitFor();
  assert.equal(await page.locator("dialog input[type=checkbox]").isChecked(), false);
  await page.locator("dialog input[type=checkbox]").check();
  await page.keyboard.press("Escape");
  await openDialog(page);
});

check(
  "without storage the shortcut works",
  pages.calculator,
  async (page) => {
    await openDialog(page);
    await page.locator("dialog input[type=checkbox]").uncheck();
    await page.keyboard.press("Escape");
    await openDialog(page);
  },
  {
    before: (page) =>
      page.addInitScript(() =>
        Object.defineProperty(window, "localStorage", {
          get() {
            throw new DOMException("refused", "SecurityError");
          },
        }),
      ),
  },
);

check("without a match the closest terms are suggested", pages.calculator, async (page) => {
  await openDialog(page);
  await ask(page, "vk cahce");
  const message = (await page.locator("dialog [role=status]").textContent()) ?? "";
  assert.match(message, /^No results for “vk cahce”\. See .+ or the list of all terms\. Closest matches:$|results?$/);
  assert.ok((await shown(page)).includes("KV cache"));
  await ask(page, "zzyzx qwrt");
  await page.waitForFunction(
    () =>
      document.querySelector("dialog [role=status]")?.textContent ===
      "No results for “zzyzx qwrt”. See what runs on a machine or the list of all terms.",
  );
  assert.deepEqual(await shown(page), []);
  await ask(page, "");
  assert.deepEqual(await shown(page), []);
});

check(
  "the query is shown as text, never as markup",
  "search/?q=%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E",
  async (page) => {
    await page.waitForFunction(() => document.querySelector("#count")?.textContent !== "");
    assert.equal(await page.locator("main img").count(), 0);
    assert.equal(await page.locator("#q").inputValue(), "<img src=x onerror=alert(1)>");
    assert.match((await page.locator("#count").textContent()) ?? "", /“onerror”, “alert”/);
  },
);

check("nothing of the search is fetched before its first use, and each file once", pages.calculator, async (page) => {
  const names = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType("resource")
        .map((entry) => new URL(entry.name).pathname.split("/").at(-1) ?? "")
        .filter((name) => /^(search|matcher|pair\.|index\.json|terms|pages\.)/.test(name)),
    );
  assert.deepEqual(await names(), []);
  await openDialog(page);
  assert.equal((await names()).some((name) => name.startsWith("pages.")), false, "before the first letter");
  for (const text of ["a", "ab", "kv", "kv cache"]) await ask(page, text);
  const fetched = (await names()).map((name) => name.replace(/\.[0-9a-f]{10}\./, ".")).sort();
  const records = ["pages.json", "terms.json"];
  const modules = ["matcher.js", "search-index.js", "search.css", "search.js"];
  assert.deepEqual(fetched, ["index.json", ...modules, ...records].sort());
});

check(
  "a failure to fetch the index is reported with a link to the list of terms; the next letter retries",
  pages.calculator,
  async (page) => {
    await openDialog(page);
    await page.keyboard.type("k");
    await page.locator("dialog [role=status] a").waitFor();
    assert.match((await page.locator("dialog [role=status] a").getAttribute("href")) ?? "", /\/glossary\/$/);
    await page.unroute("**/data/search/**");
    await page.keyboard.type("v");
    await page.locator("dialog .found a").first().waitFor();
  },
  {
    expected: /Failed to load resource|ERR_FAILED|503/,
    before: (page) => page.route("**/data/search/**", (route) => route.fulfill({ status: 503 })),
  },
);

check(
  "if the module cannot be fetched, the link leads to the search page",
  pages.calculator,
  async (page) => {
    await page.locator("header a.find").click();
    await page.waitForURL("**/search/");
  },
  {
    expected: /Failed to load resource|503/,
    before: (page) => page.route("**/assets/js/search.*", (route) => route.fulfill({ status: 503 })),
  },
);

check("search page: the URL's query shows its results, and typing changes the URL", "search/?q=TPS", async (page) => {
  await page.locator("#found a").first().waitFor();
  assert.equal(await page.locator("#q").inputValue(), "TPS");
  assert.equal((await shown(page, "main"))[0], "tokens per second");
  assert.equal(await page.locator("#browse").isVisible(), false);
  await page.locator("#q").fill("kv & co");
  await page.waitForURL("**/search/?q=kv%20%26%20co");
  await page.locator("#q").fill("");
  await page.waitForURL("**/search/");
  assert.equal(await page.locator("#browse").isVisible(), true);
  assert.deepEqual(await shown(page, "main"), []);
});

check(
  "search page: Enter opens the first result, and going back restores query and results",
  "search/",
  async (page) => {
    await page.locator("#q").fill("mixture of expert");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/glossary/mixture-of-experts/");
    await page.goBack();
    await page.waitForURL("**/search/?q=mixture%20of%20expert");
    await page.locator("#found a").first().waitFor();
    assert.equal(await page.locator("#q").inputValue(), "mixture of expert");
    assert.equal((await shown(page, "main"))[0], "mixture of experts");
  },
);

check("search page: `/` focuses its field", "search/", async (page) => {
  await page.keyboard.press("/");
  await page.waitForFunction(() => document.activeElement?.id === "q");
  await page.keyboard.type("kv");
  await page.locator("#found a").first().waitFor();
  await page.keyboard.press("ArrowDown");
  assert.equal(await focused(page), "KV cache");
  assert.equal(await page.locator("dialog").count(), 0);
});

check(
  "without scripts the form and each letter lead to the list of all terms",
  "search/?q=kv",
  async (page) => {
    assert.ok(await page.locator("noscript p").isVisible());
    const letters = page.locator("#browse a");
    assert.ok((await letters.count()) > 5);
    assert.ok(await letters.first().isVisible());
    await page.locator("#q").fill("kv");
    await page.locator("form.search button").click();
    await page.waitForURL("**/glossary/?q=kv");
    await page.locator(".az dt a").first().waitFor();
    await page.goto(url("search/"));
    await letters.last().click();
    assert.notEqual(new URL(page.url()).hash, "");
    await page.goto(url(pages.calculator));
    await page.locator("header a.find").click();
    await page.waitForURL("**/search/");
  },
  { javaScriptEnabled: false },
);

check("the dialog is accessible and fits the window", pages.calculator, async (page) => {
  await openDialog(page);
  await assertAccessible(page);
  await ask(page, "kv");
  await page.keyboard.press("ArrowDown");
  await assertAccessible(page, async (width) => {
    const box = await page.locator("dialog").boundingBox();
    const fits = box && box.x >= 0 && box.x + box.width <= width && box.y >= 0 && box.y + box.height <= 900;
    assert.ok(fits, JSON.stringify(box));
  });
});

check("the search page with results is accessible", "search/?q=tokens%2Fsec", async (page) => {
  await page.locator("#found a").first().waitFor();
  await assertAccessible(page);
});

const published = await publishedAt();
check(
  "the 404 page searches",
  `${published}no/such/page/`,
  async (page) => {
    await page.locator("main input[name=q]").fill("KV");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/search/?q=KV");
    await page.locator("#found a").first().waitFor();
    assert.equal((await shown(page, "main"))[0], "KV cache");
  },
  { expected: /no\/such\/page|status of 404/, before: (page) => routePublished(page, published) },
);

test("the script on every page is at most 600 B compressed, and the index of a whole site 80 KB", async () => {
  const { scripts } = linkedFiles(elements(await readPage("index.html")));
  const shortcut = scripts.find((address) => address.includes("/quick.")) ?? assert.fail(scripts.join());
  const size = async (/** @type {string} */ name) =>
    gzipSync(await readFile(path.join(DIST, name)), { level: 9 }).length;
  assert.ok((await size(shortcut)) <= 600, `${await size(shortcut)} B`);
  const { parts } = /** @type {{ parts: Record<string, string> }} */ (JSON.parse(await readPage("search/index.json")));
  assert.ok((await size(path.join("search", parts[""]))) <= 80 * 1024);
});
