/** What the built search finds, as a reader would expect it: the module and the index of the site, without a browser. */
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { DIST } from "./browser/support.mjs";

const page = await readFile(path.join(DIST, "search/index.html"), "utf8");
const [, address] = page.match(/src="\.\.\/(assets\/js\/search\.[^"]+)"/) ?? assert.fail("the page names no module");
/** @type {typeof import("../static/js/search.js")} */
const { Terms, beginnings, distance, fold } = await import(pathToFileURL(path.join(DIST, address)).href);
const directory = JSON.parse(await readFile(path.join(DIST, "search/index.json"), "utf8"));
const records = JSON.parse(await readFile(path.join(DIST, "search", directory.parts[""]), "utf8"));
const terms = new Terms();
terms.add(records);
const list = new URL("fixtures/search/folded.json", import.meta.url);

/** The terms that are found, the best first. @param {string} question */
const found = (question) => terms.search(question).map((hit) => hit.entry.term);

/** What stands first: the whole name, another name, an abbreviation, a beginning, a slip of the hand, a plural, a question. */
const FIRST = {
  "TPS": "tokens per second",
  "tps": "tokens per second",
  "tok/s": "tokens per second",
  "tok s": "tokens per second",
  "t/s": "tokens per second",
  "tokens/sec": "tokens per second",
  "tokens/s": "tokens per second",
  "token per secnd": "tokens per second",
  "tokens per sec": "tokens per second",
  "tokenspersecond": "tokens per second",
  "KV": "KV cache",
  "kv cache": "KV cache",
  "kv-cache": "KV cache",
  "kvcache": "KV cache",
  "kv cahce": "KV cache",
  "key value cache": "KV cache",
  "cache": "KV cache",
  "MoE": "mixture of experts",
  "moe": "mixture of experts",
  "mixture of expert": "mixture of experts",
  "mixture experts": "mixture of experts",
  "GQA": "grouped-query attention",
  "grouped query": "grouped-query attention",
  "ttft": "time to first token",
  "TTFT": "time to first token",
  "time to frist token": "time to first token",
  "roofline": "roofline model",
  "rooflin": "roofline model",
  "quantization": "quantization",
  "quantisation": "quantization",
  "quantizaton": "quantization",
  "kv cache quant": "KV cache quantization",
  "bandwith": "memory bandwidth",
  "bandwidth": "memory bandwidth",
  "memory bandwith": "memory bandwidth",
  "memroy bandwidth": "memory bandwidth",
  "flops": "FLOP/s",
  "FLOP": "FLOP",
  "tokens": "token",
  "token": "token",
  "gpus": "GPU",
  "gpu memory": "VRAM",
  "how much vram do i need": "VRAM",
  "what is prefill": "prefill",
  "llama cpp": "llama.cpp",
  "llama.cpp": "llama.cpp",
  "q4km": "Q4_K_M",
  "Q4_K_M": "Q4_K_M",
  "pass@1": "pass@k",
  "little's law": "Little's law",
  "Little’s law": "Little's law",
  "p99": "tail latency",
  "tpot": "inter-token latency",
  "finetuning": "fine-tuning",
  "fine tuning": "fine-tuning",
  "continous batching": "continuous batching",
  "speculativ decodding": "speculative decoding",
  "spec dec": "speculative decoding",
  "flash attention": "FlashAttention",
  "rope": "rotary position embedding",
  "eos": "stop token",
  "byte pair encoding": "tokenizer",
  "needle haystack": "needle in a haystack",
  "ａｗｑ": "AWQ",
  "pérplexity": "perplexity",
  "throughtput": "throughput",
  "temprature": "temperature",
};

for (const [question, term] of Object.entries(FIRST)) {
  test(`“${question}” finds “${term}” first`, () => assert.equal(found(question)[0], term, found(question).slice(0, 4).join(", ")));
}

test("every term and every other name finds its entry first or next to another that has the same name", () => {
  const wrong = [];
  for (const [term, , , , aliases = []] of records) {
    for (const name of [term, ...aliases]) if (!found(name).slice(0, 2).includes(term)) wrong.push(`${name}: ${found(name).slice(0, 2)}`);
  }
  assert.deepEqual(wrong, []);
});

