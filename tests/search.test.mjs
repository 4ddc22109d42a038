/** Readers' queries find the expected entries: the built module and the site's index, without a browser. */
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { DIST, readPage } from "./browser/support.mjs";
import { elements, textOf } from "./html.mjs";

/** @typedef {import("../static/js/matcher.js").Row} Row */
/** @typedef {import("../static/js/matcher.js").Hit} Hit */

const built = (await readdir(path.join(DIST, "assets/js"))).map((name) => path.join(DIST, "assets/js", name));
/** What the scripts of the home page load: a module with words exists once for each language. */
const search = /js\/(search\.\w+\.js)/.exec(await readPage("index.html"))?.[1] ?? assert.fail("no search");
const loaded = await readFile(path.join(DIST, "assets/js", search), "utf8");
/** The URL of a built module. @param {string} name */
function builtModule(name) {
  const all = built.filter((file) => path.basename(file).startsWith(`${name}.`));
  const own = all.find((file) => loaded.includes(path.basename(file)));
  return pathToFileURL(own ?? all[0] ?? assert.fail(name)).href;
}
/** @type {typeof import("../static/js/matcher.js")} */
const { Matcher, distance, fold } = await import(builtModule("matcher"));
/** @type {typeof import("../static/js/search-index.js")} */
const { SearchIndex, partsFor } = await import(builtModule("search-index"));
const { parts } = /** @type {{ parts: Record<string, string> }} */ (JSON.parse(await readPage("search/index.json")));
const records = /** @type {Row[]} */ (JSON.parse(await readFile(path.join(DIST, "search", parts[""]), "utf8")));
const matcher = new Matcher();
matcher.add(records);
/** What readers type to find a device, a model or a calculator, and the path of the first result that is no entry. */
const PAGES = {
  5090: "hardware/rtx-5090/",
  4080: "hardware/rtx-4080/",
  "rtx 4090": "hardware/rtx-4090/",
  "rtx-4090": "hardware/rtx-4090/",
  "qwen3 30b": "models/qwen3-30b-a3b/",
  "gpt oss 20b": "models/gpt-oss-20b/",
  "decode speed": "calculators/decode-speed/",
};
/** The whole index, its files read from the built site. */
function wholeIndex() {
  const folder = "https://words.example/search/";
  const fileAt = (/** @type {string} */ url) => path.join(DIST, new URL(url, folder).pathname);
  globalThis.fetch = /** @type {typeof fetch} */ (async (url) => new Response(await readFile(fileAt(String(url)))));
  const index = new SearchIndex(folder);
  // A module is imported from a file here, not from an address of the site.
  index.startReader = async () => {
    const { reader } = await index.directory;
    if (!reader) return assert.fail("no reader");
    const { start } = /** @type {import("../estimator-wasm/shim.js").Shim} */ (
      await import(pathToFileURL(fileAt(reader.shim)).href)
    );
    return { answer: await start(await readFile(fileAt(reader.readers))), names: await readFile(fileAt(reader.names)) };
  };
  return index;
}
/** @param {Hit[]} hits */
const terms = (hits) => hits.map(({ entry }) => entry.term);
const folded = new URL("fixtures/search/folded.json", import.meta.url);

/** The terms found, best first. @param {string} question */
const found = (question) => terms(matcher.search(question));

/** The first result for names, other names, abbreviations, prefixes, typing errors, plurals and questions. */
const FIRST = {
  TPS: "tokens per second",
  tps: "tokens per second",
  "tok/s": "tokens per second",
  "tok s": "tokens per second",
  "t/s": "tokens per second",
  "tokens/sec": "tokens per second",
  "tokens/s": "tokens per second",
  "token per secnd": "tokens per second",
  "tokens per sec": "tokens per second",
  tokenspersecond: "tokens per second",
  KV: "KV cache",
  "kv cache": "KV cache",
  "kv-cache": "KV cache",
  kvcache: "KV cache",
  "kv cahce": "KV cache",
  "key value cache": "KV cache",
  cache: "KV cache",
  MoE: "mixture of experts",
  moe: "mixture of experts",
  "mixture of expert": "mixture of experts",
  "mixture experts": "mixture of experts",
  GQA: "grouped-query attention",
  "grouped query": "grouped-query attention",
  ttft: "time to first token",
  TTFT: "time to first token",
  "time to frist token": "time to first token",
  roofline: "roofline model",
  rooflin: "roofline model",
  quantization: "quantization",
  quantisation: "quantization",
  quantizaton: "quantization",
  "kv cache quant": "KV cache quantization",
  bandwith: "memory bandwidth",
  bandwidth: "memory bandwidth",
  "memory bandwith": "memory bandwidth",
  "memroy bandwidth": "memory bandwidth",
  flops: "FLOP/s",
  FLOP: "FLOP",
  tokens: "token",
  token: "token",
  gpus: "GPU",
  "gpu memory": "VRAM",
  "how much vram do i need": "VRAM",
  "what is prefill": "prefill",
  "llama cpp": "llama.cpp",
  "llama.cpp": "llama.cpp",
  q4km: "Q4_K_M",
  Q4_K_M: "Q4_K_M",
  "pass@1": "pass@k",
  "little's law": "Little's law",
  "Little’s law": "Little's law",
  p99: "tail latency",
  tpot: "inter-token latency",
  finetuning: "fine-tuning",
  "fine tuning": "fine-tuning",
  "continous batching": "continuous batching",
  "speculativ decodding": "speculative decoding",
  "spec dec": "speculative decoding",
  "flash attention": "FlashAttention",
  rope: "rotary position embedding",
  eos: "stop token",
  "byte pair encoding": "tokenizer",
  "needle haystack": "needle in a haystack",
  ａｗｑ: "AWQ",
  pérplexity: "perplexity",
  throughtput: "throughput",
  temprature: "temperature",
};

