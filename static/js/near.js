/**
 * Fetches the calculator's script when its block comes near, is touched, or was set by the address: nobody who only reads
 * downloads it.
 */
const block = /** @type {HTMLElement} */ (document.querySelector("#calculator"));
const start = () => {
  const address = new URL(block.dataset.script ?? "", document.baseURI).href;
  import(address).catch(() => block.addEventListener("focusin", () => import(`${address}?`), { once: true }));
};
block.addEventListener("focusin", start, { once: true });
if (location.search) start();
new IntersectionObserver((entries, observer) => {
  if (!entries.some((entry) => entry.isIntersecting)) return;
  observer.disconnect();
  start();
}, { rootMargin: "300px" }).observe(block);
