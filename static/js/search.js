/**
 * The interface of the search: results on the search page and in the dialog that `/` opens. The matcher and the index
 * are modules of their own.
 */
import { fold } from "./matcher.js";
import { SearchIndex } from "./search-index.js";

/** @typedef {import("./matcher.js").Hit} Hit */
/** @typedef {import("./search-index.js").Filled} Filled */

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

/** The URL of the list of all terms, which the link to the search names. */
function allTerms() {
  const link = document.querySelector("a.find");
  return new URL((link instanceof HTMLElement && link.dataset.terms) || "../glossary/", location.href).href;
}

/** @param {Hit} hit @param {string[]} layers @param {string} folder */
function result({ entry, name }, layers, folder) {
  const own = `${encodeURIComponent(entry.address)}/`;
  const { href } = entry.kind < 0 ? new URL(own, allTerms()) : new URL(`../${entry.address}`, folder);
  const line = make("div", {}, make("a", { href, dir: "auto" }, entry.term));
  if (!name.isTerm && name.isShown) line.append(make("span", { className: "as", dir: "auto" }, name.text));
  if (entry.kind < 0) {
    const icon = layerIcon(layers.length, entry.layer);
    line.append(make("span", { className: "where" }, icon, layers[entry.layer] ?? ""));
  }
  return make("li", {}, line, make("p", { dir: "auto" }, entry.definition));
}

/** A calculator with the device and the model filled in. @param {Filled} filled @param {string} folder */
function filledResult({ title, path, about, isOfOthers }, folder) {
  const { href } = new URL(`../${path}`, folder);
  const answer = make("b", {}, "…");
  answer.dataset.path = path;
  const said = isOfOthers ? [] : [answer];
  return make("li", {}, make("div", {}, make("a", { href }, title)), ...said, make("p", { dir: "auto" }, about));
}

/**
 * Writes the answers of the calculators that are filled in, once the reader pauses.
 * @param {SearchIndex} index
 * @param {Element} list
 */
async function sayAnswers({ directory, folder }, list) {
  const places = /** @type {HTMLElement[]} */ ([...list.querySelectorAll("b[data-path]")]);
  if (!places.length) return;
  await new Promise((resume) => setTimeout(resume, PAUSE));
  const { reader } = await directory;
  if (!reader || !places[0].isConnected) return;
  for (const place of places) {
    try {
      const { answerTo } = await import("./filled-answers.js");
      const { answer, conditions } = await answerTo(reader, folder, place.dataset.path ?? "");
      place.textContent = answer;
      if (conditions) place.nextElementSibling?.replaceChildren(conditions);
    } catch {
      // The link leads to the same where the module cannot be had.
      place.remove();
    }
  }
}

/** How long a reader pauses before answers are computed, milliseconds. */
const PAUSE = 150;

/**
 * The parts of a text, with values in place of their names.
 * @template T
 * @param {string} text
 * @param {Record<string, T>} values
 */
const parts = (text, values) => text.split(/\{(\w+)\}/).map((part, at) => (at % 2 ? (values[part] ?? "") : part));

/** The number of lists of results, which makes the ids of headings unique. */
let lists = 0;

/**
 * The results grouped by kind, the group of the best result first; a site of entries alone has one list.
 * @param {Awaited<ReturnType<SearchIndex["search"]>>} found
 * @param {Hit[]} shown
 * @param {string} folder
 * @param {string} prefix of the ids
 */
