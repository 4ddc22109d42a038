/**
 * What a text names: a machine, a model, a format of its weights, conditions, and the words left over. The module of
 * readers reads the machine. Uses neither the page nor the network.
 */
import { addressEnd, conditionsOf } from "./conditions.js";
import { STOP_WORDS, apart, fold, significantWords } from "./matcher.js";
import { BESIDE_SUBJECT } from "./plain-words.js";

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

/** Whether an entry is a model, also one that is not covered. @param {NamedEntry} entry */
const isModel = ({ query }) => /^(?:m|gap)=/.test(query);
/** Whether a model is not covered, so that nothing is estimated. @param {NamedEntry | undefined} model */
export const isGap = (model) => Boolean(model?.query.startsWith("gap="));

/** Maximum number of words in which models and formats are looked for. */
const MAX_WORDS = 12;

/** Words of a question that name nothing and ask for nothing but a speed. */
const BESIDE = new Set([
  ...BESIDE_SUBJECT,
  ...(
    "fast run runs running speed tok tps tokens token second per s sec good my gpu local locally low high " +
    "inference at gguf can could would will should please any some get getting have has am be card " +
    "graphics vram ram memory mac macbook laptop using use working speeds pc computer machine machines studio best " +
    "quantized normal ok okay single around mit und auf fur ein eine welches modell lauft"
  ).split(" "),
]);

/** An engine that is called like a model. */
const ENGINE = /\bllama[ ._-]?(?:cpp|server|bench|cli)\b/gi;

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

/** A number after a name that is no size, count or number of bits: a “Mistral Large 3” is no Mistral Large. */
const VERSION_AFTER = /^\d{1,2} (?!(?:b|bits?|x|k|gb|gib|gpus?|cards?|users?|requests?) )/;

/**
 * The model whose whole name of two words or more is in a text, the longest one, and the text without it: a “MiniMax
 * M2” is no M2. `isOther` says that a version follows a name, so that another model is meant.
 * @param {string} text
 * @param {NamedEntry[]} entries
 */
function wholeModel(text, entries) {
  // Letters and figures apart, since “Gemma4 12b” is Gemma 4 12B.
  const key = ` ${fold(apart(text))} `,
    variants = variantsOf(entries);
  /** @type {{ entry: NamedEntry, words: string[] } | undefined} */
  let best,
    isOther = false;
  for (const entry of entries.filter(isModel)) {
    for (const name of entry.names) {
      const own = apart(name.key),
        words = own.split(" ");
      if (name.words.length < 2 || words.length <= (best?.words.length ?? 0)) continue;
      const [, after] = key.split(` ${own} `);
      // A size or a variant behind a family's name is that of another model.
      if (after === undefined) continue;
      if (!isGap(entry) && (/^\d+ b /.test(after) || variants.has(after.split(" ")[0]))) continue;
      if (!isGap(entry) && /\p{L}$/u.test(own) && VERSION_AFTER.test(after)) {
        isOther = true;
        continue;
      }
      best = { entry, words };
    }
  }
  if (!best) return { model: undefined, rest: text, isOther };
  const name = best.words.join(String.raw`[^\p{L}\p{N}]*`);
  const rest = text.replace(new RegExp(String.raw`(?<![\p{L}\p{N}])${name}(?![\p{L}\p{N}])`, "iu"), " ");
  return { model: best.entry, rest, isOther: false };
}

/** A version, which names nothing by itself: “Xeon E5-2680 v4” is no DeepSeek-V4. */
const VERSION = /^v\d+$/;

/**
 * The model that some of the words name: the one with the most of them, then the one whose name has the fewest further
 * words, then the shortest name. A single word has to begin the name or have a digit.
 * @param {NamedEntry[]} entries
 * @param {string[]} words
 */
