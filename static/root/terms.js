/**
 * Cards for links that carry `data-term`, on the pages of any generator.
 *
 * 1. A link's card is `cards/<id>.json` beside this file: those of `rooflight annotate`, or those of the glossary's own site.
 * 2. Pointer, focus and tap open it; Escape, leaving it or a tap elsewhere closes it. A second tap follows the link.
 * 3. On pages that a framework takes over, the links are not in the HTML. Once the framework has finished, this module finds the
 *    quoted words of `pages/<page>.json` and links them; after a change of pages it does so again.
 *
 * Without this file the links of other pages still lead to their entries.
 */
import { HoverCard, make } from "../js/hover-card.js";

/** @typedef {{ term: string, definition: string, layer: string, url: string, site: { title: string } }} Card */
/** @typedef {[id: string, url: string, before: string, words: string, after: string]} Quotation */
/** @param {string} path @returns {Promise<any>} */
const load = async (path) => {
  const answer = await fetch(new URL(path, import.meta.url));
  return answer.ok ? answer.json() : null;
};

/** @type {Map<string, Promise<Card | null>>} */
const cards = new Map();

/** The card of a link, asked for once. @param {HTMLAnchorElement} link @returns {Promise<Card | null>} */
function cardOf(link) {
  const id = link.dataset.term ?? "";
  const known = cards.get(id) ?? load(`cards/${encodeURIComponent(id)}.json`).catch(() => null);
  cards.set(id, known);
  return known;
}

/** Gives the card the colours of the page at a link. @param {HTMLElement} box @param {Element} link */
function colours({ style }, link) {
  let paper = "";
  for (let at = /** @type {Element | null} */ (link); at && !paper; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (!/^rgba\(.*, 0\)$|^transparent$/.test(backgroundColor)) paper = backgroundColor;
  }
  // A link that the pointer is on may have another colour than its text.
  style.setProperty("--rooflight-ink", getComputedStyle(link.parentElement ?? link).color);
  if (paper) style.setProperty("--rooflight-paper", paper);
  else style.removeProperty("--rooflight-paper");
  style.colorScheme = getComputedStyle(link).colorScheme;
}

const hoverCard = new HoverCard("rooflight-card", {
  linkAt: (target) => (target instanceof Element ? target.closest("a[data-term]") : null),
  load: cardOf,
  contents(/** @type {Card} */ card, link) {
    colours(hoverCard.box, link);
    const named = (/** @type {string} */ words) => words.replace("{term}", () => card.term);
    const children = [
      make("p", { className: "rooflight-term" }, card.term),
      make("p", {}, card.definition),
      make("a", { href: link.href, ariaLabel: named("{{card.open_term}}") }, "{{card.open}}"),
    ];
    return { label: named("{{card.definition}}"), children };
  },
});

/* Pages that a framework takes over. */

const BARRED =
  "a, abbr, blockquote, button, code, h1, h2, h3, h4, h5, h6, kbd, label, nav, pre, samp, script, select, style, summary, svg, textarea, th";
/** @type {HTMLElement | null} */
const lists = document.querySelector("script[data-rooflight-pages]");
const within = lists?.dataset.rooflightPages ?? "";
/** The list that is applied, and its links. */
let applied = "";
/** @type {HTMLAnchorElement[]} */
let links = [];

/** The path of the list of this page's links. */
function listPath() {
  const root = new URL("..", import.meta.url).pathname;
  const path = location.pathname.startsWith(root) ? location.pathname.slice(root.length) : "";
  const name = decodeURI(path).replace(/(^|\/)index\.html$|\.html$/, "").replace(/\/+$/, "");
  return `pages/${encodeURI(name || "index")}.json`;
}

/** True once React or Svelte has taken an element over, which each of them notes on it. @param {Element} element */
const isOwned = (element) => Object.keys(element).some((key) => /^(__react|__svelte|_reactListening)/.test(key));

/** True once Vue has: it notes its application on the element around it all. @param {Element} element */
function isMounted(element) {
  // Nuxt goes on with parts of a page after that.
  const nuxt = /** @type {{ useNuxtApp?: () => { isHydrating?: boolean } }} */ (/** @type {unknown} */ (window)).useNuxtApp?.();
  for (let at = /** @type {Element | null} */ (element); at; at = at.parentElement) {
    if ("__vue_app__" in at) return !nuxt?.isHydrating;
  }
  return false;
}

/** True once the framework has finished with this page. */
function isReady() {
  const mark = document.documentElement.dataset.hasHydrated;
  if (mark !== undefined) return mark === "true";
  const regions = [...document.querySelectorAll(within)];
  return regions.length > 0 && regions.every((region) => isOwned(region) || [...region.children].some(isOwned) || isMounted(region));
}

/** Links the quoted words, each behind the one before. @param {Quotation[]} quotations */
function link(quotations) {
  /** @type {Text[]} */
  const texts = [];
  for (const region of document.querySelectorAll(within)) {
    if (region.parentElement?.closest(within)) continue;
    const walker = document.createTreeWalker(region, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      if (!text.parentElement?.closest(BARRED)) texts.push(/** @type {Text} */ (text));
    }
  }
  let from = 0;
  for (const [id, url, before, words, after] of quotations) {
    // What was linked before stands in front of the rest of its text.
    const at = texts.findIndex((text, number) => number >= from && find(text.data, before, words, after) >= 0);
    if (at < 0) continue;
    from = at;
    // The framework's own text stays where it is, so that it can take its element away.
    const text = texts[at].splitText(find(texts[at].data, before, words, after));
    texts[at] = text.splitText(words.length);
    const element = make("a", { href: url });
    element.dataset.term = id;
    text.replaceWith(element);
    element.append(text);
    links.push(element);
  }
}

/** Where the words stand in a text, or -1; what was before them may be cut off by the link before. @param {string[]} parts */
function find(...parts) {
  const [data, before, words, after] = parts;
  const whole = data.indexOf(before + words + after);
  if (whole >= 0) return whole + before.length;
  const cut = data.indexOf(words + after);
  return cut >= 0 && before.endsWith(data.slice(0, cut)) ? cut : -1;
}

/** Links this page, unless that has happened. */
async function apply() {
  const path = listPath();
  if (!isReady() || (path === applied && links.every((element) => element.isConnected))) return;
  applied = path;
  links = [];
  const list = await load(path).catch(() => null);
  if (list?.version === 1 && path === listPath()) link(/** @type {Quotation[]} */ (list.links));
}

if (lists) {
  let waiting = 0;
  const later = () => {
    waiting ||= setTimeout(() => {
      waiting = 0;
      apply();
    }, 100);
  };
  new MutationObserver(later).observe(document.documentElement, {
    attributes: true,
    attributeFilter: ["data-has-hydrated"],
    childList: true,
    subtree: true,
  });
  // Frameworks that only attach to what is there change nothing that could be observed.
  for (const ms of [0, 500, 1500, 4000]) setTimeout(later, ms);
}
