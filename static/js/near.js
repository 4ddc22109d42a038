/**
 * Fetches the calculator's script when its block comes near, is touched, or was set by the address: nobody who only reads
 * downloads it. A button that is pressed before the script is there is pressed again once it is.
 */
const block = /** @type {HTMLElement} */ (document.querySelector("#calculator"));
/** @type {HTMLButtonElement | undefined} */
let pressed;
const note = (/** @type {Event} */ { target }) => {
  if (target instanceof HTMLButtonElement) pressed = target;
};
async function start() {
  const address = new URL(block.dataset.script ?? "", document.baseURI).href;
  // What could not be fetched is asked for again, by another name, when the reader comes back to it.
  await import(address).catch(() => new Promise((again) => block.addEventListener("focusin", () => again(import(`${address}?`)), { once: true })));
  block.removeEventListener("click", note);
  pressed?.click();
  pressed = undefined;
}
block.addEventListener("click", note);
block.addEventListener("focusin", start, { once: true });
if (location.search) start();
new IntersectionObserver((entries, observer) => {
  if (!entries.some((entry) => entry.isIntersecting)) return;
  observer.disconnect();
  start();
}, { rootMargin: "300px" }).observe(block);
