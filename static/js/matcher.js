/**
 * Matches a query against terms, their other names and their definitions, with tolerance for typing errors. Touches
 * neither the page nor the network.
 */

/** Letters that people type as others. @type {Record<string, string>} */
const PLAIN = { ß: "ss", œ: "oe", æ: "ae", ø: "o", ł: "l", đ: "d", ı: "i", ς: "σ" };
/** A letter of `PLAIN`, or the hiragana of a katakana. @param {string} letter */
const plain = (letter) => PLAIN[letter] ?? String.fromCharCode(letter.charCodeAt(0) - 96);

const UNSEEN = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF'’ʼ]|\p{M}/gu;

/**
 * Normalizes text for comparison, by the numbered rule of `crates/compiler/src/site/search/fold.rs`; a test runs both
 * on one list.
 * @param {string} text
 */
export function fold(text) {
  // A shortcut for ASCII, where the rule amounts to this.
  if (/^[ -~]*[a-z0-9][ -~]*$/i.test(text)) {
    return text
      .toLowerCase()
      .replaceAll("'", "")
      .replace(/[^a-z0-9]+/g, " ")
      .trim();
  }
  const bare = text.normalize("NFKD").replace(UNSEEN, "").toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
  const low = bare.replace(/[ßœæøłđıςァ-ヶ]/g, plain);
  const words = low.replace(/[^\p{Alphabetic}\p{N}]+/gu, " ").trim() || low.replace(/[\s\p{Cc}]+/gu, " ").trim();
  // The Arabic article, before three letters or more.
  return words.replace(/(^| )(?:ال)+(?=[^ ]{3})/g, "$1");
}

/** A text with its letters and figures apart: “rtx3090” is “rtx 3090”, “8bit” is “8 bit”. @param {string} text */
export const apart = (text) => text.replace(/(\p{L})(?=\p{N})|(\p{N})(?=\p{L})/gu, "$1$2 ");

/** A text with joined words apart: “OutOfMemory” is “Out Of Memory”. @param {string} text */
export const camelApart = (text) => text.replace(/(\p{Ll})(?=\p{Lu})/gu, "$1 ");

/** A device's GiB, with which its description begins; 0 if there are none. @param {{ definition: string }} entry */
export const memoryOf = ({ definition }) =>
  /^[\d.,]+ GiB/.test(definition) ? Number.parseFloat(definition.replace(",", "")) : 0;

/** Words that an acronym leaves out. */
const ACRONYM_STOP_WORDS = "a an and as for in of per the to".split(" ");
/** Words without meaning for a query. */
export const STOP_WORDS = new Set([
  ...ACRONYM_STOP_WORDS,
  ..."are between can difference do does how i is it many mean means much my need on or".split(" "),
  ..."versus vs what which why with".split(" "),
]);

/** From this length on a misspelled word is unlikely to be another word. */
export const LONG = 8;

/**
 * The number of typing errors allowed in a word: none with a digit. Among other words even a short word may have one.
 * @param {string} word
 * @param {boolean} alone
 */
export function typosAllowed(word, alone) {
  if (/\p{N}/u.test(word) || word.length < (alone ? 4 : 3)) return 0;
  return word.length < LONG ? 1 : 2;
}

/** The same for suggestions, where nothing was found. @param {string} word */
const typosSuggested = ({ length }) => (length < 3 ? 0 : length < 6 ? 1 : length < 10 ? 2 : 3);

/**
 * The edit distance (insertions, deletions, substitutions and swaps of neighbours) from `a` to `b`, and to the prefix
 * of `b` closest to `a`. Above `limit` the result is only some number above it.
 * @param {string} a
 * @param {string} b
 * @param {number} limit
 */
