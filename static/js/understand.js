/**
 * What a text names: a machine, a model, a format of its weights, conditions, and the words left over. The module of
 * readers reads the machine. Uses neither the page nor the network.
 */
import { conditionsOf } from "./conditions.js";
import { STOP_WORDS, apart, fold, significantWords } from "./matcher.js";

/** @typedef {import("./matcher.js").Entry} Entry */
/** @typedef {import("./conditions.js").Conditions} Conditions */
/** @typedef {import("../../estimator-wasm/reply.js").MachineReply} MachineReply */
/** @typedef {import("../../estimator-wasm/reply.js").DeviceCount} DeviceCount */
/** @typedef {(text: string) => Promise<MachineReply>} MachineReader */
/** @typedef {Pick<Entry, "query" | "term" | "names" | "definition">} NamedEntry */
/**
 * @typedef {{
 *   machine: MachineReply, model: NamedEntry | undefined, format: NamedEntry | undefined,
 *   values: Conditions, left: string[],
 * }} Understood
 */

/** Maximum number of words in which models and formats are looked for. */
const MAX_WORDS = 12;

/** Words of a question that name nothing and ask for nothing but a speed. */
const BESIDE = new Set(
  (
    "fast run runs running speed tok tps tokens token second per s sec good my gpu local locally " +
    "inference at gguf can could would will should please any some get getting have has am be card " +
    "graphics vram ram memory mac macbook laptop model models llm llms use using work works speeds pc " +
    "computer machine machines best quantized"
  ).split(" "),
);

/** Kinds of machines without a name, and sizes of memory. */
const KIND = /\b(?:macs?|macbooks?|imac|iphones?|phone|smartphone|android)\b|\d ?(?:gb|gib)\b/i;

/** A text's significant words, also with letters and figures apart. @param {string} text */
const wordsOf = (text) => significantWords(fold(text)).concat(significantWords(fold(apart(text))));

/** Whether a text may name a machine. @param {string} text @param {NamedEntry[]} entries */
export function mayNameMachine(text, entries) {
  if (KIND.test(text)) return true;
  const words = new Set(wordsOf(text).flatMap((word) => [word, word.replace(/s$/, "")]));
  const isTelling = (/** @type {string} */ word) => words.has(word) && /\p{N}|^.{4}/u.test(word) && !BESIDE.has(word);
  const devices = entries.filter(({ query }) => query.startsWith("hw="));
  return devices.some(({ names }) => names.some((name) => name.words.some(isTelling)));
}

/**
 * The model whose whole name of two words or more is in a text, the longest one, and the text without it: a “MiniMax
 * M2” is no M2.
 * @param {string} text
 * @param {NamedEntry[]} entries
 */
function wholeModel(text, entries) {
  const key = ` ${fold(text)} `;
  /** @type {{ entry: NamedEntry, words: string[] } | undefined} */
  let best;
  for (const entry of entries.filter(({ query }) => query.startsWith("m="))) {
    for (const { key: own, words } of entry.names) {
      if (words.length < 2 || words.length <= (best?.words.length ?? 0) || !key.includes(` ${own} `)) continue;
      best = { entry, words };
    }
  }
  if (!best) return { model: undefined, rest: text };
  const name = best.words.join(String.raw`[^\p{L}\p{N}]*`);
  const rest = text.replace(new RegExp(String.raw`(?<![\p{L}\p{N}])${name}(?![\p{L}\p{N}])`, "iu"), " ");
  return { model: best.entry, rest };
}

/**
 * The model that some of the words name: the one with the most of them, then the one whose name has the fewest further
 * words, then the shortest name. A single word has to begin the name or have a digit.
 * @param {NamedEntry[]} entries
 * @param {string[]} words
 */
function modelOf(entries, words) {
  let best,
    most = 0,
    least = Infinity;
  for (const entry of entries.filter(({ query }) => query.startsWith("m="))) {
    for (const { words: own, key } of entry.names) {
      const found = words.filter((word) => own.includes(word));
      const isNamed = found.includes(own[0]) || found.some((word) => /\p{N}\p{L}/u.test(word));
      const cost = own.length - found.length + entry.names[0].words.length / 20 + key.length / 1000;
      if (!isNamed || found.length < most || (found.length === most && cost >= least)) continue;
      best = { model: entry, rest: words.filter((word) => !own.includes(word)) };
      [most, least] = [found.length, cost];
    }
  }
  return best;
}

/**
 * The format that a word names, and the other words: “q4” is the usual four-bit format.
 * @param {NamedEntry[]} entries
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

/** A size of memory. */
const SIZE = /\d+(?:\.\d+)? ?(?:gb|gib)\b/gi;

/**
 * The words of a text that say nothing of its machine, without stop words.
 * @param {MachineReply} machine
 * @param {string} text
 */
function wordsBeside(machine, text) {
  const words = (/** @type {string} */ some) => fold(some).split(" ");
  const telling = (/** @type {string[]} */ all) => all.filter((word) => word && !STOP_WORDS.has(word));
  if (machine.kind === "machine") return telling(words(machine.rest));
  if (!machine.candidates.length) return telling(words(text));
  const named = machine.candidates.flatMap(({ name }) => words(name));
  return telling(words(text.replace(SIZE, " "))).filter((word) => !named.includes(word));
}

/**
 * What a text names.
 * @param {string} text
 * @param {NamedEntry[]} entries
 * @param {MachineReader} readMachine
 * @returns {Promise<Understood>}
 */
export async function understand(text, entries, readMachine) {
  const { values, rest: without } = conditionsOf(text);
  const { model: whole, rest: bare } = wholeModel(without, entries);
  const machine = await readMachine(bare);
  const others = wordsBeside(machine, bare);
  const named = formatOf(entries, others);
  const words = (named?.rest ?? others).filter((word) => !BESIDE.has(word));
  const found = whole || words.length > MAX_WORDS ? undefined : modelOf(entries, words);
  return {
    machine,
    model: whole ?? found?.model,
    format: (whole || found) && named?.format,
    values,
    left: whole || !found ? words : found.rest,
  };
}

/**
 * The devices of a reply: those that were read, or of several that may be meant the one with the most memory.
 * @param {MachineReply} reply
 * @returns {DeviceCount[]}
 */
export const devicesOf = (reply) => (reply.kind === "machine" ? reply.devices : reply.candidates.slice(0, 1));

/** Several devices in words. @param {DeviceCount[]} devices */
export const machineName = (devices) =>
  devices.map(({ name, count }) => (count > 1 ? `${count} × ${name}` : name)).join(" + ");

/**
 * A machine as the explorer's inputs.
 * @param {MachineReply} reply
 * @returns {Record<string, string>}
 */
export function machineInputs(reply) {
  const [first, ...others] = devicesOf(reply);
  /** @type {Record<string, string>} */
  const inputs = { hw: first.id };
  if (first.count > 1) inputs.n = `${first.count}`;
  for (const [at, { id, count }] of others.entries()) {
    const end = at ? at + 1 : "";
    Object.assign(inputs, { [`also${end}`]: id, [`na${end}`]: `${count}` });
  }
  if (reply.kind !== "machine") return inputs;
  const { memory: mem, bandwidth: bw, ram, link } = reply;
  for (const [key, value] of Object.entries({ mem, bw, ram, link })) if (value) inputs[key] = value;
  return inputs;
}
