/**
 * Makes the map usable by touch: the first tap on a term shows its lines and a link to it, the second follows the link,
 * a tap outside all terms ends it. Mouse and keyboard need no script; without this one each tap follows a link.
 */
const map = /** @type {SVGSVGElement} */ (document.querySelector(".map"));
const line = /** @type {HTMLElement} */ (document.querySelector(".tapped"));
let isTouch = false;

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