for (const [question, term] of Object.entries(FIRST)) {
  test(`“${question}” finds “${term}” first`, () =>
    assert.equal(found(question)[0], term, found(question).slice(0, 4).join(", ")));
}

const index = wholeIndex();
for (const [question, address] of Object.entries(PAGES)) {
  test(`“${question}” finds ${address}`, async () => {
    const { hits } = await index.search(question);
    const found = hits.filter(({ entry }) => entry.kind >= 0).map(({ entry }) => entry.address);
    assert.equal(found[0], address, found.slice(0, 4).join(", "));
  });
}

test("what readers type leads to what they look for", async () => {
  const text = await readFile(new URL("fixtures/search/queries.txt", import.meta.url), "utf8");
  const lines = text.split("\n").filter((line) => line && !line.startsWith("#"));
  assert.ok(lines.length >= 400, `${lines.length} queries`);
  /** @type {string[]} */
  const empty = [];
  const wrong = [];
  for (const [question, wanted] of lines.map((line) => line.split(" => "))) {
    const { filled, hits, nearest } = await index.search(question);
    if (!filled.length && !hits.length && !nearest.length) empty.push(question);
    const of = (/** @type {Hit} */ { entry: { kind, address } }) => (kind < 0 ? `glossary/${address}/` : address);
    const first = filled[0]?.path ?? (hits[0] && of(hits[0]));
    if (first !== wanted) wrong.push(`${question}: ${first} for ${wanted}`);
  }
  assert.deepEqual(wrong, []);
  assert.deepEqual(empty, [], "no search ends empty");
});

test("an unknown word is named and skipped", async () => {
  const { filled, skipped } = await index.search("qwen3 30b 4080 zzyzx");
  assert.equal(filled[0]?.path, "calculators/decode-speed/?hw=rtx-4080&m=qwen3-30b-a3b");
  assert.deepEqual(skipped, ["zzyzx"]);
  const { hits, skipped: unknown } = await index.search("kv cache zzyzx");
  assert.deepEqual([hits[0]?.entry.address, unknown], ["kv-cache", ["zzyzx"]]);
});

test("a device with a model is the calculator with both filled in, in any order", async () => {
  for (const question of ["qwen3 30b 4080", "4080 qwen3 30b", "how fast is qwen3 30b on the rtx 4080"]) {
    const { filled, hits } = await index.search(question.replace("fast ", "").replace("the ", ""));
    assert.equal(filled[0]?.path, "calculators/decode-speed/?hw=rtx-4080&m=qwen3-30b-a3b", question);
    assert.equal(filled[0]?.about, "Qwen3 30B-A3B on GeForce RTX 4080");
    const found = hits.map(({ entry }) => entry.address);
    assert.ok(found.includes("hardware/rtx-4080/") && found.includes("models/qwen3-30b-a3b/"), found.join());
  }
  for (const question of ["4080", "qwen3 30b", "kv cache", ""]) {
    assert.deepEqual((await index.search(question)).filled, [], question);
  }
});

test("an entry comes before a page with the same name", async () => {
  const { hits } = await index.search("mixture of experts");
  assert.equal(hits[0].entry.address, "mixture-of-experts");
});

test("where words stand without spaces, any part of a name or a definition is found", () => {
  const few = new Matcher();
  few.add([
    ["键值缓存", 0, "保存注意力的键和值。", "kv"],
    ["キーバリューキャッシュ", 0, "x", "ja"],
    ["어텐션 캐시", 0, "x", "ko"],
  ]);
  for (const [question, address] of [
    ["缓存", "kv"],
    ["值缓", "kv"],
    ["注意力", "kv"],
    ["キャッシュ", "ja"],
    ["텐션", "ko"],
  ]) {
    assert.equal(few.search(question)[0]?.entry.address, address, question);
  }
  assert.deepEqual(few.search("模型"), []);
});

test("every name finds its entry first, or second after an entry with the same name", () => {
  const wrong = [];
  for (const [term, , , , aliases = []] of records) {
    for (const name of [term, ...aliases])
      if (!found(name).slice(0, 2).includes(term)) wrong.push(`${name}: ${found(name).slice(0, 2)}`);
  }
  assert.deepEqual(wrong, []);
});

