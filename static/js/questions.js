/**
 * Answers questions that name a machine, a model, both, or several machines, with conditions: links to calculators and
 * lists with all of these filled in. Fetched with the first question. Uses neither the page nor the network.
 */
import { addressEnd, asksOfMemory, conditionsOf, sides } from "./conditions.js";
import { devicesOf, isGap, machineInputs, machineName, mayNameMachine, pairInputs, understand } from "./understand.js";

/** @typedef {import("./conditions.js").Conditions} Conditions */
/** @typedef {import("./matcher.js").Entry} Entry */
/** @typedef {import("./matcher.js").Hit} Hit */
/** @typedef {import("./search-index.js").Directory} Directory */
/** @typedef {import("./search-index.js").Filled} Filled */
/** @typedef {import("./understand.js").MachineReader} MachineReader */
/** @typedef {import("./understand.js").Understood} Understood */
/** @typedef {(words: string) => Hit[]} Find */

/**
 * A text of the site with its values.
 * @param {string} text
 * @param {Record<string, string>} values
 */
const put = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

/** The end of an address with these inputs. @param {Record<string, string | undefined>} inputs */
const query = (inputs) =>
  Object.entries(inputs)
    .filter(([, value]) => value)
    .map(([key, value]) => `${key}=${value}`)
    .join("&");

/**
 * Answers a question, and names what it understood: `named` are the entries of devices and models, `about` the pages
 * found for the words that name neither, `rest` the text without conditions.
 * @param {Directory} directory
 * @param {string} question
 * @param {Entry[]} entries
 * @param {MachineReader} readMachine
 * @param {Find} find
 * @returns {Promise<{ filled: Filled[], named: string[], about: Hit[], rest: string }>}
 */
export async function answers(directory, question, entries, readMachine, find) {
  // The module of readers is fetched for a text that may name a machine.
  const read = async (/** @type {string} */ text) => (mayNameMachine(text, entries) ? readMachine(text) : NONE);
  const compared = await compare(directory, question, entries, read);
  const { rest } = conditionsOf(question);
  if (compared) return { filled: [compared], named: [], about: [], rest };
  const understood = await understand(question, entries, read);
  const { machine, model, left } = understood;
  if (model && isGap(model)) return { filled: [], named: [model.query], about: [], rest };
  const named = [...(model ? [model.query] : []), ...devicesOf(machine).map(({ id }) => `hw=${id}`)];
  // An engine beside a machine is no subject.
  const engines = new Set(
    entries.filter(({ address }) => address.startsWith("runtimes/")).map(({ names }) => names[0].key),
  );
  const isTopic = (/** @type {Hit} */ { entry }) => !engines.has(entry.names[0].key);
  // A number is no subject.
  const words = left.filter((word) => !/^\d+$/.test(word)).join(" ");
  const about = words ? find(words).filter(({ entry }) => !isAnother(entry, understood)) : [];
  return { filled: fill(directory, understood, about.filter(isTopic)), named, about, rest };
}

/**
 * Whether a page is of another machine or model beside one that was read.
 * @param {Entry} entry
 * @param {Understood} understood
 */
const isAnother = ({ query }, { machine, model }) =>
  (query.startsWith("hw=") && machine.kind === "machine") || (query.startsWith("m=") && model !== undefined);

/** Whether the question of a page is about a machine. @param {string} question @param {Entry[]} entries */
export const asksOfMachine = (question, entries) => mayNameMachine(conditionsOf(question).rest, entries);

/** The reply to a text without a machine. @type {import("./understand.js").MachineReply} */
const NONE = { kind: "unknown", reason: "", candidates: [] };

/** Calculators that take a device. */
const FOR_DEVICE = new RegExp(
  "^calculators/(?:all-reduce|batch|capacity|cost|energy|experts|latency|memory-fit|offload|parallel|prefill|" +
    "speculative|target)/$",
);

/** Those of them that take a prompt in place of a context. */
const PROMPTED = /\/(?:capacity|latency|prefill)\/$/;

/** Ranks below this are of a name that has each word. */
const NAMED = 4;

/**
 * Calculators and lists for what a question names. `topics` are what the words left over find.
 * @param {Directory} directory
 * @param {Understood} understood
 * @param {Hit[]} topics
 * @returns {Filled[]}
 */
function fill(directory, understood, topics) {
  const { explore } = directory,
    { machine, model, values } = understood,
    [device, other] = devicesOf(machine);
  if (!explore) return [];
  const near = topics.slice(0, 3).filter(({ rank }) => rank < NAMED);
  const topic = near.find(({ entry }) => FOR_DEVICE.test(entry.address))?.entry;
  // Calculators take devices of one kind.
  if (device && !other && topic) {
    const n = device.count > 1 && /\/parallel\/$/.test(topic.address) ? `${device.count}` : "";
    // Where answers are written to prompts, a length is that of the prompt.
    const { c, ...others } = values,
      length = PROMPTED.test(topic.address) ? { pt: c } : { c };
    const inputs = { hw: device.id, m: model?.query.slice(2), n, ...length, ...others, v: "1" };
    const about = [machineName([device]), model?.term].filter(Boolean).join(", ");
    return [{ title: topic.term, path: `${topic.address}?${query(inputs)}`, about }];
  }
  // A machine or a model beside the name of another subject is no question for a list.
  if (near.some(({ rank }) => rank >= 0) && !(device && model)) return [];
  if (device && model) return pairs(directory, understood);
  if (device) return lists(explore, understood);
  if (!model || !Object.keys(values).length) return [];
  const path = `${explore}?mode=which&${model.query}${addressEnd(values, ["c", "tps", "by"])}&v=1`;
  return [{ title: put("{{search.which}}", { model: model.term }), path, about: "{{search.which_about}}" }];
}

