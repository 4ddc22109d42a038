/**
 * Opens the search from the link in the header or with `/` outside of text fields; the search itself is fetched on
 * first use.
 */
import "./my-machine.js";

const link = /** @type {HTMLAnchorElement} */ (document.querySelector("a.find"));

/** @param {MouseEvent | KeyboardEvent} event */
function open(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  /** @type {Promise<typeof import("./search.js")>} */
  const search = import(new URL(link.dataset.search ?? "", location.href).href);
  search.then((module) => module.open(link)).catch(() => location.assign(link.href));
}

/** True if the reader has turned the key off; without storage it is on. */
function isOff() {
  try {
    return localStorage.rooflightSlash === "off";
  } catch {
    return false;
  }
}

link.onclick = (event) => event.shiftKey || open(event);
addEventListener("keydown", (event) => {
  const target = /** @type {Element} */ (event.target);
  if (event.key === "/" && !event.isComposing && !target.matches(":read-write, select") && !isOff()) open(event);
});
// A link of the menu may lead to a place on this page.
document.querySelector("#nav")?.addEventListener("click", ({ currentTarget }) => {
  /** @type {HTMLElement} */ (currentTarget).hidePopover();
});
