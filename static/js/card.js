/**
 * The hover card that previews a term: one element, in the document only while open. A tap opens it, a second
 * tap follows the link.
 */
/** @typedef {{ term: string, text: string, layer: string, layer_number: number }} Card */
const OPEN_MS = 300,
  CLOSE_MS = 250,
  GAP = 8,
  EDGE = 16;

/** @typedef {HTMLAnchorElement | null} Term */
/**
 * The links whose card is open, that pointer or focus rests on, and whose card Escape closed.
 * @type {Record<"open" | "rest" | "refused", Term>}
 */
const term = { open: null, rest: null, refused: null };
/** @type {Promise<Record<string, Card>> | undefined} */
let cards;
let timer = 0,
  closedAt = -OPEN_MS,
  pointerX = 0;

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const option = /** @type {HTMLInputElement} */ (document.querySelector("#previews input"));

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
const box = make("div", { className: "card", popover: "manual", role: "group" });

/** @param {EventTarget | null} target @returns {Term} */
const termAt = (target) => (option.checked && target instanceof Element ? target.closest("a.term") : null);

/** @param {EventTarget | null} target */
const inBox = (target) => box.contains(/** @type {Node | null} */ (target));

/** @returns {Promise<Record<string, Card>>} */
const load = async () => /** @type {Record<string, Card>} */ (await (await fetch(main.dataset.cards ?? "")).json());

/** Opens a link's card after a delay. @param {HTMLAnchorElement} link @param {number} ms */
function schedule(link, ms) {
  if (link === term.refused) return;
  term.rest = link;
  cards ??= load().catch(() => ({}));
  clearTimeout(timer);
  timer = setTimeout(open, ms, link);
}

/** @param {HTMLAnchorElement} link */
async function open(link) {
  const card = (await cards)?.[link.dataset.term ?? ""];
  if (!card || term.open === link || term.rest !== link) return;
  const named = (/** @type {string} */ words) => words.replace("{term}", () => card.term);
  const stack = /** @type {SVGSVGElement | undefined} */ (document.querySelector(".crumbs .stack")?.cloneNode(true));
  stack?.lastElementChild?.setAttribute("d", `M0 ${stack.viewBox.baseVal.height - 1.5 - 2 * card.layer_number}h14`);
  box.replaceChildren(
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
  );
  box.ariaLabel = named("{{card.definition}}");
  term.open?.removeAttribute("data-open");
  term.open = link;
  link.dataset.open = "";
  main.append(box);
  box.showPopover({ source: link });
  place();
}

/** Puts the card below the line of the link under the pointer, or above it, inside the window. */
function place() {
  if (!term.open) return;
  const lines = [...term.open.getClientRects()];
  const line = lines.find(({ left, right }) => pointerX >= left && pointerX <= right) ?? lines[0];
  if (line.bottom < 0 || line.top > innerHeight) return close();
  const { width, height } = box.getBoundingClientRect(),
    below = line.bottom + GAP;
  const left = Math.min(line.left, document.documentElement.clientWidth - width - EDGE);
  box.style.top = `${below + height < innerHeight ? below : Math.max(EDGE, line.top - GAP - height)}px`;
  box.style.left = `${Math.max(EDGE, left)}px`;
}

function close() {
  clearTimeout(timer);
  const link = term.open,
    focused = inBox(document.activeElement);
  term.rest = term.open = null;
  if (!link) return;
  closedAt = performance.now();
  link.removeAttribute("data-open");
  box.remove();
  if (focused) (term.refused = link).focus();
}

/** Closes after a delay, unless pointer or focus has returned by then. */
function leave() {
  term.rest = null;
  clearTimeout(timer);
  timer = setTimeout(() => {
    if (!term.open?.matches(":hover, :focus-visible") && !box.matches(":hover, :focus-within")) close();
  }, CLOSE_MS);
}

addEventListener("pointermove", ({ buttons, clientX, pointerType, target }) => {
  // With a button pressed the reader selects text.
  if (pointerType === "touch" || buttons) return;
  const link = inBox(target) ? term.open : termAt(target);
  pointerX = clientX;
  if (link !== term.refused) term.refused = null;
  if (!link) {
    if (term.rest) leave();
    return;
  }
  // Each movement restarts the delay; right after another card there is none.
  const delay = performance.now() - closedAt < OPEN_MS ? 0 : OPEN_MS;
  if (link !== term.open || link !== term.rest) schedule(link, delay);
});
// The pointer has left the window. A finger that is lifted leaves nothing: the next one closes the card.
addEventListener("pointerout", ({ pointerType, relatedTarget }) => relatedTarget || pointerType === "touch" || leave());
/** The link whose card was open when the finger came down, which the second tap follows. @type {Term} */
let tapped = null;
addEventListener("pointerdown", (event) => {
  tapped = term.open;
  if (!inBox(event.target)) close();
});
addEventListener("click", async (event) => {
  const link = termAt(event.target);
  if (!(event instanceof PointerEvent) || event.pointerType !== "touch" || !link || link === tapped) return;
  event.preventDefault();
  pointerX = event.clientX;
  // The tap may have taken the focus from something: on a slow network that would close the card before it is there.
  clearTimeout(timer);
  term.rest = link;
  cards ??= load().catch(() => ({}));
  await open(link);
  // Without a card the tap leads where it points.
  if (term.open !== link) location.assign(link.href);
});
addEventListener("focusin", ({ target }) => {
  const link = termAt(target);
  if (!link?.matches(":focus-visible")) return;
  pointerX = -1;
  schedule(link, OPEN_MS);
});
addEventListener("focusout", ({ target }) => {
  if (target === term.refused) term.refused = null;
  leave();
});
addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  term.refused = term.open ?? term.rest;
  close();
});
addEventListener("scroll", place);

/** The browser's storage; where that is refused, memory of this page. @type {Record<string, unknown>} */
let store = {};
try {
  store = localStorage;
} catch {}
option.checked = store.rooflightPreviews !== "off";
option.onchange = () => {
  store.rooflightPreviews = option.checked ? "on" : "off";
  close();
};
/** @type {HTMLElement} */ (option.closest("li")).hidden = false;
