/** The search index: files of records, fetched when a query needs them. */
import { addressEnd, conditionsOf, sides } from "./conditions.js";
import { Matcher, apart, fold, significantWords } from "./matcher.js";
import { counted, oneNamed, pairOf } from "./pair.js";

/** @typedef {import("./conditions.js").Conditions} Conditions */
/** @typedef {import("./matcher.js").Row} Row */
/** @typedef {import("./matcher.js").PageRow} PageRow */
/** @typedef {import("./matcher.js").Hit} Hit */

/**
 * The keys of the files that hold what a query may find: for each word the one with its longest prefix.
 * @param {string} question
 * @param {Record<string, string>} parts
 * @param {boolean} [wide] also those for a first letter that is swapped with the second, or superfluous
 */
export function partsFor(question, parts, wide) {
  if (Object.hasOwn(parts, "")) return [""];
  const words = significantWords(fold(question));
  const misspelled = wide
    ? words.flatMap(([a, b = "", ...rest]) => [
        [b, a, ...rest],
        [b, ...rest],
      ])
    : [];
  const found = [...words.map((word) => [...word]), ...misspelled].map((letters) => {
    const prefixes = letters.map((_, at) => letters.slice(0, letters.length - at).join(""));
    return prefixes.find((prefix) => Object.hasOwn(parts, prefix));
  });
  return [...new Set(found.filter((key) => key !== undefined))];
}

/**
 * @typedef {{
 *   style?: { href: string, integrity: string }, layers: string[], parts: Record<string, string>, early: boolean,
 *   kinds?: string[], others?: Record<string, string>, pairs?: [title: string, path: string][],
 *   several?: [title: string, path: string], explore?: string,
 * }} Directory `parts` are the files of entries, `others` those of all other pages, whose headings are `kinds`
 * @typedef {{ title: string, path: string, about: string }} Filled a calculator with a device and a model filled in
 */