/** Maximum number of machines that are offered where none is named. */
const MAX_OFFERED = 3;

/** What runs on a machine, or on each that may be meant. @param {string} explore @param {Understood} understood */
function lists(explore, { machine, values }) {
  const meant = machine.kind === "machine" ? [machine] : machine.candidates.slice(0, MAX_OFFERED);
  return meant.map((one) => {
    const inputs = "kind" in one ? machineInputs(one) : { hw: one.id, n: one.count > 1 ? `${one.count}` : "" };
    const devices = "kind" in one ? one.devices : [one];
    const sorted = values.bench ? "&sort=score" : "";
    const path = `${explore}?${query(inputs)}${addressEnd(values, ["c", "b", "tps", "bench"])}${sorted}&v=1`;
    const about = "kind" in one ? `${one.sentence} {{search.runs_about}}.` : "{{search.runs_about}}";
    return { title: put("{{search.runs}}", { machine: machineName(devices) }), path, about };
  });
}

/** Calculators with a machine and a model filled in. @param {Directory} directory @param {Understood} understood */
function pairs({ pairs: usual = [], several, explore }, understood) {
  const { machine, model, format, values } = understood;
  if (!model) return [];
  const devices = devicesOf(machine),
    name = machineName(devices),
    words = format ? "{{search.filled_in_format}}" : "{{search.filled_for}}",
    about = put(words, { model: model.term, format: format?.term ?? "", machine: name });
  // Different devices share a model in the explorer alone.
  if (devices.length > 1) {
    const path = `${explore}?${query(machineInputs(machine))}${addressEnd(values, ["c"])}&v=1`;
    return [{ title: put("{{search.runs}}", { machine: name }), path, about, isOfOthers: true }];
  }
  const byMemory = (/** @type {[string, string]} */ [, path]) => Number(path.includes("memory-fit"));
  const byMemoryFirst = [...usual].sort((a, b) => byMemory(b) - byMemory(a));
  const all = devices[0].count > 1 && several ? [several] : usual;
  const ofMemory = all === usual ? byMemoryFirst : [...byMemoryFirst.slice(0, 1), ...all];
  const offered = asksOfMemory(values) ? ofMemory : all;
  // Prompts are timed with the memory that the device is sold with.
  const isModified = machine.kind === "machine" && machine.memory !== "";
  const taken = offered.filter(([, path]) => !isModified || !path.includes("prefill"));
  return taken.map(([title, path]) => {
    const kind = path.split("/").at(-2) ?? "";
    return { title, path: `${path}?${pairInputs(kind, { ...understood, model })}`, about };
  });
}

/** Maximum number of machines in a comparison. */
const MOST = 4;

/**
 * Machines side by side at one model, which one of them is named with; of a title also its part before a colon.
 * @param {Directory} directory
 * @param {string} question
 * @param {Entry[]} entries
 * @param {MachineReader} readMachine
 * @returns {Promise<Filled | undefined>}
 */
async function compare(directory, question, entries, readMachine) {
  const [part = ""] = question.split(/[:?–—]/);
  return (
    (await compareAll(directory, question, entries, readMachine)) ??
    (part === question ? undefined : compareAll(directory, part, entries, readMachine))
  );
}

/**
 * @param {Directory} directory
 * @param {string} question
 * @param {Entry[]} entries
 * @param {MachineReader} readMachine
 * @returns {Promise<Filled | undefined>}
 */
async function compareAll({ explore }, question, entries, readMachine) {
  const all = sides(question);
  if (!explore || all.length < 2 || all.length > MOST + 1) return undefined;
  const understood = [];
  for (const side of all) {
    const bare = side.replace(/^(?:on|for|with|and|compare)\s+/i, "");
    understood.push(await understand(bare, entries, readMachine));
  }
  // A side without a machine or a model is left out, also a kind of machine, such as any Mac.
  const isNamed = (/** @type {Understood} */ { machine, model }, /** @type {number} */ at) =>
    model || machine.kind === "machine" || (machine.candidates.length > 0 && /\d/.test(all[at]));
  const named = understood.filter(isNamed);
  if (named.some(({ left, model }) => left.length || isGap(model))) return undefined;
  const devices = named.map(({ machine }) => devicesOf(machine)).filter(({ length }) => length);
  if (devices.length < 2 || devices.length > MOST || devices.some(({ length }) => length > 1)) return undefined;
  const model = understood.find(({ model }) => model)?.model;
  // Unused places are emptied, since the form has default machines.
  const places = Array.from({ length: MOST }, (_, at) => {
    const end = at ? at + 1 : "",
      [device] = devices[at] ?? [];
    return device ? `hw${end}=${device.id}&n${end}=${device.count}` : `n${end}=0`;
  });
  const title = devices.map(machineName).join(" | ");
  const path = `${explore}?mode=compare&${places.join("&")}${model ? `&${model.query}` : ""}&v=1`;
  const about = model ? put("{{search.compared_at}}", { model: model.term }) : "{{search.compared}}";
  return { title, path, about };
}
