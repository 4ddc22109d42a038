/** The search index: files of records, fetched when a query needs them. */
import { Matcher, TYPO, apart, camelApart, fold, significantWords } from "./matcher.js";
import { askedPages, spaced, tellingWords, unknownWords } from "./whole-questions.js";

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
 *   questions?: string,
 *   reader?: Record<"shim" | "readers" | "integrity" | "names" | "wasm" | "wasmIntegrity" | "facts", string>,
 * }} Directory `parts` are the files of entries, `others` those of all other pages, whose headings are `kinds`;
 *   `questions` is the file of whole questions, `reader` the modules that read machines and compute answers
 * @typedef {{ title: string, path: string, about: string, isOfOthers?: boolean }} Filled a calculator with a device and
 *   a model filled in; `isOfOthers` if its answer begins with other models
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
  /** @type {Promise<void> | undefined} */
  asked;
  /** @type {Promise<{ answer: import("../../estimator-wasm/shim.js").Estimator, names: Uint8Array }> | undefined} */
  reader;

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

  /** Fetches the module that reads machines, and the devices' names. */
  async startReader() {
    const { reader } = await this.directory;
    if (!reader) throw new Error("no reader");
    const at = (/** @type {string} */ address) => new URL(address, this.folder).href;
    const [shim, module, names] = await Promise.all([
      /** @type {Promise<import("../../estimator-wasm/shim.js").Shim>} */ (import(at(reader.shim))),
      fetch(at(reader.readers), { integrity: reader.integrity }),
      fetch(at(reader.names)).then((response) => response.arrayBuffer()),
    ]);
    return { answer: await shim.start(module), names: new Uint8Array(names) };
  }

  /** The machine that a text names. @param {string} text */
  async readMachine(text) {
    this.reader ??= this.startReader();
    const { answer, names } = await this.reader.catch((/** @type {unknown} */ error) => {
      this.reader = undefined;
      throw error;
    });
    return /** @type {import("../../estimator-wasm/reply.js").MachineReply} */ (
      JSON.parse(answer("machine", text, names))
    );
  }

  /** Fetches the questions that pages answer. */
  async loadQuestions() {
    const { questions } = await this.directory;
    if (!questions) return;
    this.asked ??= json(new URL(questions, this.folder)).then((rows) =>
      this.matcher.addQuestions(/** @type {string[][]} */ (rows)),
    );
    await this.asked.catch(() => (this.asked = undefined));
  }

  /** @param {string} typed */
  async search(typed) {
    const directory = await this.directory,
      { layers, kinds = [], explore } = directory;
    const [{ containedPages, partialHits, subjectOf }] = await Promise.all([
      import("./titles.js"),
      this.loadFor(typed),
      this.loadFor(apart(typed)),
      this.loadFor(camelApart(typed)),
    ]);
    const question = spaced(this.matcher, typed);
    const find = (/** @type {string} */ words) => this.matcher.search(words);
    let hits = find(question);
    if (!hits.length) hits = find(apart(question));
    if (tellingWords(question).length > 1) await this.loadQuestions();
    const asked = askedPages(this.matcher, question),
      contained = containedPages(this.matcher, question);
    // A name that has every word takes precedence over what the words name apart.
    const isNamed = asked.length > 0 || (hits.length > 0 && hits[0].rank < (SIZE.test(question) ? WHOLE : NAMED));
    /** @type {Filled[]} */
    let filled = [],
      rest = question;
    if (explore && directory.reader && fold(question) && !isNamed) {
      const { answers, asksOfMachine } = await import("./questions.js");
      const entries = [...this.matcher.entries.values()];
      const ofMachine = contained.filter(({ name }) => asksOfMachine(name.text, entries));
      const topics = (/** @type {string} */ all) => {
        if (ofMachine.length) return ofMachine;
        const words = subjectOf(all);
        if (!words) return [];
        const named = find(words);
        // One word beside a machine is a subject only as a whole name.
        if (!words.includes(" ")) return named.filter(({ rank }) => rank < 2);
        return named[0]?.rank < NAMED ? named : partialHits(this.matcher, words);
      };
      const reading = answers(directory, question, entries, (text) => this.readMachine(text), topics);
      // Where the module cannot be had, the words are still found.
      const none = /** @type {Awaited<typeof reading>} */ ({ filled: [], named: [], about: [], rest: question });
      const answer = await reading.catch(() => none);
      ({ filled, rest } = answer);
      const named = entries.filter(({ query }) => query && answer.named.includes(query));
      const about = named.length ? answer.about : [];
      const own = named.map((entry) => ({ entry, name: entry.names[0], rank: 0 }));
      // Beside an answer for what is named, pages with some of the other words come last.
      const isSubject = !filled.length || (about[0]?.rank >= 0 && about[0].rank < NAMED);
      hits = unique([...(isSubject ? about : []), ...own, ...about, ...hits]);
    }
    if (!hits.length) {
      await this.loadFor(question, true);
      hits = find(question);
    }
    // Of a whole question, the most telling words say more than misspellings and definitions that have all of them.
    const isWhole = tellingWords(question).length > 2 && !(hits[0]?.rank < TYPO);
    if (!isNamed && !filled.length && (isWhole || !hits.length)) {
      hits = [...partialHits(this.matcher, question), ...hits];
    }
    hits = unique([...asked, ...(isNamed ? [] : contained), ...hits]);
    const nearest = hits.length || filled.length ? [] : this.matcher.nearest(question);
    const skipped = isNamed ? [] : unknownWords(this.matcher, rest.replace(COUNT, ""));
    return { hits, nearest, filled, skipped, layers, kinds, explore };
  }
}

/** Each entry once, at its first place. @param {Hit[]} hits */
const unique = (hits) => {
  /** @type {Map<import("./matcher.js").Entry, Hit>} */
  const first = new Map();
  for (const hit of hits) if (!first.has(hit.entry)) first.set(hit.entry, hit);
  return [...first.values()];
};

/** Ranks below this are of one name that has each word of the question, or of one that it begins or ends. */
const NAMED = 4,
  WHOLE = 2.5;
/** A count before a name without a blank: “8xB200”. */
const COUNT = /(?<![\p{L}\p{N}])\d+x(?=\p{L})/giu;
/** A size of memory, which many names of devices have. */
const SIZE = /\d ?gi?b\b/i;
