/**
 * Search in the reader's browser: the matcher, and the two places where it is shown, the page and the box that `/` opens.
 *
 * An entry is as good as the best of its names: the whole name, its initials, its beginning, the beginnings of its words, the same with a
 * typing error, and last its definition. Among equals a shorter name comes first, then the alphabet.
 *
 * `fold` is the rule of `src/output/search/fold.rs`; a test holds the two against one list.
 */

const UNSEEN = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF'’ʼ]|\p{M}/gu;

/** The text as it is compared: see the numbered rule in fold.rs. @param {string} text */
export function fold(text) {
  // Most texts are plain, and the rule comes to this; the typewriter's apostrophe is the only sign to drop.
  if (/^[ -~]*[a-z0-9][ -~]*$/i.test(text)) return text.toLowerCase().replaceAll("'", "").replace(/[^a-z0-9]+/g, " ").trim();
  const low = text.normalize("NFKD").replace(UNSEEN, "").toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "").replaceAll("ς", "σ");
  return low.replace(/[^\p{Alphabetic}\p{N}]+/gu, " ").trim() || low.replace(/[\s\p{Cc}]+/gu, " ").trim();
}

/** Words that an abbreviation leaves out, and those that a question has besides. */
const JOINTS = "a an and as for in of per the to".split(" ");
const SMALL = new Set([...JOINTS, ..."are between can difference do does how i is it many mean means much my need on or versus vs what which why with".split(" ")]);

/** From this length on a word with a typing error can hardly be mistaken for another. */
const LONG = 8;

/** How many slips of the hand a word of this length may have; a digit is none. Beside other words a short one may have one too. @param {string} word @param {boolean} alone */
const slips = (word, alone) => (/\p{N}/u.test(word) || word.length < (alone ? 4 : 3) ? 0 : word.length < LONG ? 1 : 2);

/** The same where nothing was found, and something near is better than nothing. @param {string} word */
const far = (word) => (word.length < 3 ? 0 : word.length < 6 ? 1 : word.length < 10 ? 2 : 3);

/**
 * Insertions, deletions, substitutions and swaps of neighbours that make `a` of `b`, and of the beginning of `b` that is nearest to it.
 * Beyond `limit` the exact number does not matter.
 * @param {string} a @param {string} b @param {number} limit
 */
export function distance(a, b, limit) {
  /** @type {number[]} */
  let before = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 0; i < a.length; i++) {
    const row = [i + 1];
    for (let j = 0; j < b.length; j++) {
      row[j + 1] = Math.min(last[j] + Number(a[i] !== b[j]), last[j + 1] + 1, row[j] + 1);
      if (i && j && a[i] === b[j - 1] && a[i - 1] === b[j]) row[j + 1] = Math.min(row[j + 1], before[j - 1] + 1);
    }
    if (Math.min(...row) > limit) return { whole: limit + 1, beginning: limit + 1 };
    [before, last] = [last, row];
  }
  return { whole: last[b.length], beginning: Math.min(...last) };
}

/**
 * @typedef {[term: string, layer: number, definition: string, address?: string, aliases?: string[], forms?: string[]]} Row
 * @typedef {{ text: string, key: string, flat: string, words: string[], initials: string[], isTerm: boolean, isShown: boolean }} Name
 * @typedef {{ term: string, layer: number, definition: string, address: string, names: Name[], said: string }} Entry
 * @typedef {{ entry: Entry, name: Name, rank: number }} Hit
 */

/** Which letters a word has, a bit for each; other signs share a few. @param {string} word */
function letters(word) {
  let bits = 0;
  for (let i = 0; i < word.length; i++) {
    const letter = word.charCodeAt(i) - 97;
    bits |= 1 << (letter >= 0 && letter < 26 ? letter : 26 + (letter & 3));
  }
  return bits;
}

/** True if more than `limit` bits are set. @param {number} bits @param {number} limit */
function more(bits, limit) {
  for (; bits && limit >= 0; limit--) bits &= bits - 1;
  return bits !== 0 || limit < 0;
}