test("a typing error in a long term is forgiven, wherever it is", () => {
  const wrong = [];
  for (const [term] of records) {
    if (term.length < 10 || /\d/.test(term)) continue;
    for (const at of [1, 4, 7]) {
      if (!/^[a-z]{3}$/.test(term.slice(at - 1, at + 2))) continue;
      const swapped = term.slice(0, at) + term[at + 1] + term[at] + term.slice(at + 2);
      // A slip may happen to write another word; what is meant is among the first all the same.
      if (!found(swapped).slice(0, 3).includes(term)) wrong.push(`${swapped}: ${found(swapped).slice(0, 3)}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test("the kinds of finds stand in their order: name, initials, beginning, word, typing error, definition", () => {
  const few = new Terms();
  few.add([
    ["banner", 0, "Nothing here.", "", ["marble run"]],
    ["mr", 0, "The name itself."],
    ["mr big", 0, "A beginning."],
    ["the mr", 0, "A word of it."],
    ["plain", 0, "Somebody speaks of mr here."],
  ]);
  assert.deepEqual(few.search("mr").map((hit) => hit.entry.term), ["mr", "banner", "mr big", "the mr", "plain"]);
  const typed = new Terms();
  typed.add([["quantisers", 0, "x"], ["plain", 0, "The quantizers."], ["a quantizers", 0, "x"], ["quantizers at rest", 0, "x"]]);
  assert.deepEqual(typed.search("quantizers").map((hit) => hit.entry.term), ["quantizers at rest", "a quantizers", "quantisers", "plain"]);
});

test("among equals the shorter name comes first, then the alphabet", () => {
  const few = new Terms();
  few.add([["note long", 0, "x"], ["note b", 0, "x"], ["note a", 0, "x"]]);
  assert.deepEqual(few.search("note").map((hit) => hit.entry.term), ["note a", "note b", "note long"]);
});

test("words of definitions are found, whole ones first", () => {
  const few = new Terms();
  few.add([["first", 0, "A measurement of it."], ["other one", 0, "To measure."], ["third", 0, "Immeasurable."]]);
  assert.deepEqual(few.search("measure").map((hit) => hit.entry.term), ["other one", "first"]);
});

test("figures are no typing errors", () => {
  assert.equal(found("int4").includes("INT8"), false);
  assert.ok(terms.nearest("int4").some((hit) => hit.entry.term === "INT8"));
});

test("a miss offers the nearest, and nonsense nothing", () => {
  assert.deepEqual(found("rag"), []);
  assert.ok(terms.nearest("rag").length > 0);
  assert.equal(terms.nearest("vk cache")[0].entry.term, "KV cache");
  assert.deepEqual([found("zzyzx qwrt"), terms.nearest("zzyzx qwrt")], [[], []]);
  for (const empty of ["", " ", "--", "\u0000"]) assert.ok(Array.isArray(found(empty)));
});

test("signs that mean something elsewhere are letters here", () => {
  const odd = ["constructor", "__proto__", "toString", ".*", "[a", "</b>", "🚀", "\u202e", "a".repeat(5000), "%", "\\"];
  const few = new Terms();
  few.add(odd.map((term, at) => [term, 0, "x", `odd-${at}`]));
  for (const term of odd.filter((one) => fold(one))) assert.equal(few.search(term)[0]?.entry.term, term, term.slice(0, 20));
});

test("the addresses of the built pages are those of the results", async () => {
  assert.ok(terms.entries.size === records.length && records.length > 0);
  for (const { address, term } of terms.entries.values()) {
    const entry = await readFile(path.join(DIST, "glossary", address, "index.html"), "utf8");
    assert.ok(entry.includes(`>${term.replaceAll("&", "&amp;").replaceAll("'", "&#39;")}</dfn>`) || entry.includes("<dfn"), term);
  }
});

test("the fold is the one that the index is built with", async () => {
  for (const [text, folded] of JSON.parse(await readFile(list, "utf8"))) assert.equal(fold(text), folded, JSON.stringify(text));
});

test("distance: insertions, deletions, substitutions and swaps", () => {
  for (const [a, b, count] of /** @type {const} */ ([["token", "token", 0], ["tokn", "token", 1], ["tokeen", "token", 1], ["tiken", "token", 1], ["toekn", "token", 1], ["otkne", "token", 2], ["", "ab", 2]])) {
    assert.equal(distance(a, b, 3).whole, count, `${a}, ${b}`);
  }
  assert.equal(distance("bandwi", "bandwidth", 2).beginning, 0);
  assert.ok(distance("abcdef", "uvwxyz", 2).whole > 2);
});

test("of a divided index only the files of the words are asked for", () => {
  const parts = { a: "a", t: "t", to: "to", tok: "tok", toke: "toke", k: "k", v: "v" };
  assert.deepEqual(beginnings("anything", { "": "all" }), [""]);
  assert.deepEqual(beginnings("tokens a tool", parts), ["toke", "to"]);
  assert.deepEqual(beginnings("tx", parts), ["t"]);
  assert.deepEqual(beginnings("what is the", parts), ["t"]);
  assert.deepEqual(beginnings("vk", parts, true), ["v", "k"]);
  assert.deepEqual(beginnings("constructor", parts), []);
  assert.deepEqual(beginnings("", parts), []);
});
