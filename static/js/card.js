/**
 * The hover cards of terms: their texts, from one file, their stack of layers, and the switch that turns them off. The
 * card of a measurement has the conditions that its sentence leaves out, which stand hidden behind its figure.
 */
import { HoverCard, make } from "./hover-card.js";

/** A card of a measurement has no layer. */
/** @typedef {{ term: string, text: string, layer?: string, layer_number?: number }} Card */

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const option = /** @type {HTMLInputElement} */ (document.querySelector("#previews input"));

/** @returns {Promise<Record<string, Card>>} */
const load = async () => /** @type {Record<string, Card>} */ (await (await fetch(main.dataset.cards ?? "")).json());
/** @type {Promise<Record<string, Card>> | undefined} */
let cards;
/** The cards if the file cannot be fetched: none. @type {Record<string, Card>} */
const none = {};

/** The stack of layers with the term's. @param {Card} card */
function heading({ layer, layer_number: number = 0 }) {
  if (layer === undefined) return [];
  const stack = /** @type {SVGSVGElement | undefined} */ (document.querySelector(".crumbs .stack")?.cloneNode(true));
  stack?.lastElementChild?.setAttribute("d", `M0 ${stack.viewBox.baseVal.height - 1.5 - 2 * number}h14`);
  return [make("div", { className: "card-h" }, stack ?? "", layer)];
}

/** The card of a measurement: its figure, and what stands behind it in brackets. @param {HTMLAnchorElement} link */
function measurement({ textContent, parentElement }) {
  const term = textContent ?? "";
  return { term, text: (parentElement?.textContent ?? "").slice(term.length).trim().slice(1, -1) };
}

/** @param {Card} card @param {HTMLAnchorElement} link */
function contents(card, link) {
  const named = (/** @type {string} */ words) => words.replace("{term}", () => card.term);
  const children = [
    ...heading(card),
    make("p", { className: "card-t" }, card.term),
    make("p", {}, card.text),
    make(
      "div",
      { className: "card-f" },
      ...(card.layer === undefined
        ? [make("a", { href: link.href }, "{{card.open_row}}")]
        : [
            make("a", { href: link.href, ariaLabel: named("{{card.open_term}}") }, "{{card.open}}"),
            // No tab stop: the footer has the same switch.
            make("button", { tabIndex: -1, onclick: () => option.click() }, "{{card.turn_off}}"),
          ]),
    ),
  ];
  return { label: named(card.layer === undefined ? "{{card.conditions}}" : "{{card.definition}}"), children };
}

const hoverCard = new HoverCard("card", {
  // The switch is for the cards of terms: what a sentence leaves out of a measurement stays within reach.
  linkAt: (target) =>
    target instanceof Element ? target.closest(option.checked ? "a.term, .run > a" : ".run > a") : null,
  load: async (link) =>
    link.matches(".term")
      ? ((await (cards ??= load().catch(() => none)))[link.dataset.term ?? ""] ?? null)
      : measurement(link),
  contents,
});

/** The browser's storage, or this page's memory if storage is denied. @type {Record<string, unknown>} */
let store = {};
try {
  store = localStorage;
} catch {}
option.checked = store.rooflightPreviews !== "off";
option.onchange = () => {
  store.rooflightPreviews = option.checked ? "on" : "off";
  hoverCard.close();
};
/** @type {HTMLElement} */ (option.closest("li")).hidden = false;