/** `word` with an ending of the plural. @param {string} asked @param {string} word */
const plural = (asked, word) => asked.length > word.length && asked.length < word.length + 3 && asked.startsWith(word) && /^e?s$/.test(asked.slice(word.length));

/** The first letters of a name's words, with small words and without. @param {string[]} words */
function initials(words) {
  const first = (/** @type {string[]} */ some) => some.map((word) => [...word][0]).join("");
  return words.length < 2 ? [] : [first(words), first(words.filter((word) => !JOINTS.includes(word)))];
}

/** @param {string} text @param {boolean} isTerm @param {boolean} isShown @returns {Name} */
function name(text, isTerm, isShown) {
  const key = fold(text), words = key.split(" ");
  return { text, key, flat: words.join(""), words, initials: initials(words), isTerm, isShown };
}

/** The entries that are known so far, and what a question finds among them. */
export class Terms {
  /** @type {Map<string, Entry>} */
  entries = new Map();
  /** Every word of a name, with its letters. @type {Map<string, number>} */
  words = new Map();

  /** Takes in the records of a file; the same record may come in several. @param {Row[]} rows */
  add(rows) {
    for (const [term, layer, definition, at, aliases = [], forms = []] of rows) {
      const address = at || term.toLowerCase().replace(/[^a-z0-9.]+/g, "-").replace(/^-+|-+$/g, "").replace(/^\.+|\.+$/g, "");
      if (this.entries.has(address)) continue;
      const names = [name(term, true, true), ...aliases.map((alias) => name(alias, false, true)), ...forms.map((form) => name(form, false, false))];
      this.entries.set(address, { term, layer, definition, address, names, said: ` ${fold(definition)} ` });
      for (const { words } of names) words.forEach((word) => this.words.set(word, letters(word)));
    }
  }

  /**
   * How far each word of a name is from a word of the question: 0 the same, 1 a longer one, above that typing errors. `unfinished` says
   * that the reader may still be typing it.
   * @param {string} asked @param {boolean} unfinished @param {number} limit
   */
  near(asked, unfinished, limit) {
    /** @type {Map<string, number>} */
    const found = new Map();
    const { length } = asked, bits = letters(asked);
    for (const [word, its] of this.words) {
      if (word.startsWith(asked)) found.set(word, word.length > length ? 1 : 0);
      else if (plural(asked, word)) found.set(word, .5);
      // Each letter that the word has not is a slip.
      else if (limit && word.length >= length - limit && !more(bits & ~its, limit)) {
        const begun = unfinished && word[0] === asked[0];
        if (!begun && word.length > length + limit) continue;
        const { whole, beginning } = distance(asked, word.slice(0, length + limit + 1), limit);
        const slip = Math.min(whole, begun ? beginning + .5 : whole);
        if (slip <= limit + .5) found.set(word, 1 + slip);
      }
    }
    return found;
  }

  /** The best first; nothing where nothing fits. @param {string} question @returns {Hit[]} */
  search(question) {
    const key = fold(question);
    if (!key) return [];
    const all = key.split(" "), great = all.filter((word) => !SMALL.has(word)), words = great.length ? great : all;
    const near = words.map((word) => this.near(word, key.endsWith(word), slips(word, !words[1])));
    const asked = { key, flat: all.join(""), words, near };
    /** @type {Hit[]} */
    const hits = [];
    for (const entry of this.entries.values()) {
      const ranked = entry.names.map((name) => ({ entry, name, rank: rank(name, asked) }));
      const best = ranked.reduce((a, b) => (b.rank < a.rank ? b : a));
      if (best.rank === Infinity) best.rank = said(entry, asked);
      if (best.rank < Infinity) hits.push(best.rank < 6 ? best : { ...best, name: entry.names[0] });
    }
    // Where something fits as it is typed, a short word is hardly a mistyped other.
    const typed = hits.some((hit) => hit.rank < 4) && words.every((word) => word.length < LONG);
    return sorted(typed ? hits.filter(({ rank }) => rank < 4 || rank >= 6) : hits);
  }

