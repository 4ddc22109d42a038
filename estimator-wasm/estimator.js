/**
 * The JavaScript shim of the calculators' WebAssembly modules: carries texts and bytes in and the reply out.
 *
 * wasm-bindgen's own bindings support whatever a module may export, in five times the bytes; this file supports the one
 * export of `estimator-wasm/src/lib.rs`. It depends on the version of wasm-bindgen: the tests run every module through
 * it.
 */
/** @typedef {import("../tests/types/estimator.js").Estimator} Estimator */
/** @typedef {import("../tests/types/estimator.js").Exports} Exports */
const encoder = new TextEncoder(),
  decoder = new TextDecoder();

/**
 * @param {BufferSource} source
 * @returns {Promise<Estimator>}
 */
export async function start(source) {
  const module = await WebAssembly.compile(source);
  /** @type {WebAssembly.Imports} */
  const imports = {};
  // wasm-bindgen would throw exceptions through these; no module does.
  for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => {};
  const instance = await WebAssembly.instantiate(module, imports);
  const exports = /** @type {Exports} */ (/** @type {unknown} */ (instance.exports));
  const { memory, answer, __wbindgen_malloc: allocate, __wbindgen_free: free } = exports;
  return (query, facts, prefix = "", markdown = false) => {
    const given = [encoder.encode(query), facts, encoder.encode(prefix)].flatMap((bytes) => {
      const at = allocate(bytes.length, 1);
      new Uint8Array(memory.buffer).set(bytes, at);
      return [at, bytes.length];
    });
    const [at, length] = answer(...given);
    const reply = decoder.decode(new Uint8Array(memory.buffer, at, length));
    free(at, length, 1);
    return markdown ? asMarkdown(reply) : reply;
  };
}

const GROUP = '(<tr class="group">(?:(?!</tr>)[^])*</tr>)((?:(?!<tr class="group">)[^])*)',
  FOLD = "</tbody></table></div><details>[^]*?<tbody>";
/** Markup that only a page needs: a table's fold with the repeated head of its group, axes, words drawn in a chart. */
const PAGE_ONLY = [
  new RegExp(GROUP + FOLD + "\\1", "g"),
  new RegExp(`()()${FOLD}`, "g"),
  /()()<\/details>/g,
  /()()<p class="chart-h">[^]*?<\/p>/g,
  /()()<(title|text)\b[^>]*>[^<]*<\/\3>/g,
];
/** The Markdown before and after each element. @type {Record<string, [string, string]>} */
const MARKS = {
  h2: ["\n### ", "\n"], p: ["\n", "\n"], dt: ["- ", ": "], dd: ["", "\n"], small: [" (", ")"], desc: ["\n", "\n"],
  ul: ["\n", ""],
  li: ["- ", "\n"], b: ["**", "**"], caption: ["\n", "\n\n"], tr: ["|", "\n"], th: [" ", " |"], td: [" ", " |"],
};
/** @type {Record<string, string>} */
const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
/** @param {string} html */
const decode = (html) => html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => ENTITIES[name]);
/** @param {string} html */
const text = (html) => decode(html).replace(/[\n\r]/g, " ").replace(/[\\`*_[\]<>|#]/g, "\\$&");

/**
 * A reply as the native `MarkdownReport` writes it. Here it costs a reader 0.8 KB once; a second writer cost 1.3 KB in
 * every module.
 * @param {string} reply
 */
function asMarkdown(reply) {
  const parts = reply.split("\0");
  // Facts are missing, or the query cannot be used.
  if (parts[0] === "") return reply;
  if (parts.length === 2) return "";
  const html = PAGE_ONLY.reduce((page, pattern) => page.replace(pattern, "$1$2"), parts[0] + parts[1]);
  /** @type {string[]} */
  const ends = [];
  let out = "", row = "", rule = "";
  for (const [, close, tag, attributes, words] of html.matchAll(/<(\/?)([a-z]\w*)([^>]*)>([^<]*)/g)) {
    if (close) out += tag === "thead" ? `|${rule}\n` : ends.pop();
    else if (tag === "thead") rule = "";
    else if (!attributes.endsWith("/")) {
      let [start, end] = MARKS[tag] ?? ["", ""];
      const href = /href="(https?:[^"]*)"/.exec(attributes)?.[1], column = attributes.includes('scope="col"');
      if (tag === "tr") row = attributes;
      if (column) rule += attributes.includes('class="n') ? "---:|" : "---|";
      else if (tag === "th" && row.includes("group")) end = " |".repeat(Number(/\d+/.exec(attributes)));
      else if (row.includes("sum") ? /t[hd]/.test(tag) : tag === "th" && row.includes("on"))
        [start, end] = [" **", "** |"];
      if (tag === "h2" && !out) [start, end] = ["## ", "\n\n"];
      if (attributes.includes('"sub"')) [start, end] = ["", "\n\n"];
      if (href) [start, end] = ["[", `](<${decode(href).replaceAll("<", "%3C").replaceAll(">", "%3E")}>)`];
      if (tag === "small" && ends.at(-1) === " |" && !row) [start, end] = [" ", ""];
      ends.push(end);
      out += start;
    }
    out += text(words);
  }
  return out;
}