export function distance(a, b, limit) {
  /** @type {number[]} */
  let beforeLast = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 0; i < a.length; i++) {
    const row = [i + 1];
    for (let j = 0; j < b.length; j++) {
      row[j + 1] = Math.min(last[j] + Number(a[i] !== b[j]), last[j + 1] + 1, row[j] + 1);
      const swapped = i && j && a[i] === b[j - 1] && a[i - 1] === b[j];
      if (swapped) row[j + 1] = Math.min(row[j + 1], beforeLast[j - 1] + 1);
    }
    if (Math.min(...row) > limit) return { whole: limit + 1, prefix: limit + 1 };
    [beforeLast, last] = [last, row];
  }
  return { whole: last[b.length], prefix: Math.min(...last) };
}

/**
 * @typedef {[
 *   term: string, layer: number, definition: string, address?: string, aliases?: string[], forms?: string[],
 * ]} Row
 * @typedef {[
 *   name: string, kind: number, description?: string, path?: string, aliases?: string[], query?: string,
 * ]} PageRow
 * @typedef {{
 *   text: string, key: string, joined: string, words: string[], acronyms: string[], isTerm: boolean, isShown: boolean,
 * }} Name
 * @typedef {{
 *   term: string, layer: number, definition: string, address: string, names: Name[], folded: string, kind: number,
 *   query: string, questions: Name[],
 * }} Entry an entry of the glossary, whose kind is -1; otherwise a page, whose address is its path
 * @typedef {{ entry: Entry, name: Name, rank: number }} Hit
 * @typedef {{ key: string, joined: string, words: string[], near: Map<string, number>[] }} Query
 */

/** A word in Chinese, Japanese or Korean, where any part of a word is found. @param {string} word */
const isUnspaced = (word) =>
  /[\u1100-\u11ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\u{20000}-\u{3ffff}]/u.test(word);

/** A bit for each letter that a word has; other characters share a few. @param {string} word */
function letterBits(word) {
  let bits = 0;
  for (let i = 0; i < word.length; i++) {
    const letter = word.charCodeAt(i) - 97;
    bits |= 1 << (letter >= 0 && letter < 26 ? letter : 26 + (letter & 3));
  }
  return bits;
}

/** Whether more than `limit` bits are set. @param {number} bits @param {number} limit */
function hasMoreBits(bits, limit) {
  for (; bits && limit >= 0; limit--) bits &= bits - 1;
  return bits !== 0 || limit < 0;
}

/** Whether `typed` is `word` with `s` or `es` added. @param {string} typed @param {string} word */
const isPlural = (typed, word) => typed.startsWith(word) && /^e?s$/.test(typed.slice(word.length));

/** The first letters of a name's words, with stop words and without. @param {string[]} words */
function acronyms(words) {
  const firstLetters = (/** @type {string[]} */ some) => some.map((word) => [...word][0]).join("");
  if (words.length < 2) return [];
  return [firstLetters(words), firstLetters(words.filter((word) => !ACRONYM_STOP_WORDS.includes(word)))];
}

/** @param {string} text @param {boolean} isTerm @param {boolean} isShown @returns {Name} */
function name(text, isTerm, isShown) {
  const key = fold(text),
    words = key.split(" ");
  return { text, key, joined: words.join(""), words, acronyms: acronyms(words), isTerm, isShown };
}

/** The words of a query, without stop words unless there are no others. @param {string} key */
export function significantWords(key) {
  const all = key.split(" "),
    significant = all.filter((word) => !STOP_WORDS.has(word));
  return significant.length ? significant : all;
}