/** @param {URL} url */
async function json(url) {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} ${url}`);
  return response.json();
}

export class SearchIndex {
  matcher = new Matcher();
  /** @type {Map<string, Promise<void>>} */
  fetched = new Map();

  /** @param {string} folder the URL of the search page */
  constructor(folder) {
    this.folder = folder;
    this.directory = /** @type {Promise<Directory>} */ (json(new URL("index.json", folder)));
    // A small index of one file is fetched before the first letter is typed.
    this.directory.then(({ parts, early }) => (early ? this.load(parts, [""]) : undefined)).catch(() => {});
  }

  /** @param {Record<string, string>} parts @param {string[]} keys @param {boolean} [pages] */
  async load(parts, keys, pages) {
    await Promise.all(
      keys.map((key) => {
        const address = parts[key];
        const request = this.fetched.get(address) ?? this.fetchRecords(address, pages);
        this.fetched.set(address, request);
        // The next letter repeats a failed request.
        return request.catch((error) => {
          this.fetched.delete(address);
          throw error;
        });
      }),
    );
  }

  /** @param {string} address @param {boolean} [pages] */
  async fetchRecords(address, pages) {
    const rows = await json(new URL(address, this.folder));
    if (pages) this.matcher.addPages(/** @type {PageRow[]} */ (rows));
    else this.matcher.add(/** @type {Row[]} */ (rows));
  }

  /** @param {string} question @param {boolean} [wide] */
  async loadFor(question, wide) {
    const { parts, others = {} } = await this.directory;
    const load = this.load.bind(this);
    await Promise.all([
      load(parts, partsFor(question, parts, wide)),
      load(others, partsFor(question, others, wide), true),
    ]);
  }

  /** @param {string} question */
  async search(question) {
    const directory = await this.directory,
      { layers, kinds = [] } = directory;
    await Promise.all([this.loadFor(question), this.loadFor(apart(counted(question).text))]);
    const find = (/** @type {string} */ words) => this.matcher.search(words);
    let hits = find(question);
    // One name that has every word is meant before any two names that share them.
    const isNamed = hits.length > 0 && hits[0].rank < NAMED;
    const asked = isNamed ? [] : this.asked(directory, question);
    const isPair = directory.pairs?.length && !isNamed && !asked.length;
    const pair = isPair ? pairOf(question, this.matcher.entries.values()) : undefined;
    if (pair) {
      const of = (/** @type {string} */ words, /** @type {number | undefined} */ kind) =>
        words ? find(words).filter(({ entry }) => entry.kind === kind) : [];
      const models = of(pair.ofModel, pair.model?.kind),
        devices = of(pair.ofDevice, pair.device.kind);
      hits = [...new Map([...models, ...devices, ...hits].map((hit) => [hit.entry, hit])).values()];
    }
    if (!hits.length) hits = find(apart(question));
    if (!hits.length) {
      await this.loadFor(question, true);
      hits = find(question);
    }
    const filled = pair ? fill(directory, pair) : asked;
    const nearest = hits.length || filled.length ? [] : this.matcher.nearest(question);
    return { hits, nearest, filled, layers, kinds, explore: directory.explore };
  }

  /**
   * What a question asks that names more, or less, than one machine and one model: machines side by side, or one of
   * both with its conditions.
   * @param {Directory} directory
   * @param {string} question
   * @returns {Filled[]}
   */
  asked(directory, question) {
    const { explore } = directory,
      entries = [...this.matcher.entries.values()];
    if (!explore) return [];
    const several = sides(question);
    if (several.length > 1) {
      const compared = compare(explore, several, entries);
      if (compared) return [compared];
    }
    const { values, rest } = conditionsOf(question);
    if (!Object.keys(values).length || !rest) return [];
    const pair = pairOf(rest, entries);
    if (pair?.model) return fill(directory, pair, values);
    const device = oneNamed(rest, entries, "hw=");
    if (device) return fill(directory, { ...device, device: device.entry, ofDevice: rest, ofModel: "" }, values);
    const model = oneNamed(rest, entries, "m=");
    if (!model) return [];
    const path = `${explore}?mode=which&${model.entry.query}${addressEnd(values, ["c", "tps", "by"])}&v=1`;
    return [{ title: `Which hardware runs ${model.entry.term}`, path, about: "Every set-up, by speed, power and rent" }];
  }
}

/** At most so many machines are compared. */
const MOST = 4;

/**
 * Machines side by side at one model, which the first or the last of them is named with.
 * @param {string} explore
 * @param {string[]} all
 * @param {import("./matcher.js").Entry[]} entries
 * @returns {Filled | undefined}
 */
function compare(explore, all, entries) {
  if (all.length > MOST + 1) return undefined;
  /** @type {{ entry: import("./matcher.js").Entry, count: number }[]} */
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
  // Places that no machine takes are emptied: the form opens with machines of its own.
  const places = Array.from({ length: MOST }, (_, at) => {
    const end = at ? at + 1 : "",
      device = devices[at];
    if (!device) return `n${end}=0`;
    return `${device.entry.query.replace("hw=", `hw${end}=`)}&n${end}=${device.count}`;
  });
  const title = devices.map(({ entry, count }) => `${count > 1 ? `${count} × ` : ""}${entry.term}`).join(" | ");
  const path = `${explore}?mode=compare&${places.join("&")}${model ? `&${model.query}` : ""}&v=1`;
  return { title, path, about: model ? `${model.term}, side by side` : "Side by side" };
}

/** Ranks below this are of one name that has each word of the question. */
const NAMED = 4;

/** Conditions that the offered calculators have a field for. @type {Record<string, (keyof Conditions)[]>} */
const TAKEN = { "decode-speed": ["c"], "memory-fit": ["c", "b", "kv"], parallel: ["c", "b"] };

/**
 * Calculators and lists for what a question names.
 * @param {Directory} directory
 * @param {import("./pair.js").Pair} pair
 * @param {import("./conditions.js").Conditions} [values]
 * @returns {Filled[]}
 */
function fill({ pairs = [], several, explore }, { device, model, format, count }, values = {}) {
  const number = count > 1 ? `&n=${count}` : "",
    devices = count > 1 ? `${count} × ${device.term}` : device.term;
  if (!model) {
    const sorted = values.bench ? "&sort=score" : "";
    const path = `${explore}?${device.query}${number}${addressEnd(values, ["c", "tps", "bench"])}${sorted}&v=1`;
    return explore ? [{ title: `What runs on ${devices}`, path, about: "Every model, by memory and speed" }] : [];
  }
  const query = `${device.query}&${model.query}${format ? `&${format.query}` : ""}`;
  const about = `${model.term}${format ? ` in ${format.term}` : ""} on ${devices}`;
  const usual = count > 1 && several ? [several] : pairs;
  // Requests and the cache's format are a question of memory first.
  const byMemory = (/** @type {[string, string]} */ [, path]) => Number(path.includes("memory-fit"));
  const offered = values.b || values.kv ? [...usual].sort((a, b) => byMemory(b) - byMemory(a)) : usual;
  return offered.map(([title, path]) => {
    const end = addressEnd(values, TAKEN[path.split("/").at(-2) ?? ""] ?? []);
    return { title, path: `${path}?${query}${number}${end}`, about };
  });
}