  /** What comes nearest where nothing fits: at most five. @param {string} question @returns {Hit[]} */
  nearest(question) {
    const words = fold(question).split(" ").filter((word) => word && !SMALL.has(word));
    const near = words.map((word) => this.near(word, false, far(word)));
    /** @type {Hit[]} */
    const hits = [];
    for (const entry of this.entries.values()) {
      for (const name of entry.names) {
        const costs = near.map((found) => Math.min(...name.words.map((word) => found.get(word) ?? Infinity))).filter((cost) => cost < Infinity);
        if (costs.length * 2 >= words.length && costs.length) hits.push({ entry, name, rank: costs.reduce((sum, cost) => sum + cost, 0) + 10 * (words.length - costs.length) });
      }
    }
    /** @type {Map<Entry, Hit>} */
    const best = new Map();
    for (const hit of sorted(hits)) best.has(hit.entry) || best.set(hit.entry, hit);
    return [...best.values()].slice(0, 5);
  }
}

/** @typedef {{ key: string, flat: string, words: string[], near: Map<string, number>[] }} Asked */

/** How well a name answers: the smaller the better. @param {Name} name @param {Asked} asked */
function rank(name, { key, flat, words, near }) {
  // What is only another name is worth less than the term; less again than a whole word of a term.
  const other = name.isTerm ? 0 : .6;
  if (name.key === key || name.flat === flat) return other / 10;
  if (plural(key, name.key)) return .5 + other / 10;
  if (flat.length > 1 && !key.includes(" ") && name.initials.includes(flat)) return 1 + other / 10;
  if (name.key.startsWith(key) || flat.length > 2 && name.flat.startsWith(flat)) return 2 + other;
  if (!name.words.some((word) => near[0].has(word))) return Infinity;
  let sum = 0;
  const left = [...name.words];
  for (let i = 0; i < words.length; i++) {
    let best = -1, cost = Infinity;
    left.forEach((word, at) => {
      const its = near[i].get(word) ?? Infinity;
      if (its < cost) [best, cost] = [at, its];
    });
    if (best < 0) return Infinity;
    left.splice(best, 1);
    sum += cost > 1 ? 10 * cost : cost;
  }
  if (sum <= words.length) return 2.5 + sum / (2 * words.length) + other / 2;
  return 4 + sum / 100 + other / 10;
}

/** How well an entry's definition answers, together with its names. @param {Entry} entry @param {Asked} asked */
function said(entry, { words, near }) {
  let rank = 6;
  for (const [i, word] of words.entries()) {
    const at = entry.said.indexOf(` ${word}`), whole = entry.said.includes(` ${word} `);
    const named = entry.names.some((name) => name.words.some((one) => (near[i].get(one) ?? Infinity) <= 1));
    if (!named && (at < 0 || !whole && word.length < 3)) return Infinity;
    rank += named ? 0 : whole ? .1 : .2;
  }
  return rank;
}

/** @param {Hit[]} hits */
const sorted = (hits) => hits.sort((a, b) => a.rank - b.rank || a.name.key.length - b.name.key.length || (a.entry.names[0].key < b.entry.names[0].key ? -1 : 1));

/**
 * The files of records that hold what a question may find: for each word the one with its longest beginning. `wide` adds those for a first
 * letter that is swapped with the second, or one too many.
 * @param {string} question @param {Record<string, string>} parts @param {boolean} [wide]
 */
export function beginnings(question, parts, wide) {
  if (Object.hasOwn(parts, "")) return [""];
  const all = fold(question).split(" "), great = all.filter((word) => !SMALL.has(word)), words = great.length ? great : all;
  const others = wide ? words.flatMap(([a, b = "", ...rest]) => [[b, a, ...rest], [b, ...rest]].map((letters) => letters.join(""))) : [];
  const found = [...words, ...others].map((word) => {
    const letters = [...word];
    for (let length = letters.length; length; length--) {
      const beginning = letters.slice(0, length).join("");
      if (Object.hasOwn(parts, beginning)) return beginning;
    }
  });
  return [...new Set(found.filter((one) => one !== undefined))];
}

