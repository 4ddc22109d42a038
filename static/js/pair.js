/**
 * Recognizes a query that names a device together with a model: “qwen3 30b 4080”. Touches neither the page nor the
 * network.
 */
import { fold, significantWords } from "./matcher.js";

/** @typedef {import("./matcher.js").Entry} Entry */
/**
 * @typedef {{ entry: Entry, mask: number, cost: number }} Named which words of the query a name has, a bit for each
 * @typedef {{ device: Entry, model: Entry, ofDevice: string, ofModel: string }} Pair with the words that mean each
 */

/** More words than these name no device and model. */
const MOST_WORDS = 12;

/**
 * The entry that names each set of words best: with the fewest unfinished words, then in the shortest name.
 * @param {Iterable<Entry>} entries
 * @param {string} key of the query that chooses it in a calculator
 * @param {string[]} words
 */
function bestNamed(entries, key, words) {
  /** @type {Map<number, Named>} */
  const best = new Map();
  for (const entry of entries) {
    if (!entry.query.startsWith(key)) continue;
    for (const name of entry.names) {
      let mask = 0,
        cost = name.key.length / 1000;
      for (const [at, word] of words.entries()) {
        if (name.words.includes(word)) mask |= 1 << at;
        else if (/\p{L}/u.test(word) && name.words.some((one) => one.startsWith(word))) {
          mask |= 1 << at;
          cost += 1;
        }
      }
      if (mask && cost < (best.get(mask)?.cost ?? Infinity)) best.set(mask, { entry, mask, cost });
    }
  }
  return [...best.values()];
}

/**
 * The device and the model that a query names between them; none if a word is left over, or one of them is not named.
 * @param {string} question
 * @param {Iterable<Entry>} entries
 * @returns {Pair | undefined}
 */
export function pairOf(question, entries) {
  const words = significantWords(fold(question)),
    all = 2 ** words.length - 1;
  if (words.length < 2 || words.length > MOST_WORDS) return undefined;
  const known = [...entries],
    models = bestNamed(known, "m=", words);
  let best,
    least = Infinity;
  for (const device of bestNamed(known, "hw=", words)) {
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
  const said = (/** @type {number} */ mask) => words.filter((_, at) => mask & (1 << at)).join(" ");
  return {
    device: best.device.entry,
    model: best.model.entry,
    ofDevice: said(best.device.mask),
    ofModel: said(best.model.mask),
  };
}
