/** The search index: files of records, fetched when a query needs them. */
import { Matcher, apart, fold, significantWords } from "./matcher.js";
import { counted, pairOf } from "./pair.js";

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
    const { answers: answersOf, fill } = await import("./questions.js");
    const find = (/** @type {string} */ words) => this.matcher.search(words);
    let hits = find(question);
    // A name that has every word takes precedence over a pair of names that share the words.
    const isNamed = hits.length > 0 && hits[0].rank < NAMED;
    const answers = isNamed ? [] : answersOf(directory, question, [...this.matcher.entries.values()]);
    const isPair = directory.pairs?.length && !isNamed && !answers.length;
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
    const filled = pair ? fill(directory, pair) : answers;
    const nearest = hits.length || filled.length ? [] : this.matcher.nearest(question);
    return { hits, nearest, filled, layers, kinds, explore: directory.explore };
  }
}

/** Ranks below this are of one name that has each word of the question. */
const NAMED = 4;