/** The index as files, fetched when they are needed. */
class Library {
  terms = new Terms();
  /** @type {Map<string, Promise<void>>} */
  fetched = new Map();

  /** @param {string} folder */
  constructor(folder) {
    this.folder = folder;
    /** @type {Promise<{ style?: { href: string, integrity: string }, layers: string[], parts: Record<string, string> }>} */
    this.directory = json(new URL("index.json", folder));
    // The whole index is fetched before the first letter is typed.
    this.directory.then(({ parts }) => (parts[""] ? this.load([""]) : undefined)).catch(() => {});
  }

  /** @param {string[]} keys */
  async load(keys) {
    const { parts } = await this.directory;
    await Promise.all(keys.map((key) => {
      const known = this.fetched.get(key) ?? json(new URL(parts[key], this.folder)).then((rows) => this.terms.add(rows));
      this.fetched.set(key, known);
      // What failed is tried again with the next letter.
      return known.catch((error) => {
        this.fetched.delete(key);
        throw error;
      });
    }));
  }

  /** @param {string} question */
  async search(question) {
    const { parts, layers } = await this.directory;
    await this.load(beginnings(question, parts));
    let hits = this.terms.search(question);
    if (!hits.length) {
      await this.load(beginnings(question, parts, true));
      hits = this.terms.search(question);
    }
    return { hits, nearest: hits.length ? [] : this.terms.nearest(question), layers };
  }
}

/** @param {URL} url */
const json = (url) => fetch(url).then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(`${answer.status} ${url}`))));

/** @param {string} tag @param {any} properties @param {any[]} content @returns {any} */
const make = (tag, properties, ...content) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...content);
  return element;
};

/** The stack with one storey thick. @param {number} count @param {number} storey */
function stack(count, storey) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("class", "stack");
  svg.setAttribute("viewBox", `0 0 14 ${2 * count}`);
  svg.setAttribute("aria-hidden", "true");
  const lines = [Array.from({ length: count }, (_, at) => `M0 ${2 * at}.5h14`).join(""), `M0 ${2 * (count - storey) - 1.5}h14`];
  for (const [at, d] of lines.entries()) {
    const path = document.createElementNS(svg.namespaceURI, "path");
    path.setAttribute("d", d);
    if (at) path.setAttribute("class", "on");
    svg.append(path);
  }
  return svg;
}

/** A result. @param {Hit} hit @param {string[]} layers @param {string} folder */
function item({ entry, name }, layers, folder) {
  const link = make("a", { href: new URL(`../glossary/${encodeURIComponent(entry.address)}/`, folder).href, dir: "auto" }, entry.term);
  const also = name.isTerm || !name.isShown ? [] : [make("span", { className: "as", dir: "auto" }, name.text)];
  const where = make("span", { className: "where" }, stack(layers.length, entry.layer), layers[entry.layer] ?? "");
  return make("li", {}, make("div", {}, link, ...also, where), make("p", { dir: "auto" }, entry.definition));
}

/** Searches while the reader types: the input, where the results go, who says how many. @param {{ input: any, list: any, status: any, folder: string, most: number, then?: (question: string) => void }} where */
function results({ input, list, status, folder, most, then }) {
  const library = libraries.get(folder) ?? new Library(folder);
  libraries.set(folder, library);
  /** Where the newest question stands. */
  let shown = Promise.resolve();
  const show = async () => {
    const question = input.value.trim();
    then?.(question);
    if (!fold(question)) return list.replaceChildren(), status.replaceChildren();
    try {
      const { hits, nearest, layers } = await library.search(question);
      if (question !== input.value.trim()) return;
      list.replaceChildren(...(hits.length ? hits.slice(0, most) : nearest).map((hit) => item(hit, layers, folder)));
      const count = hits.length > most ? `The first ${most} of ${hits.length} results` : `${hits.length} result${hits.length === 1 ? "" : "s"}`;
      status.textContent = hits.length ? count : nearest.length ? `Nothing found for “${question}”. The nearest:` : `Nothing found for “${question}”.`;
    } catch {
      if (question !== input.value.trim()) return;
      list.replaceChildren();
      status.replaceChildren("The index could not be fetched. ", make("a", { href: new URL("../glossary/", folder).href }, "The list of all terms"), " has every one.");
    }
  };
  const update = () => (shown = show());
  input.addEventListener("input", update);
  input.form.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    await shown;
    list.querySelector("a")?.click();
  });
  return update;
}

