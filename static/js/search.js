/**
 * Search in the reader's browser: the matcher, the index it works on, and the two places that show results: the
 * search page and the dialog that `/` opens.
 */

// --- Matcher: no access to the page or the network ---

const UNSEEN = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF'’ʼ]|\p{M}/gu;

/**
 * Normalizes text for comparison, by the numbered rule of `src/output/search/fold.rs`; a test runs both on one list.
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
  const low = bare.replaceAll("ς", "σ");
  return low.replace(/[^\p{Alphabetic}\p{N}]+/gu, " ").trim() || low.replace(/[\s\p{Cc}]+/gu, " ").trim();
}

/** Words that an acronym leaves out. */
const ACRONYM_STOP_WORDS = "a an and as for in of per the to".split(" ");
/** Words that say nothing about what a query is looking for. */
const STOP_WORDS = new Set([
  ...ACRONYM_STOP_WORDS,
  ..."are between can difference do does how i is it many mean means much my need on or".split(" "),
  ..."versus vs what which why with".split(" "),
]);

/** From this length on a misspelled word is hardly mistaken for another. */
const LONG = 8;

/**
 * How many typing errors a word may have; one with a digit none. Beside other words even a short word may have one.
 * @param {string} word
 * @param {boolean} alone
 */
function typosAllowed(word, alone) {
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
 * @typedef {{
 *   text: string, key: string, joined: string, words: string[], acronyms: string[], isTerm: boolean, isShown: boolean,
 * }} Name
 * @typedef {{
 *   term: string, layer: number, definition: string, address: string, names: Name[], folded: string,
 * }} Entry
 * @typedef {{ entry: Entry, name: Name, rank: number }} Hit
 * @typedef {{ key: string, joined: string, words: string[], near: Map<string, number>[] }} Query
 */

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

/** Whether `asked` is `word` with `s` or `es` added. @param {string} asked @param {string} word */
const isPlural = (asked, word) => asked.startsWith(word) && /^e?s$/.test(asked.slice(word.length));

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
function significantWords(key) {
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
      this.entries.set(address, { term, layer, definition, address, names, folded: ` ${fold(definition)} ` });
      for (const { words } of names) words.forEach((word) => this.words.set(word, letterBits(word)));
    }
  }

  /**
   * The words of names that a word of the query may mean, each with its cost: 0 the same, .5 its singular, 1 a longer
   * word, above that typing errors.
   * @param {string} asked
   * @param {boolean} unfinished whether the reader may still be typing the word
   * @param {number} limit of typing errors
   */
  near(asked, unfinished, limit) {
    /** @type {Map<string, number>} */
    const found = new Map();
    const { length } = asked,
      bits = letterBits(asked);
    for (const [word, wordBits] of this.words) {
      if (word.startsWith(asked)) found.set(word, word.length > length ? 1 : 0);
      else if (isPlural(asked, word)) found.set(word, 0.5);
      // A cheap test before the distance: each letter that the word lacks is a typing error.
      else if (limit && word.length >= length - limit && !hasMoreBits(bits & ~wordBits, limit)) {
        const mayBePrefix = unfinished && word[0] === asked[0];
        if (!mayBePrefix && word.length > length + limit) continue;
        const { whole, prefix } = distance(asked, word.slice(0, length + limit + 1), limit);
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
const TYPO = 4,
  DEFINITION = 6;

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
    const begins = folded.includes(` ${word}`),
      whole = folded.includes(` ${word} `);
    const inName = names.some((name) => name.words.some((one) => (near[i].get(one) ?? Infinity) <= 1));
    if (!inName && (!begins || (!whole && word.length < 3))) return Infinity;
    rank += inName ? 0 : whole ? 0.1 : 0.2;
  }
  return rank;
}

/** By rank, then the length of the name, then the alphabet. @param {Hit[]} hits */
const sorted = (hits) =>
  hits.sort(
    (a, b) =>
      a.rank - b.rank ||
      a.name.key.length - b.name.key.length ||
      (a.entry.names[0].key < b.entry.names[0].key ? -1 : 1),
  );

// --- Index: the files of records, fetched when they are needed ---

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

class SearchIndex {
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

// --- Interface ---

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Partial<HTMLElementTagNameMap[Tag]>} properties
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  Object.assign(element, properties).append(...children);
  return element;
}

