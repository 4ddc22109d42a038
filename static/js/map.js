/**
 * Makes the map usable by touch: the first tap on a term shows its lines and a link to it, the second follows the link,
 * a tap outside all terms ends it. While a term is pointed at or focused, all but its neighbours step back. Mouse and
 * keyboard need no script to see a term's lines; without this one each tap follows a link.
 */
const map = /** @type {SVGSVGElement} */ (document.querySelector(".map"));
const line = /** @type {HTMLElement} */ (document.querySelector(".tapped"));
let isTouch = false;

/**
 * The terms by where their lines begin: the middle of the name, and 5 below its base line.
 * @type {Map<string, Element>}
 */
const places = new Map();
for (const text of map.querySelectorAll("g > a > text")) {
  const group = text.closest("g");
  if (group) places.set(`${text.getAttribute("x")} ${Number(text.getAttribute("y")) + 5}`, group);
}

/** Shows a term with its neighbours, or the whole map. @param {Element | null | undefined} group */
function focus(group) {
  for (const near of map.querySelectorAll(".near")) near.classList.remove("near");
  map.classList.toggle("focus", !!group);
  group?.classList.add("near");
  // Each line is a curve, then a stroke below the name of the other term.
  for (const path of group?.querySelectorAll("path") ?? []) {
    for (const [, x, y, length] of (path.getAttribute("d") ?? "").matchAll(/M(\d+) (\d+)h(\d+)/g)) {
      const middle = Math.round(Number(x) + Number(length) / 2);
      // Both are rounded in the picture.
      for (const off of [-1, 0, 1]) places.get(`${middle + off} ${y}`)?.classList.add("near");
    }
  }
}
/** @param {Event} event */
const pointed = ({ target }) => focus(target instanceof Element ? target.closest("g") : null);
for (const kind of ["pointerover", "focusin"]) map.addEventListener(kind, pointed);
for (const kind of ["pointerleave", "focusout"]) map.addEventListener(kind, () => focus(null));

/** Marks a term alone, or none. @param {Element | null} link */
function mark(link) {
  map.querySelector(".on")?.classList.remove("on");
  link?.parentElement?.classList.add("on");
  line.hidden = !link;
  line.textContent = "";
  if (!link) return;
  const follow = document.createElement("a");
  follow.href = link.getAttribute("href") ?? "";
  follow.textContent = "{{map.open}}".replace("{term}", () => link.textContent ?? "");
  line.append(follow, "{{map.tap_again}}");
}

addEventListener("pointerdown", ({ pointerType }) => (isTouch = pointerType === "touch"), { capture: true });
map.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("g > a") : null;
  if (!isTouch || link?.parentElement?.classList.contains("on")) return;
  if (link) event.preventDefault();
  mark(link);
});