/** @param {string} term */
const defaultAddress = (term) =>
  term
    .toLowerCase()
    .replace(/[^a-z0-9.]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .replace(/^\.+|\.+$/g, "");

/** The entries loaded so far, and what a query finds among them. */
export class Matcher {
  /** @type {Map<string, Entry>} */
  entries = new Map();
  /** Every word of a name, with its letters. @type {Map<string, number>} */
  words = new Map();

  /** Adds the records of a file; a record may be in several files. @param {Row[]} rows */
  add(rows) {
    for (const [term, layer, definition, at, aliases = [], forms = []] of rows) {
      const address = at || defaultAddress(term);
      if (this.entries.has(address)) continue;
      const names = [
        name(term, true, true),
        ...aliases.map((alias) => name(alias, false, true)),
        ...forms.map((form) => name(form, false, false)),
      ];
      this.set({ term, layer, definition, address, names, folded: "", kind: -1, query: "", questions: [] });
    }
  }

  /** Adds the records of pages that are no entries. @param {PageRow[]} rows */
  addPages(rows) {
    for (const [term, kind, definition = "", address = "", aliases = [], query = ""] of rows) {
      if (this.entries.has(address)) continue;
      const names = [name(term, true, true), ...aliases.map((alias) => name(alias, false, true))];
      this.set({ term, layer: -1, definition, address, names, folded: "", kind, query, questions: [] });
    }
  }

  /** Adds the questions that pages answer, which whole questions are compared with. @param {string[][]} rows */
  addQuestions(rows) {
    for (const [path, ...questions] of rows) {
      const entry = this.entries.get(path) ?? this.entries.get(path.replace(/^glossary\/|\/$/g, ""));
      if (!entry) continue;
      entry.questions = questions.map((question) => name(question, false, true));
      for (const { words } of entry.questions) words.forEach((word) => this.words.set(word, letterBits(word)));
    }
  }

  /** @param {Entry} entry */
  set(entry) {
    entry.folded = ` ${fold(entry.definition)} `;
    this.entries.set(entry.address, entry);
    for (const { words } of entry.names) words.forEach((word) => this.words.set(word, letterBits(word)));
  }

  /**
   * The words of names that a word of the query may mean, each with its cost: 0 the same, .5 its singular, 1 a longer
   * word, above that typing errors.
   * @param {string} typed
   * @param {boolean} unfinished whether the reader may still be typing the word
   * @param {number} limit of typing errors
   */
  near(typed, unfinished, limit) {
    /** @type {Map<string, number>} */
    const found = new Map();
    const { length } = typed,
      bits = letterBits(typed),
      anywhere = isUnspaced(typed);
    for (const [word, wordBits] of this.words) {
      if (word.startsWith(typed)) found.set(word, word.length > length ? 1 : 0);
      else if (isPlural(typed, word)) found.set(word, 0.5);
      else if (anywhere && word.includes(typed)) found.set(word, 1);
      // A cheap test before the distance: each letter that the word lacks is a typing error.
      else if (limit && word.length >= length - limit && !hasMoreBits(bits & ~wordBits, limit)) {
        const mayBePrefix = unfinished && word[0] === typed[0];
        if (!mayBePrefix && word.length > length + limit) continue;
        const { whole, prefix } = distance(typed, word.slice(0, length + limit + 1), limit);
        const typos = Math.min(whole, mayBePrefix ? prefix + 0.5 : whole);
        if (typos <= limit + 0.5) found.set(word, 1 + typos);
      }
    }
    return found;
  }

  /** The entries that match, best first. @param {string} question @returns {Hit[]} */
  search(question) {
    const key = fold(question);
    if (!key) return [];
    const words = significantWords(key);
    const near = words.map((word) => this.near(word, key.endsWith(word), typosAllowed(word, !words[1])));
    const query = { key, joined: key.replaceAll(" ", ""), words, near };
    /** @type {Hit[]} */
    const hits = [];
    for (const entry of this.entries.values()) {
      const ranked = entry.names.map((name) => ({ entry, name, rank: nameRank(name, query) }));
      const best = ranked.reduce((a, b) => (b.rank < a.rank ? b : a));
      if (best.rank === Infinity) best.rank = definitionRank(entry, query);
      if (best.rank < Infinity) hits.push(best.rank < DEFINITION ? best : { ...best, name: entry.names[0] });
    }
    // Where something matches exactly as typed, a short word is hardly a misspelling of another.
    const exact = hits.some(({ rank }) => rank < TYPO) && words.every((word) => word.length < LONG);
    return sorted(exact ? hits.filter(({ rank }) => rank < TYPO || rank >= DEFINITION) : hits);
  }

  /** At most five suggestions where nothing matches. @param {string} question @returns {Hit[]} */
  nearest(question) {
    const words = fold(question)
      .split(" ")
      .filter((word) => word && !STOP_WORDS.has(word));
    const near = words.map((word) => this.near(word, false, typosSuggested(word)));
    /** @type {Hit[]} */
    const hits = [];
    for (const entry of this.entries.values()) {
      for (const name of entry.names) {
        const costs = near.map((found) => Math.min(...name.words.map((word) => found.get(word) ?? Infinity)));
        const known = costs.filter((cost) => cost < Infinity),
          missing = words.length - known.length;
        if (!known.length || known.length < missing) continue;
        hits.push({ entry, name, rank: known.reduce((sum, cost) => sum + cost, 0) + 10 * missing });
      }
    }
    /** @type {Map<Entry, Hit>} */
    const best = new Map();
    for (const hit of sorted(hits)) if (!best.has(hit.entry)) best.set(hit.entry, hit);
    return [...best.values()].slice(0, 5);
  }
}

/** Ranks from here on match with typing errors, and from there on by the definition. */
export const TYPO = 4;
const DEFINITION = 6;

/**
 * How well a name matches, the smaller the better: 0 the whole name, .5 its plural, 1 its acronym, 2 a prefix, 2.5
 * prefixes of its words, 4 words with typing errors. Among names of the same kind a term comes before another name,
 * except that a term's word beats another name's.
 * @param {Name} name
 * @param {Query} query
 */
function nameRank(name, { key, joined, words, near }) {
  const other = name.isTerm ? 0 : 0.6;
  if (name.key === key || name.joined === joined) return other / 10;
  if (isPlural(key, name.key)) return 0.5 + other / 10;
  if (joined.length > 1 && !key.includes(" ") && name.acronyms.includes(joined)) return 1 + other / 10;
  if (name.key.startsWith(key) || (joined.length > 2 && name.joined.startsWith(joined))) return 2 + other;
  // A “KV cache” is as much a cache as “cache reuse” is about one.
  if (name.key.endsWith(` ${key}`)) return 2 + other;
  if (!name.words.some((word) => near[0].has(word))) return Infinity;
  let sum = 0;
  const left = [...name.words];
  for (const costs of near) {
    const found = left.map((word) => costs.get(word) ?? Infinity),
      cost = Math.min(...found);
    if (cost === Infinity) return Infinity;
    left.splice(found.indexOf(cost), 1);
    sum += cost > 1 ? 10 * cost : cost;
  }
  if (sum <= words.length) return 2.5 + sum / (2 * words.length) + other / 2;
  return TYPO + sum / 100 + other / 10;
}

/** How well an entry's definition, together with its names, matches. @param {Entry} entry @param {Query} query */
function definitionRank({ folded, names }, { words, near }) {
  let rank = DEFINITION;
  for (const [i, word] of words.entries()) {
    const begins = folded.includes(isUnspaced(word) ? word : ` ${word}`),
      whole = folded.includes(` ${word} `);
    const inName = names.some((name) => name.words.some((one) => (near[i].get(one) ?? Infinity) <= 1));
    if (!inName && (!begins || (!whole && word.length < 3 && !isUnspaced(word)))) return Infinity;
    rank += inName ? 0 : whole ? 0.1 : 0.2;
  }
  return rank;
}

/**
 * By rank, entries before pages, then the kind, the length of the name, of chips that share it the one with the most
 * memory, the alphabet.
 * @param {Hit[]} hits
 */
export const sorted = (hits) =>
  hits.sort(
    (a, b) =>
      a.rank - b.rank ||
      a.entry.kind - b.entry.kind ||
      a.name.key.length - b.name.key.length ||
      memoryOf(b.entry) - memoryOf(a.entry) ||
      (a.entry.names[0].key < b.entry.names[0].key ? -1 : 1),
  );