/** A picture of the layers with one of them highlighted. @param {number} count @param {number} layer */
function layerIcon(count, layer) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "stack");
  svg.setAttribute("viewBox", `0 0 14 ${2 * count}`);
  svg.setAttribute("aria-hidden", "true");
  const all = Array.from({ length: count }, (_, at) => `M0 ${2 * at}.5h14`).join("");
  for (const [at, d] of [all, `M0 ${2 * (count - layer) - 1.5}h14`].entries()) {
    const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
    path.setAttribute("d", d);
    if (at) path.setAttribute("class", "on");
    svg.append(path);
  }
  return svg;
}

/** @param {Hit} hit @param {string[]} layers @param {string} folder */
function result({ entry, name }, layers, folder) {
  const href = new URL(`../glossary/${encodeURIComponent(entry.address)}/`, folder).href;
  const line = make("div", {}, make("a", { href, dir: "auto" }, entry.term));
  if (!name.isTerm && name.isShown) line.append(make("span", { className: "as", dir: "auto" }, name.text));
  const icon = layerIcon(layers.length, entry.layer);
  line.append(make("span", { className: "where" }, icon, layers[entry.layer] ?? ""));
  return make("li", {}, line, make("p", { dir: "auto" }, entry.definition));
}

/** Both places share one index. @type {Map<string, SearchIndex>} */
const indexes = new Map();
/** @param {string} folder */
function indexOf(folder) {
  const index = indexes.get(folder) ?? new SearchIndex(folder);
  indexes.set(folder, index);
  return index;
}

/**
 * Shows results while the reader types; returns the function that updates them.
 * @param {{
 *   input: HTMLInputElement, list: Element, status: Element, folder: string, limit: number,
 *   onQuery?: (question: string) => void,
 * }} options
 */
function showResults({ input, list, status, folder, limit, onQuery }) {
  const index = indexOf(folder);
  const show = async () => {
    const question = input.value.trim();
    onQuery?.(question);
    if (!fold(question)) {
      list.replaceChildren();
      status.replaceChildren();
      return;
    }
    try {
      const { hits, nearest, layers } = await index.search(question);
      if (question !== input.value.trim()) return;
      const shown = hits.length ? hits.slice(0, limit) : nearest;
      list.replaceChildren(...shown.map((hit) => result(hit, layers, folder)));
      status.textContent = summary(question, hits.length, limit, nearest.length);
    } catch {
      if (question !== input.value.trim()) return;
      const glossary = make("a", { href: new URL("../glossary/", folder).href }, "list of all terms");
      list.replaceChildren();
      status.replaceChildren("The search index could not be loaded. See the ", glossary, ".");
    }
  };
  /** Settled once the results of the newest query are shown. */
  let shown = Promise.resolve();
  const update = () => (shown = show());
  input.addEventListener("input", update);
  input.form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    await shown;
    list.querySelector("a")?.click();
  });
  return update;
}

/** @param {string} question @param {number} hits @param {number} limit @param {number} suggestions */
function summary(question, hits, limit, suggestions) {
  if (!hits) return `No results for “${question}”.${suggestions ? " Closest matches:" : ""}`;
  return hits > limit ? `First ${limit} of ${hits} results` : `${hits} result${hits === 1 ? "" : "s"}`;
}

/**
 * The arrow keys move from the input through the results.
 * @param {Document | Element} area
 * @param {HTMLInputElement} input
 * @param {Element} list
 */
