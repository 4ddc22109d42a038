/**
 * Opens the search from the link in the header or with `/` outside of text fields; the search itself is fetched on
 * first use.
 */
import "./my-machine.js";

const link = /** @type {HTMLAnchorElement} */ (document.querySelector("a.find"));

/** Takes what is typed while the search is fetched; the function that it returns ends that, and gives the text. */
function collect() {
  let text = "";
  const take = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (!event.key[1]) text += event.key;
  };
  addEventListener("keydown", take);
  return () => (removeEventListener("keydown", take), text);
}

/** @param {MouseEvent | KeyboardEvent} event */
function open(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  /** @type {Promise<typeof import("./search.js")>} */
  const search = import(new URL(link.dataset.search ?? "", location.href).href);
  const typed = collect();
  search.then((module) => module.open(link, typed)).catch(() => location.assign(link.href));
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
