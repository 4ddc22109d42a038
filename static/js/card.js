/** The hover cards of terms: their texts, from one file, their stack of layers, and the switch that turns them off. */
import { HoverCard, make } from "./hover-card.js";

/** @typedef {{ term: string, text: string, layer: string, layer_number: number }} Card */

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const option = /** @type {HTMLInputElement} */ (document.querySelector("#previews input"));

/** @returns {Promise<Record<string, Card>>} */
const load = async () => /** @type {Record<string, Card>} */ (await (await fetch(main.dataset.cards ?? "")).json());
/** @type {Promise<Record<string, Card>> | undefined} */
let cards;
/** The cards if the file cannot be fetched: none. @type {Record<string, Card>} */
const none = {};

/** @param {Card} card @param {HTMLAnchorElement} link */
function contents(card, link) {
  const named = (/** @type {string} */ words) => words.replace("{term}", () => card.term);
  const stack = /** @type {SVGSVGElement | undefined} */ (document.querySelector(".crumbs .stack")?.cloneNode(true));
  stack?.lastElementChild?.setAttribute("d", `M0 ${stack.viewBox.baseVal.height - 1.5 - 2 * card.layer_number}h14`);
  const children = [
    make("div", { className: "card-h" }, stack ?? "", card.layer),
    make("p", { className: "card-t" }, card.term),
    make("p", {}, card.text),
    make(
      "div",
      { className: "card-f" },
      make("a", { href: link.href, ariaLabel: named("{{card.open_term}}") }, "{{card.open}}"),
      // No tab stop: the footer has the same switch.
      make("button", { tabIndex: -1, onclick: () => option.click() }, "{{card.turn_off}}"),
    ),
  ];
  return { label: named("{{card.definition}}"), children };
}

const hoverCard = new HoverCard("card", {
  linkAt: (target) => (option.checked && target instanceof Element ? target.closest("a.term") : null),
  load: async (link) => (await (cards ??= load().catch(() => none)))[link.dataset.term ?? ""] ?? null,
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