/** One for all places that show results. @type {Map<string, Library>} */
const libraries = new Map();

/** Up and down lead from the input through the results. @param {any} area @param {any} input @param {any} list */
function arrows(area, input, list) {
  area.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key], stops = [input, ...list.querySelectorAll("a")];
    const at = stops.indexOf(document.activeElement);
    if (!step || at < 0 || event.isComposing) return;
    event.preventDefault();
    stops[at + step]?.focus();
  });
}

/** The search page's own form, where there is one: the question stands in the address. */
const page = /** @type {any} */ (globalThis.document?.querySelector("form[data-results]"));
if (page) {
  const input = page.elements.q, list = document.querySelector("#found"), browse = /** @type {any} */ (document.querySelector("#browse"));
  const folder = new URL(page.dataset.results, location.href).href;
  const update = results({
    input, list, status: document.querySelector("#count"), folder, most: 50,
    then(question) {
      browse.hidden = question !== "";
      const address = question ? `?q=${encodeURIComponent(question)}` : location.pathname;
      if (question !== (new URLSearchParams(location.search).get("q") ?? "")) history.replaceState(null, "", address);
    },
  });
  arrows(document, input, list);
  input.value = new URLSearchParams(location.search).get("q") ?? "";
  update();
}

/** @type {Promise<{ dialog?: any, input: any }> | undefined} */
let box;
/** Opens the box; on the search page the page itself is the box. @param {HTMLAnchorElement} link */
export async function open(link) {
  box ??= page ? Promise.resolve({ input: page.elements.q }) : build(link.href);
  const { dialog, input } = await box;
  if (dialog && !dialog.open) dialog.showModal();
  input.focus();
  input.select();
}

/** @param {string} folder The address of the search page. */
async function build(folder) {
  const input = make("input", { type: "text", inputMode: "search", enterKeyHint: "search", autocomplete: "off", autocapitalize: "none", spellcheck: false });
  const list = make("ol", { className: "found" }), status = make("p", { className: "note", role: "status" });
  const slash = make("input", { type: "checkbox", onchange: () => store("rooflightSlash", slash.checked ? "on" : "off") });
  slash.checked = store("rooflightSlash") !== "off";
  const dialog = make("dialog", { className: "find-box", ariaLabel: "Search" },
    make("form", { className: "search", role: "search" }, make("label", {}, make("span", {}, "Find a term"), input),
      make("button", { type: "button", onclick: () => dialog.close() }, "Close")),
    status, list,
    make("p", { className: "note keys" },
      make("label", {}, slash, "Open with the ", make("kbd", {}, "/"), " key"),
      make("a", { href: folder }, "Search page")));
  dialog.onpointerdown = (/** @type {PointerEvent} */ { target, clientX, clientY }) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    if (target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom)) dialog.close();
  };
  addEventListener("pagehide", () => dialog.close());
  results({ input, list, status, folder, most: 12 });
  arrows(dialog, input, list);
  await style(folder);
  document.body.append(dialog);
  return { dialog, input };
}

/** Waits for the box's style, so that it never shows without. @param {string} folder */
async function style(folder) {
  const { style } = await /** @type {Library} */ (libraries.get(folder)).directory;
  if (!style) return;
  await new Promise((done, failed) => {
    document.head.append(make("link", { rel: "stylesheet", href: new URL(style.href, folder).href, integrity: style.integrity, onload: done, onerror: failed }));
  });
}

/** What this browser remembers under a name; with `value` it remembers that. @param {string} key @param {string} [value] */
function store(key, value) {
  try {
    return value === undefined ? localStorage[key] : (localStorage[key] = value);
  } catch {}
}