function modelOf(entries, words) {
  /** @type {{ model: NamedEntry, rest: string[] } | undefined} */
  let best;
  let most = 0,
    least = Infinity;
  for (const entry of entries.filter(isModel)) {
    for (const { words: own, key } of entry.names) {
      const found = words.filter((word) => own.includes(word));
      // Only its whole name is that of a model which is not covered.
      if (isGap(entry) && found.length < own.length) continue;
      const isNamed =
        found.some((word) => word.length > 1 && !VERSION.test(word)) &&
        (found.includes(own[0]) || found.some((word) => /\p{N}\p{L}/u.test(word) && !/^\d+b$/.test(word)));
      const cost = own.length - found.length + entry.names[0].words.length / 20 + key.length / 1000;
      if (!isNamed || found.length < most || (found.length === most && cost >= least)) continue;
      best = { model: entry, rest: words.filter((word) => !own.includes(word)) };
      [most, least] = [found.length, cost];
    }
  }
  return best && (isVariant(entries, words, best) || isOtherVersion(words, best)) ? undefined : best;
}

/**
 * Whether a number right after the words of a name makes it another model: a “GPT-5” is no gpt-oss-20b.
 * @param {string[]} words
 * @param {{ rest: string[] }} found the words that are not the model's
 */
function isOtherVersion(words, { rest }) {
  return words.some((word, at) => {
    const before = words[at - 1] ?? "";
    const isAfterName = /^\p{L}+$/u.test(before) && !rest.includes(before);
    return isAfterName && rest.includes(word) && /^\d{1,2}$/.test(word) && !/^bits?$/.test(words[at + 1] ?? "");
  });
}

/**
 * Whether a word among or after those of a model makes it another one: a “Qwen3.8 Flash” is no Qwen3.8 27B.
 * @param {NamedEntry[]} entries
 * @param {string[]} words
 * @param {{ rest: string[] }} found the model, and the words that are not its
 */
function isVariant(entries, words, { rest }) {
  const places = [...words.keys()].filter((at) => !rest.includes(words[at])),
    variants = variantsOf(entries);
  const near = words.slice(places[0], places[places.length - 1] + 2);
  return near.some((word) => rest.includes(word) && variants.has(word));
}

/** The words by which models of one family differ, such as “flash”. @param {NamedEntry[]} entries */
function variantsOf(entries) {
  const models = entries.filter(({ query }) => query.startsWith("m="));
  const further = models.flatMap(({ names }) => names[0].words.slice(1));
  return new Set(further.filter((word) => /^\p{L}{3,}$/u.test(word)));
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
      const own = name.words.filter((word) => !/^(?:gguf|safetensors)$/.test(word));
      const used = words.filter((word) => own.includes(word) && /\p{N}|^(?:awq|gptq|mlx)$/u.test(word));
      if (!used.length || !words.includes(own[0])) continue;
      // An incomplete name means the medium variant of that number of bits.
      const left = own.filter((word) => !words.includes(word)),
        isOther = name.words.includes("gguf") && !words.includes("gguf"),
        cost = (left.join() === "k,m" ? 0.5 : left.length) + (isOther ? 0.1 : 0);
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
  const { model: whole, rest: bare, isOther } = wholeModel(without.replace(ENGINE, " "), entries);
  const machine = await readMachine(bare);
  const others = wordsBeside(machine, bare);
  const named = formatOf(entries, others);
  const words = (named?.rest ?? others).filter((word) => !BESIDE.has(word));
  const found = whole || isOther || words.length > MAX_WORDS ? undefined : modelOf(entries, words);
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

/** Conditions that calculators of a pair have a field for. @type {Record<string, (keyof Conditions)[]>} */
const TAKEN = { "decode-speed": ["c"], "memory-fit": ["c", "b", "kv"], parallel: ["c", "b"] };

/**
 * The inputs of a calculator, as the end of its address.
 * @param {string} kind
 * @param {Understood & { model: NamedEntry }} understood
 */
export function pairInputs(kind, { machine, model, format, values }) {
  const [{ id, count }] = devicesOf(machine),
    own = machine.kind === "machine" && (kind === "decode-speed" || kind === "memory-fit"),
    inputs = [`hw=${id}`, model.query];
  if (format) inputs.push(format.query);
  if (count > 1) inputs.push(`n=${count}`);
  if (own && machine.memory) inputs.push(`mem=${machine.memory}`);
  if (own && machine.bandwidth) inputs.push(`bw=${machine.bandwidth}`);
  // A prompt has the length that is asked of the context.
  if (kind === "prefill" && values.c) inputs.push(`pt=${values.c}`);
  return inputs.join("&") + addressEnd(values, TAKEN[kind] ?? []);
}
