/**
 * An answer as Markdown for the clipboard, loaded when a reader first copies one. A second writer in WebAssembly would
 * make every module 1.3 KB larger. Knows only the HTML that the estimator writes; a test compares the result with the
 * native writer's.
 */
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
  h2: ["\n### ", "\n"],
  p: ["\n", "\n"],
  dt: ["- ", ": "],
  dd: ["", "\n"],
  small: [" (", ")"],
  desc: ["\n", "\n"],
  ul: ["\n", ""],
  li: ["- ", "\n"],
  b: ["**", "**"],
  caption: ["\n", "\n\n"],
  tr: ["|", "\n"],
  th: [" ", " |"],
  td: [" ", " |"],
};
/** @type {Record<string, string>} */
const ENTITIES = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };
/** @param {string} html */
const decode = (html) => html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name) => ENTITIES[name]);
/** @param {string} html */
const text = (html) =>
  decode(html)
    .replace(/[\n\r]/g, " ")
    .replace(/[\\`*_[\]<>|#]/g, "\\$&");

/**
 * The HTML of an answer (figure and work) as the native `MarkdownReport` writes it.
 * @param {string} answer
 */
export function toMarkdown(answer) {
  const html = PAGE_ONLY.reduce((page, pattern) => page.replace(pattern, "$1$2"), answer);
  /** @type {string[]} */
  const ends = [];
  let out = "",
    row = "",
    rule = "";
  for (const [, close, tag, attributes, words] of html.matchAll(/<(\/?)([a-z]\w*)([^>]*)>([^<]*)/g)) {
    if (close) out += tag === "thead" ? `|${rule}\n` : ends.pop();
    else if (tag === "thead") rule = "";
    else if (!attributes.endsWith("/")) {
      let [start, end] = MARKS[tag] ?? ["", ""];
      const href = /href="(https?:[^"]*)"/.exec(attributes)?.[1],
        column = attributes.includes('scope="col"');
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