function moveWithArrows(area, input, list) {
  area.addEventListener("keydown", (event) => {
    const { key, isComposing } = /** @type {KeyboardEvent} */ (event);
    const step = { ArrowDown: 1, ArrowUp: -1 }[key],
      stops = [input, ...list.querySelectorAll("a")];
    const at = stops.findIndex((stop) => stop === document.activeElement);
    if (!step || at < 0 || isComposing) return;
    event.preventDefault();
    stops[at + step]?.focus();
  });
}

/** The form of the search page, where this is one: its query is kept in the URL. */
const page = /** @type {HTMLFormElement | null} */ (globalThis.document?.querySelector("form[data-results]"));
const pageInput = /** @type {HTMLInputElement | undefined} */ (page?.elements.namedItem("q") ?? undefined);
const queryInUrl = () => new URLSearchParams(location.search).get("q") ?? "";
if (page && pageInput) {
  const list = /** @type {Element} */ (document.querySelector("#found"));
  const browse = /** @type {HTMLElement} */ (document.querySelector("#browse"));
  const update = showResults({
    input: pageInput,
    list,
    limit: 50,
    status: /** @type {Element} */ (document.querySelector("#count")),
    folder: new URL(page.dataset.results ?? "", location.href).href,
    onQuery(question) {
      browse.hidden = question !== "";
      if (question === queryInUrl()) return;
      history.replaceState(null, "", question ? `?q=${encodeURIComponent(question)}` : location.pathname);
    },
  });
  moveWithArrows(document, pageInput, list);
  pageInput.value = queryInUrl();
  update();
}

/** @type {Promise<{ dialog?: HTMLDialogElement, input: HTMLInputElement }> | undefined} */
let box;
/** Opens the dialog; the search page focuses its own field instead. @param {HTMLAnchorElement} link */
export async function open(link) {
  box ??= pageInput ? Promise.resolve({ input: pageInput }) : build(link.href);
  const { dialog, input } = await box;
  if (dialog && !dialog.open) dialog.showModal();
  input.focus();
  input.select();
}

/** @param {string} folder the URL of the search page */
async function build(folder) {
  const input = make("input", {
    type: "text",
    inputMode: "search",
    enterKeyHint: "search",
    autocomplete: "off",
    autocapitalize: "none",
    spellcheck: false,
  });
  const list = make("ol", { className: "found" }),
    status = make("p", { className: "note", role: "status" });
  const slash = make("input", { type: "checkbox", checked: storage()?.rooflightSlash !== "off" });
  slash.onchange = () => {
    const store = storage();
    if (store) store.rooflightSlash = slash.checked ? "on" : "off";
  };
  const dialog = make(
    "dialog",
    { className: "find-box", ariaLabel: "Search" },
    make(
      "form",
      { className: "search", role: "search" },
      make("label", {}, make("span", {}, "Find a term"), input),
      make("button", { type: /** @type {const} */ ("button"), onclick: () => dialog.close() }, "Close"),
    ),
    status,
    list,
    make(
      "p",
      { className: "note keys" },
      make("label", {}, slash, "Open with the ", make("kbd", {}, "/"), " key"),
      make("a", { href: folder }, "Search page"),
    ),
  );
  dialog.onpointerdown = ({ target, clientX, clientY }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const inside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    if (target === dialog && !inside) dialog.close();
  };
  addEventListener("pagehide", () => dialog.close());
  showResults({ input, list, status, folder, limit: 12 });
  moveWithArrows(dialog, input, list);
  await loadStyle(folder);
  document.body.append(dialog);
  return { dialog, input };
}

/** Loads the dialog's style sheet, so that the dialog is never shown without. @param {string} folder */
async function loadStyle(folder) {
  const { style } = await indexOf(folder).directory;
  if (!style) return;
  const href = new URL(style.href, folder).href,
    { integrity } = style;
  await new Promise((onload, onerror) => {
    document.head.append(make("link", { rel: "stylesheet", href, integrity, onload, onerror }));
  });
}

/** The browser's storage, unless the reader has refused it. */
function storage() {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
