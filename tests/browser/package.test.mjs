/** The package for npm: made from the built site, tried from a plain Node script and from a plain page. */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { pack } from "../../estimator-wasm/npm/pack.mjs";
import { golden } from "../golden.mjs";
import { DIST, launch, serve } from "./support.mjs";

/** A folder with a script and a page that use the package as anybody would. @type {string} */
let folder;
const [first] = await golden();

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "rooflight-package-"));
  await pack(DIST, path.join(folder, "package"));
  await mkdir(path.join(folder, "node_modules"));
  await symlink(path.join(folder, "package"), path.join(folder, "node_modules/rooflight-estimator"), "dir");
});
after(() => rm(folder, { recursive: true, force: true }));

const USE = `
  const decode = await calculator("decode-speed");
  const answer = await decode({ hw: "rtx-4090", m: "llama-3.1-8b", q: "gguf-q4_k_m", c: 4096 });
  const wrong = await decode({ m: "no-such-model" }).catch((error) => error.message);
  const own = await inspect([{ name: "a.gguf", size: bytes.length, read: async (end) => bytes.slice(0, end) }]);
  const ownAnswer = await decode({ m: own.id, q: own.format, c: 4096 }, own);
  const other = { name: "a.txt", size: 1, read: async () => new Uint8Array(1) };
  const refused = await inspect([other]).catch((error) => error.message);
  const { numbers, status } = answer;
  const result = { numbers, status, wrong, own: own.name, html: ownAnswer.html, refused };
`;

/** @param {unknown} found */
function check(found) {
  const result = /** @type {Record<string, string> & { numbers: number[] }} */ (found);
  assert.deepEqual(result.numbers, first.numbers);
  assert.match(result.status, /^Ceiling 196 tokens per second/);
  assert.match(result.wrong, /no-such-model/);
  assert.equal(result.own, "Tiny Llama");
  assert.match(result.html, /Tiny Llama in Q4_K_M, your file/);
  assert.match(result.refused, /^a\.txt: This is none of config\.json/);
}

const fixture = new URL("../fixtures/headers/llama.gguf", import.meta.url);

test("a plain Node script", async () => {
  const script = path.join(folder, "script.mjs");
  const own = `import { calculator, inspect } from "rooflight-estimator";\n`;
  const imports = `import { readFile } from "node:fs/promises";\n${own}`;
  const read = `const bytes = new Uint8Array(await readFile(${JSON.stringify(fixture.pathname)}));`;
  await writeFile(script, `${imports}${read}${USE}console.log(JSON.stringify(result));\n`);
  const { stdout } = await promisify(execFile)(process.execPath, [script], { maxBuffer: 1 << 24 });
  check(JSON.parse(stdout));
});

test("a plain page", async () => {
  const imports = `import { calculator, inspect } from "./package/browser.js";`;
  const read = `const bytes = new Uint8Array(await (await fetch("./llama.gguf")).arrayBuffer());`;
  const script = `${imports}${read}${USE}window.result = result;`;
  const html = `<!doctype html><title>-</title><script type="module">${script}</script>`;
  await writeFile(path.join(folder, "index.html"), html);
  await writeFile(path.join(folder, "llama.gguf"), await readFile(fixture));
  const [browser, site] = await Promise.all([launch(), serve("/", folder)]);
  try {
    const page = await browser.newPage();
    await page.goto(site.url);
    check(await (await page.waitForFunction(() => /** @type {{ result?: unknown }} */ (window).result)).jsonValue());
  } finally {
    await browser.close();
    site.close();
  }
});
