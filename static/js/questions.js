/**
 * Answers questions that name a machine, a model, both, or several machines, with conditions: links to calculators and
 * lists with all of these filled in. Fetched with the first question. Uses neither the page nor the network.
 */
import { addressEnd, conditionsOf, sides } from "./conditions.js";
import { fold } from "./matcher.js";
import { oneNamed, pairOf } from "./pair.js";

/** @typedef {import("./conditions.js").Conditions} Conditions */
/** @typedef {import("./matcher.js").Entry} Entry */
/** @typedef {import("./search-index.js").Directory} Directory */
/** @typedef {import("./search-index.js").Filled} Filled */

/**
 * A text of the site with its values.
 * @param {string} text
 * @param {Record<string, string>} values
 */
const put = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/**
 * Answers a question that does not name exactly one machine and one model: several machines to compare, or only a
 * machine or a model with conditions.
 * @param {Directory} directory
 * @param {string} question
 * @param {Entry[]} entries
 * @returns {Filled[]}
 */
export function answers(directory, question, entries) {
  const { explore } = directory;
  if (!explore) return [];
  const several = sides(question);
  if (several.length > 1) {
    const compared = compare(explore, several, entries);
    if (compared) return [compared];
  }
  const calculator = withDevice(question, entries);
  if (calculator) return [calculator];
  const { values, rest } = conditionsOf(question);
  if (!Object.keys(values).length || !rest) return [];
  const pair = pairOf(rest, entries);
  if (pair?.model) return fill(directory, pair, values);
  const device = oneNamed(rest, entries, "hw=");
  if (device) return fill(directory, { ...device, device: device.entry, ofDevice: rest, ofModel: "" }, values);
  const model = oneNamed(rest, entries, "m=");
  if (!model) return [];
  const path = `${explore}?mode=which&${model.entry.query}${addressEnd(values, ["c", "tps", "by"])}&v=1`;
  return [{ title: put("{{search.which}}", { model: model.entry.term }), path, about: "{{search.which_about}}" }];
}

/** Calculators that need only a device, and are not offered for a machine with a model. */
const FOR_DEVICE = /^calculators\/(?:all-reduce|batch|cost|energy|latency|offload|speculative|target)\/$/;

/**
 * A calculator that a question names by its whole name, for the device that the rest names.
 * @param {string} question
 * @param {Entry[]} entries
 * @returns {Filled | undefined}
 */
function withDevice(question, entries) {
  const words = fold(question).split(" ");
  for (const { address, term, names } of entries.filter((entry) => FOR_DEVICE.test(entry.address))) {
    const named = names.find((name) => name.words.length > 1 && name.words.every((word) => words.includes(word)));
    const rest = named && words.filter((word) => !named.words.includes(word) && word !== "mac").join(" ");
    const device = rest ? oneNamed(rest, entries, "hw=") : undefined;
    if (device?.count !== 1) continue;
    const { query, term: name } = device.entry;
    return { title: term, path: `${address}?${query}&v=1`, about: name };
  }
  return undefined;
}

/** Maximum number of machines in a comparison. */
const MOST = 4;

/**
 * Machines side by side at one model, which the first or the last of them is named with.
 * @param {string} explore
 * @param {string[]} all
 * @param {Entry[]} entries
 * @returns {Filled | undefined}
 */
function compare(explore, all, entries) {
  if (all.length > MOST + 1) return undefined;
  /** @type {{ entry: Entry, count: number }[]} */
  const devices = [];
  let model;
  for (const side of all) {
    const bare = side.replace(/^(?:on|for|with|and|compare)\s+/i, ""),
      device = oneNamed(bare, entries, "hw="),
      pair = device ? undefined : pairOf(bare, entries);
    const alone = device || pair ? undefined : oneNamed(bare, entries, "m=");
    if (device) devices.push(device);
    else if (pair?.model) devices.push({ entry: pair.device, count: pair.count });
    else if (!alone) return undefined;
    model ??= pair?.model ?? alone?.entry;
  }
  if (devices.length < 2 || devices.length > MOST) return undefined;
  // Unused places are emptied, since the form has default machines.
  const places = Array.from({ length: MOST }, (_, at) => {
    const end = at ? at + 1 : "",
      device = devices[at];
    if (!device) return `n${end}=0`;
    return `${device.entry.query.replace("hw=", `hw${end}=`)}&n${end}=${device.count}`;
  });
  const title = devices.map(({ entry, count }) => `${count > 1 ? `${count} × ` : ""}${entry.term}`).join(" | ");
  const path = `${explore}?mode=compare&${places.join("&")}${model ? `&${model.query}` : ""}&v=1`;
  const about = model ? put("{{search.compared_at}}", { model: model.term }) : "{{search.compared}}";
  return { title, path, about };
}

/** Conditions that the offered calculators have a field for. @type {Record<string, (keyof Conditions)[]>} */
const TAKEN = { "decode-speed": ["c"], "memory-fit": ["c", "b", "kv"], parallel: ["c", "b"] };

/**
 * Calculators and lists for what a question names.
 * @param {Directory} directory
 * @param {import("./pair.js").Pair} pair
 * @param {Conditions} [values]
 * @returns {Filled[]}
 */
export function fill({ pairs = [], several, explore }, { device, model, format, count }, values = {}) {
  const number = count > 1 ? `&n=${count}` : "",
    devices = count > 1 ? `${count} × ${device.term}` : device.term;
  if (!model) {
    const sorted = values.bench ? "&sort=score" : "";
    const end = addressEnd(values, ["c", "tps", "bench"]);
    const path = `${explore}?${device.query}${number}${end}${sorted}&v=1`;
    const title = put("{{search.runs}}", { machine: devices });
    return explore ? [{ title, path, about: "{{search.runs_about}}" }] : [];
  }
  const query = `${device.query}&${model.query}${format ? `&${format.query}` : ""}`;
  const words = format ? "{{search.filled_in_format}}" : "{{search.filled_for}}";
  const about = put(words, { model: model.term, format: format?.term ?? "", machine: devices });
  const usual = count > 1 && several ? [several] : pairs;
  // Requests and the cache's format are a question of memory first.
  const byMemory = (/** @type {[string, string]} */ [, path]) => Number(path.includes("memory-fit"));
  const offered = values.b || values.kv ? [...usual].sort((a, b) => byMemory(b) - byMemory(a)) : usual;
  return offered.map(([title, path]) => {
    const end = addressEnd(values, TAKEN[path.split("/").at(-2) ?? ""] ?? []);
    return { title, path: `${path}?${query}${number}${end}`, about };
  });
}
