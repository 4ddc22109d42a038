/**
 * The options of a combobox with their facts and other names, and the search among them by the site's matcher. Facts
 * are fetched when a reader focuses the list, which works without them too.
 */
import { get, pageData } from "./estimator-client.js";
import { finder } from "./filter.js";
import { Matcher, apart } from "./matcher.js";

/** @typedef {{ at: number, option: HTMLOptionElement, group: string, facts: string, names: string[] }} Item */
/** @typedef {{ item: Item, also: string }} Found an option, and its other name if it was found by that */

/** Milliseconds that a list waits for its facts before it opens without them. */
const PATIENCE = 300;

/** Facts and other names by list, a line for each option. @type {Record<string, Promise<string[][]>>} */
const labels = {};
/** @param {string} list */
async function fetchFacts(list) {
  try {
    const text = await (await get(`${pageData().facts}choices/${list}-facts.txt`)).text();
    return text.split("\n").map((line) => line.split("\t"));
  } catch {
    delete labels[list];
    return [];
  }
}

/** @template T @param {T} value */
const later = (value) => new Promise((/** @type {(value: T) => void} */ done) => setTimeout(done, PATIENCE, value));

/** The options of one select element. */
export class Choices {
  /** @param {HTMLSelectElement} select */
  constructor(select) {
    this.select = select;
  }

  /** @type {Item[] | undefined} */
  items;
  matcher = new Matcher();

  /** Forgets the options, which have changed; the next search reads them again. */
  forget() {
    this.items = undefined;
  }

  /** Fetches the facts of the list, if it has a file of them. */
  load() {
    const { list } = this.select.dataset;
    return list ? (labels[list] ??= fetchFacts(list)) : Promise.resolve([]);
  }

  /** Reads the options with their facts. */
  async read() {
    const none = /** @type {string[][]} */ ([]),
      facts = await Promise.race([this.load(), later(none)]);
    // Options outside of groups are the reader's own, which the file of facts lacks.
    const listed = [...this.select.querySelectorAll("optgroup option")];
    const items = [...this.select.options].map((option, at) => {
      const parent = option.parentElement,
        group = parent instanceof HTMLOptGroupElement ? parent.label : "";
      const [fact = "", ...names] = facts[listed.indexOf(option)] ?? [];
      return { at, option, group, facts: fact, names };
    });
    const groups = [...new Set(items.map(({ group }) => group))];
    this.matcher = new Matcher();
    this.matcher.addPages(
      items.map(({ at, option, group, facts, names }) => {
        return [option.label, groups.indexOf(group), `${group} ${facts}`, String(at), names];
      }),
    );
    // Facts that arrive later are read for the next search.
    if (facts !== none) this.items = items;
    return items;
  }

  /** The options that match a text, best first; all if it is empty. @param {string} text @returns {Promise<Found[]>} */
  async find(text) {
    const items = this.items ?? (await this.read());
    if (!text.trim()) return items.map((item) => ({ item, also: "" }));
    const search = (/** @type {string} */ wanted) => this.matcher.search(wanted);
    const hits = search(text).length ? search(text) : search(apart(text));
    if (hits.length) {
      const also = (/** @type {{ isTerm: boolean, text: string }} */ name) => (name.isTerm ? "" : name.text);
      return hits.map(({ entry, name }) => ({ item: items[Number(entry.address)], also: also(name) }));
    }
    const matches = finder(text);
    const inside = items.filter(({ option, names }) => [option.label, ...names].some(matches));
    return inside.map((item) => ({ item, also: "" }));
  }
}
