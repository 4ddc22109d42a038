/** The preview card: one element, in the document only while open. A touch follows the link. */
const OPEN = 300, CLOSE = 250, GAP = 8, EDGE = 16;

/** The links that are `open`, under `rest`, `refused` by Escape. @type {any} */
const at = {};
/** @type {any} */
let cards;
let timer = 0, closedAt = -OPEN, pointerX = 0;

/** @type {any} */
const main = document.querySelector("main");
/** @type {any} */
const option = document.querySelector("#previews input");

/** @param {string} tag @param {any} properties @param {any[]} content */
const make = (tag, properties, ...content) => {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...content);
  return element;
};
const box = make("div", { className: "card", popover: "manual", role: "group" });

/** @param {any} target */
const termAt = (target) => (option.checked ? target.closest?.("a.term") : null);

/** @param {any} link @param {number} ms */
function want(link, ms) {
  if (link === at.refused) return;
  at.rest = link;
  cards ??= fetch(main.dataset.cards).then((answer) => answer.json()).catch(() => ({}));
  clearTimeout(timer);
  timer = setTimeout(open, ms, link);
}

/** @param {any} link */
async function open(link) {
  const card = (await cards)[link.dataset.term];
  if (!card || at.open === link || at.rest !== link) return;
  /** @type {any} */
  const stack = document.querySelector(".crumbs .stack")?.cloneNode(true);
  stack?.lastChild.setAttribute("d", `M0 ${stack.viewBox.baseVal.height - 1.5 - 2 * card.storey}h14`);
  box.replaceChildren(
    make("div", { className: "card-h" }, stack ?? "", card.layer),
    make("p", { className: "card-t" }, card.term),
    make("p", {}, card.text),
    make("div", { className: "card-f" },
      make("a", { href: link.href, ariaLabel: `Open full entry: ${card.term}` }, "Open full entry"),
      // No tab stop: the footer has the same switch.
      make("button", { tabIndex: -1, onclick: () => option.click() }, "Turn off previews")),
  );
  box.ariaLabel = `Definition: ${card.term}`;
  at.open?.removeAttribute("data-open");
  (at.open = link).dataset.open = "";
  main.append(box);
  box.showPopover({ source: link });
  place();
}

/** Below the line under the pointer, or above it; inside the window. */
function place() {
  if (!at.open) return;
  const lines = [...at.open.getClientRects()], line = lines.find((r) => pointerX >= r.left && pointerX <= r.right) ?? lines[0];
  if (line.bottom < 0 || line.top > innerHeight) return close();
  const { width, height } = box.getBoundingClientRect();
  const below = line.bottom + GAP, left = Math.min(line.left, document.documentElement.clientWidth - width - EDGE);
  box.style.top = `${below + height < innerHeight ? below : Math.max(EDGE, line.top - GAP - height)}px`;
  box.style.left = `${Math.max(EDGE, left)}px`;
}

function close() {
  clearTimeout(timer);
  const link = at.open, held = box.contains(document.activeElement);
  at.rest = at.open = null;
  if (!link) return;
  closedAt = performance.now();
  link.removeAttribute("data-open");
  box.remove();
  if (held) (at.refused = link).focus();
}

/** Closes soon, unless pointer or focus is back by then. */
function leave() {
  at.rest = null;
  clearTimeout(timer);
  timer = setTimeout(() => at.open?.matches(":hover, :focus-visible") || box.matches(":hover, :focus-within") || close(), CLOSE);
}

/** @param {string} type @param {(event: any) => void} act */
const on = (type, act) => addEventListener(type, act);

on("pointermove", ({ buttons, clientX, pointerType, target }) => {
  // A pressed button selects text.
  if (pointerType === "touch" || buttons) return;
  const link = box.contains(target) ? at.open : termAt(target);
  pointerX = clientX;
  if (link !== at.refused) at.refused = null;
  // Moving is not resting.
  if (!link) at.rest && leave();
  else if (link !== at.open || link !== at.rest) want(link, performance.now() - closedAt < OPEN ? 0 : OPEN);
});
// Out of the window.
on("pointerout", (event) => event.relatedTarget || leave());
on("pointerdown", (event) => box.contains(event.target) || close());
on("focusin", ({ target }) => {
  const link = termAt(target);
  if (!link?.matches(":focus-visible")) return;
  pointerX = -1;
  want(link, OPEN);
});
on("focusout", (event) => {
  if (event.target === at.refused) at.refused = null;
  leave();
});
on("keydown", (event) => {
  if (event.key !== "Escape") return;
  at.refused = at.open ?? at.rest;
  close();
});
on("scroll", place);

/** Where storage is refused, for this page only. @type {any} */
let store = {};
try {
  store = localStorage;
} catch {}
option.checked = store.rooflightPreviews !== "off";
option.onchange = () => {
  store.rooflightPreviews = option.checked ? "on" : "off";
  close();
};
option.closest("li").hidden = false;
