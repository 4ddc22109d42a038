/**
 * Time of a search in this machine's Node: `node benches/search.mjs SITE [ENTRIES]` reads the index of a built site,
 * copies its entries under other names up to ENTRIES (1,000 by default), and prints the times of the first search and
 * of the following ones: wall time, and CPU time, which other programs do not lengthen.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Matcher } from "../static/js/matcher.js";

const [site = "dist", entries = "1000"] = process.argv.slice(2);
const { parts } = JSON.parse(await readFile(path.join(site, "search/index.json"), "utf8"));
/** @type {import("../static/js/matcher.js").Row[]} */
const records = JSON.parse(await readFile(path.join(site, "search", Object.values(parts)[0]), "utf8"));
/** Shifts letters by `by`, which makes other words of the same length. @param {string} text @param {number} by */
const moved = (text, by) => text.replace(/[a-z]/g, (c) => String.fromCharCode(97 + ((c.charCodeAt(0) - 97 + by) % 26)));
const many = Array.from({ length: Number(entries) }, (_, at) => {
  const [term, layer, definition, , aliases = []] = records[at % records.length],
    by = Math.floor(at / records.length);
  return /** @type {import("../static/js/matcher.js").Row} */ ([
    moved(term, by),
    layer,
    definition,
    `entry-${at}`,
    aliases.map((alias) => moved(alias, by)),
  ]);
});
const text = JSON.stringify(many);

/** @param {() => unknown} work */
function milliseconds(work) {
  const start = performance.now(),
    before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return { clock: performance.now() - start, processor: (user + system) / 1000 };
}
const matcher = new Matcher();
/** @param {string} name @param {{ clock: number, processor: number }} times */
const print = (name, { clock, processor }) =>
  console.log(
    `${name.padEnd(28)} ${clock.toFixed(1).padStart(7)} ms, processor ${processor.toFixed(1).padStart(6)} ms`,
  );
print(
  `taking in ${entries} entries`,
  milliseconds(() => matcher.add(JSON.parse(text))),
);
const questions = [
  "tok/s",
  "kv cache",
  "token per secnd",
  "memory bandwith",
  "time to frist token",
  "rag",
  "quantisation",
];
print(
  `first search (${questions[0]})`,
  milliseconds(() => matcher.search(questions[0])),
);
for (const question of questions.slice(1))
  print(
    question,
    milliseconds(() => matcher.search(question)),
  );
const times = Array.from({ length: 20 }, () =>
  questions.map((question) => milliseconds(() => matcher.search(question))),
)
  .flat()
  .sort((a, b) => a.clock - b.clock);
print("median, warm", times[times.length >> 1]);
print("slowest of 140, warm", times[times.length - 1]);