test("two swapped letters in a long term are tolerated", () => {
  const wrong = [];
  for (const [term] of records) {
    if (term.length < 10 || /\d/.test(term)) continue;
    for (const at of [1, 4, 7]) {
      if (!/^[a-z]{3}$/.test(term.slice(at - 1, at + 2))) continue;
      const swapped = term.slice(0, at) + term[at + 1] + term[at] + term.slice(at + 2);
      // The error may spell another word; the term is still among the first.
      if (!found(swapped).slice(0, 3).includes(term)) wrong.push(`${swapped}: ${found(swapped).slice(0, 3)}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test("results are ordered: name, acronym, beginning or end of a name, word, typing error, definition", () => {
  const few = new Matcher();
  few.add([
    ["banner", 0, "Nothing here.", "", ["marble run"]],
    ["mr", 0, "The name itself."],
    ["mr big", 0, "A beginning."],
    ["the mr", 0, "A word of it."],
    ["plain", 0, "Somebody speaks of mr here."],
  ]);
  assert.deepEqual(terms(few.search("mr")), ["mr", "banner", "mr big", "the mr", "plain"]);
  const typed = new Matcher();
  typed.add([
    ["quantisers", 0, "x"],
    ["plain", 0, "The quantizers."],
    ["a quantizers", 0, "x"],
    ["quantizers at rest", 0, "x"],
  ]);
  assert.deepEqual(terms(typed.search("quantizers")), ["a quantizers", "quantizers at rest", "quantisers", "plain"]);
});

test("ties are ordered by the name's length, then alphabetically", () => {
  const few = new Matcher();
  few.add([
    ["note long", 0, "x"],
    ["note b", 0, "x"],
    ["note a", 0, "x"],
  ]);
  assert.deepEqual(terms(few.search("note")), ["note a", "note b", "note long"]);
});

test("definitions are searched, whole words first", () => {
  const few = new Matcher();
  few.add([
    ["first", 0, "A measurement of it."],
    ["other one", 0, "To measure."],
    ["third", 0, "Immeasurable."],
  ]);
  assert.deepEqual(terms(few.search("measure")), ["other one", "first"]);
});

test("a digit is never a typing error", () => {
  assert.equal(found("int4").includes("INT8"), false);
  assert.ok(terms(matcher.nearest("int4")).includes("INT8"));
});

test("without a match the closest terms are suggested, for nonsense nothing", () => {
  assert.deepEqual(found("rga"), []);
  assert.ok(matcher.nearest("rga").length > 0);
  assert.equal(matcher.nearest("vk cache")[0].entry.term, "KV cache");
  assert.deepEqual([found("zzyzx qwrt"), matcher.nearest("zzyzx qwrt")], [[], []]);
  for (const empty of ["", " ", "--", "\u0000"]) assert.ok(Array.isArray(found(empty)));
});

test("special names and characters are plain text", () => {
  const names = ["constructor", "__proto__", "toString", "a".repeat(5000)];
  const odd = [...names, ".*", "[a", "</b>", "🚀", "\u202e", "%", "\\"];
  const few = new Matcher();
  few.add(odd.map((term, at) => [term, 0, "x", `odd-${at}`]));
  for (const term of odd.filter((one) => fold(one)))
    assert.equal(few.search(term)[0]?.entry.term, term, term.slice(0, 20));
});

test("results link to the built pages", async () => {
  assert.ok(matcher.entries.size === records.length && records.length > 0);
  for (const { address, term } of matcher.entries.values()) {
    const page = elements(await readPage(`glossary/${address}/index.html`));
    const heading = page.find(({ tagName }) => tagName === "dfn") ?? assert.fail(term);
    assert.equal(textOf(heading), term);
  }
});

test("text is folded as in the index", async () => {
  const cases = /** @type {[string, string][]} */ (JSON.parse(await readFile(folded, "utf8")));
  for (const [text, expected] of cases) assert.equal(fold(text), expected, JSON.stringify(text));
});

test("distance counts insertions, deletions, substitutions and swaps", () => {
  for (const [a, b, count] of /** @type {const} */ ([
    ["token", "token", 0],
    ["tokn", "token", 1],
    ["tokeen", "token", 1],
    ["tiken", "token", 1],
    ["toekn", "token", 1],
    ["otkne", "token", 2],
    ["", "ab", 2],
  ])) {
    assert.equal(distance(a, b, 3).whole, count, `${a}, ${b}`);
  }
  assert.equal(distance("bandwi", "bandwidth", 2).prefix, 0);
  assert.ok(distance("abcdef", "uvwxyz", 2).whole > 2);
});

test("of a divided index only the files for the words are needed", () => {
  const parts = { a: "a", t: "t", to: "to", tok: "tok", toke: "toke", k: "k", v: "v" };
  assert.deepEqual(partsFor("anything", { "": "all" }), [""]);
  assert.deepEqual(partsFor("tokens a tool", parts), ["toke", "to"]);
  assert.deepEqual(partsFor("tx", parts), ["t"]);
  assert.deepEqual(partsFor("what is the", parts), ["t"]);
  assert.deepEqual(partsFor("vk", parts, true), ["v", "k"]);
  assert.deepEqual(partsFor("constructor", parts), []);
  assert.deepEqual(partsFor("", parts), []);
});