function groups({ filled, kinds, layers }, shown, folder, prefix) {
  /** @type {Map<string, HTMLLIElement[]>} */
  const byHeading = new Map();
  const add = (/** @type {string} */ heading, /** @type {HTMLLIElement} */ item) =>
    byHeading.set(heading, [...(byHeading.get(heading) ?? []), item]);
  for (const one of filled) add("{{search.filled_in}}", filledResult(one, folder));
  for (const hit of shown) add(kinds[hit.entry.kind] ?? "{{search.terms}}", result(hit, layers, folder));
  return [...byHeading].map(([heading, items], at) => {
    const id = `${prefix}-${at}`;
    const list = make("ul", {}, ...items);
    if (!kinds.length) return list;
    const section = make("section", {}, make("h2", { id }, heading), list);
    section.setAttribute("aria-labelledby", id);
    return section;
  });
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
  const index = indexOf(folder),
    prefix = `found-${lists++}`;
  const show = async () => {
    const question = input.value.trim();
    onQuery?.(question);
    if (!fold(question)) {
      list.replaceChildren();
      status.replaceChildren();
      return;
    }
    try {
      const found = await index.search(question);
      if (question !== input.value.trim()) return;
      const { hits, nearest, filled, skipped, explore } = found,
        shown = hits.length ? hits.slice(0, limit) : nearest;
      list.replaceChildren(...groups(found, shown, folder, prefix));
      void sayAnswers(index, list);
      status.textContent = summary(question, hits.length, limit, filled.length);
      if (!hits.length && !filled.length) status.append(...onward(folder, explore));
      else if (skipped.length) {
        const words = `“${skipped.join("”, “")}”`;
        status.append(parts(" {{search.skipped}}", { words }).join(""));
      }
      if (!hits.length && nearest.length) status.append(" {{search.closest}}");
    } catch {
      if (question !== input.value.trim()) return;
      const terms = make("a", { href: allTerms() }, "{{search.list_of_terms}}");
      list.replaceChildren();
      status.replaceChildren(...parts("{{search.broken}}", { terms }));
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

/**
 * @param {string} question
 * @param {number} hits
 * @param {number} limit
 * @param {number} filled calculators
 */
function summary(question, hits, limit, filled) {
  const count = hits + filled;
  if (!count) return parts("{{search.no_results}}", { question }).join("");
  const forms = (hits > limit ? "{{search.first}}" : "{{search.results}}").split("|");
  const form = forms.indexOf(new Intl.PluralRules(document.documentElement.lang).select(count)) + 1;
  return parts(forms[form] || forms[forms.length - 1] || "", { count, shown: limit + filled }).join("");
}

/**
 * Links to follow if nothing was found: the explorer, if the site has one, and the list of all terms.
 * @param {string} folder
 * @param {string | undefined} explore its path
 */
function onward(folder, explore) {
  const link = (/** @type {string} */ href, /** @type {string} */ words) => make("a", { href }, words);
  const terms = link(allTerms(), "{{search.list_of_terms}}");
  if (!explore) return parts(" {{search.see}}", { terms });
  const machine = link(new URL(`../${explore}`, folder).href, "{{search.machine}}");
  return parts(" {{search.see_machine}}", { machine, terms });
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

/** The form of the search page, if this is one; its query is kept in the URL. */
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
/**
 * Opens the dialog; the search page focuses its own field instead.
 * @param {HTMLAnchorElement} link
 * @param {() => string} typed ends the taking of keys, and returns what was typed meanwhile
 */
export async function open(link, typed) {
  box ??= pageInput ? Promise.resolve({ input: pageInput }) : build(link.href);
  const { dialog, input } = await box;
  if (dialog && !dialog.open) dialog.showModal();
  input.focus();
  input.select();
  const text = typed();
  if (!text) return;
  input.value = text;
  input.dispatchEvent(new Event("input"));
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
    // Only names and figures, which are the same in each language.
    placeholder: "5090 · qwen3 32b 4090 32k · m4 max, dgx spark gpt-oss-120b",
  });
  const list = make("div", { className: "found" }),
    status = make("p", { className: "note", role: "status" });
  const slash = make("input", { type: "checkbox", checked: storage()?.rooflightSlash !== "off" });
  slash.onchange = () => {
    const store = storage();
    if (store) store.rooflightSlash = slash.checked ? "on" : "off";
  };
  const dialog = make(
    "dialog",
    { className: "find-box", ariaLabel: "{{search.title}}" },
    make(
      "form",
      { className: "search", role: "search" },
      make("label", {}, make("span", {}, "{{search.title}}"), input),
      make("button", { type: /** @type {const} */ ("button"), onclick: () => dialog.close() }, "{{search.close}}"),
    ),
    status,
    list,
    make(
      "p",
      { className: "note keys" },
      make("label", {}, slash, ...parts("{{search.key}}", { key: make("kbd", {}, "/") })),
      make("a", { href: folder }, "{{search.page}}"),
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

/** The browser's storage, unless it is denied. */
function storage() {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
