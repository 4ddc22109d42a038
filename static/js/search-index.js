/** The search index: files of records, fetched when a query needs them. */
import { Matcher, fold, significantWords } from "./matcher.js";

/** @typedef {import("./matcher.js").Row} Row */

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
 * @typedef {{ style?: { href: string, integrity: string }, layers: string[], parts: Record<string, string> }} Directory
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
    // An index of one file is fetched before the first letter is typed.
    this.directory.then(({ parts }) => (parts[""] ? this.load([""]) : undefined)).catch(() => {});
  }

  /** @param {string[]} keys */
  async load(keys) {
    const { parts } = await this.directory;
    await Promise.all(
      keys.map((key) => {
        const request = this.fetched.get(key) ?? this.fetchRecords(parts[key]);
        this.fetched.set(key, request);
        // The next letter repeats a failed request.
        return request.catch((error) => {
          this.fetched.delete(key);
          throw error;
        });
      }),
    );
  }

  /** @param {string} address */
  async fetchRecords(address) {
    this.matcher.add(/** @type {Row[]} */ (await json(new URL(address, this.folder))));
  }

  /** @param {string} question */
  async search(question) {
    const { parts, layers } = await this.directory;
    await this.load(partsFor(question, parts));
    let hits = this.matcher.search(question);
    if (!hits.length) {
      await this.load(partsFor(question, parts, true));
      hits = this.matcher.search(question);
    }
    return { hits, nearest: hits.length ? [] : this.matcher.nearest(question), layers };
  }
}
