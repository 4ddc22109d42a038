/**
 * Recognizes a query for a device and a model: “qwen3 30b 4080”, also with a number of devices and a format:
 * “2x3090 70b q4”. Uses neither the page nor the network.
 */
import { apart, fold, memoryOf, significantWords } from "./matcher.js";

/** @typedef {import("./matcher.js").Entry} Entry */
/**
 * @typedef {{ entry: Entry, mask: number, cost: number }} Named which words of the query a name has, a bit for each
 * @typedef {{
 *   device: Entry, model?: Entry, format?: Entry | undefined, count: number, ofDevice: string, ofModel: string,
 * }} Pair with the words that mean each
 */

/** Maximum number of words in a query for a device and a model. */
const MAX_WORDS = 12;

/** Numbers of devices in words. @type {Record<string, number>} */
const NUMBERS = { dual: 2, two: 2, twin: 2, triple: 3, three: 3, quad: 4, four: 4 };
/** A number before or after a device's name, in figures or in words. */
const COUNT = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:([2-8])\s?[x×]\s?(?=[\p{L}\p{N}])|[x×]\s?([2-8])(?![\p{L}\p{N}])|` +
    `(${Object.keys(NUMBERS).join("|")})\\s)`,
  "iu",
);

/** Words of a question that name neither device, model nor format. */
const BESIDE = new Set(
  "fast run running speed tok tps tokens second per s good on my gpu local inference benchmark performance at gguf"
    .split(" "),
);

/**
 * Extracts the number of devices from a question: “2x3090”, “2 x 3090”, “3090 x2”, “dual 3090”.
 * @param {string} question
 */
export function counted(question) {
  let count = 1;
  const text = question.replace(COUNT, (_, before, after, word) => {
    count = Number(before ?? after) || NUMBERS[word.toLowerCase()];
    return " ";
  });
  return { count, text };
}

/**
 * The entry that names each set of words best: a whole name first, then the one with the fewest unfinished words, then
 * the one whose own name has the fewest further words (a “4080” is no laptop), then in the shortest name; of chips that
 * share it the one with the most memory.
 * @param {Iterable<Entry>} entries
 * @param {string} key of the query that chooses it in a calculator
 * @param {string[]} words
 */
function bestNamed(entries, key, words) {
  /** @type {Map<number, Named>} */
  const best = new Map();
  for (const entry of entries) {
    if (!entry.query.startsWith(key)) continue;
    const further = entry.names[0].words.filter((word) => !words.includes(word)).length;
    for (const name of entry.names) {
      let mask = 0,
        unfinished = 0;
      for (const [at, word] of words.entries()) {
        if (name.words.includes(word)) mask |= 1 << at;
        // Only the last word can be unfinished. Shorter ones are the beginning of too many names.
        else if (at === words.length - 1 && /^\p{L}{4}/u.test(word) && name.words.some((one) => one.startsWith(word))) {
          mask |= 1 << at;
          unfinished += 1;
        }
      }
      const isWhole = !unfinished && name.words.every((word) => words.includes(word));
      const cost = unfinished + (isWhole ? 0 : further / 20) + name.key.length / 1000 - memoryOf(entry) / 1e7;
      if (mask && cost < (best.get(mask)?.cost ?? Infinity)) best.set(mask, { entry, mask, cost });
    }
  }
  return [...best.values()];
}

/**
 * The format that a word names, and the other words: “q4” is the usual four-bit format.
 * @param {Entry[]} entries
 * @param {string[]} words
 */
function formatOf(entries, words) {
  let best,
    least = Infinity;
  for (const entry of entries.filter(({ query }) => query.startsWith("q="))) {
    for (const name of entry.names) {
      const own = name.words.filter((word) => word !== "gguf");
      const used = words.filter((word) => own.includes(word) && /\p{N}|^(?:awq|gptq|mlx)$/u.test(word));
      if (!used.length || used[0] !== own[0]) continue;
      // An incomplete name means the medium variant of that number of bits.
      const left = own.filter((word) => !words.includes(word)),
        cost = left.join() === "k,m" ? 0.5 : left.length;
      if (cost >= least) continue;
      least = cost;
      best = { format: entry, rest: words.filter((word) => !own.includes(word)) };
    }
  }
  return best;
}

/**
 * The device and the model of a query; none if a word is left over or one of them is missing.
 * @param {string} question
 * @param {Iterable<Entry>} entries
 * @returns {Pair | undefined}
 */
export function pairOf(question, entries) {
  const { count, text } = counted(question),
    known = [...entries];
  const own = new Set(known.flatMap(({ names }) => names.flatMap(({ words }) => words)));
  // A word that no name has is tried apart: “rtx3090”.
  const words = significantWords(fold(text)).flatMap((word) => (own.has(word) ? word : apart(word).split(" ")));
  return pairOfWords(words, known, count);
}

/**
 * The one device, or the one model, that a text names with each of its words.
 * @param {string} text
 * @param {Iterable<Entry>} entries
 * @param {"hw=" | "m="} key
 */
export function oneNamed(text, entries, key) {
  const { count, text: bare } = counted(text),
    words = significantWords(fold(bare)).filter((word) => !BESIDE.has(word));
  if (!words.length || words.length > MAX_WORDS) return undefined;
  const [best] = bestNamed(entries, key, words)
    .filter(({ mask }) => mask === 2 ** words.length - 1)
    .sort((a, b) => a.cost - b.cost);
  return best && { entry: best.entry, count };
}

/** @param {string[]} all @param {Entry[]} known @param {number} count @returns {Pair | undefined} */
function pairOfWords(all, known, count) {
  const whole = pairIn(all, known);
  if (whole) return { ...whole, count };
  const named = formatOf(known, all);
  const fewer = (named?.rest ?? all).filter((word) => !BESIDE.has(word));
  const pair = fewer.length < all.length ? pairIn(fewer, known) : undefined;
  if (pair) return { ...pair, format: named?.format, count };
  if (count < 2) return undefined;
  // Several devices alone.
  const device = bestNamed(known, "hw=", fewer)
    .filter(({ mask }) => mask === 2 ** fewer.length - 1)
    .sort((a, b) => a.cost - b.cost)[0];
  return device && { device: device.entry, count, ofDevice: fewer.join(" "), ofModel: "" };
}

/** @param {string[]} words @param {Entry[]} known */
function pairIn(words, known) {
  const all = 2 ** words.length - 1;
  if (words.length < 2 || words.length > MAX_WORDS) return undefined;
  const devices = bestNamed(known, "hw=", words),
    models = bestNamed(known, "m=", words);
  // A device that has every word leaves none for a model.
  if (devices.some(({ mask }) => mask === all)) return undefined;
  let best,
    least = Infinity;
  for (const device of devices) {
    for (const model of models) {
      // Each is named by a word of its own.
      const between = (device.mask | model.mask) === all && device.mask !== all && model.mask !== all;
      const cost = device.cost + model.cost;
      if (!between || cost >= least) continue;
      least = cost;
      best = { device, model };
    }
  }
  if (!best) return undefined;
  const wordsOf = (/** @type {number} */ mask) => words.filter((_, at) => mask & (1 << at)).join(" ");
  return {
    device: best.device.entry,
    model: best.model.entry,
    ofDevice: wordsOf(best.device.mask),
    ofModel: wordsOf(best.model.mask),
  };
}
