/**
 * Fetches the calculator's script when its block comes near the window, gets the focus, or is set by the URL, so that
 * readers of the text do not download it. A button pressed before the script has arrived is pressed again afterwards.
 * A reader who came from a lesson finds the way back to it above the answer.
 */
const block = /** @type {HTMLElement} */ (document.querySelector("#calculator"));
/** @type {HTMLButtonElement | undefined} */
let pressed;

/** @param {Event} event */
function remember({ target }) {
  if (target instanceof HTMLButtonElement) pressed = target;
}

async function start() {
  const address = new URL(block.dataset.script ?? "", document.baseURI).href;
  try {
    await import(address);
  } catch {
    // A browser remembers a failed import, so the retry on the next focus needs another URL.
    await new Promise((focused) => block.addEventListener("focusin", focused, { once: true }));
    await import(`${address}?`);
  }
  block.removeEventListener("click", remember);
  pressed?.click();
  pressed = undefined;
}

const [lesson, number] = /^[^?#]*\/learn\/[^/]+\/(\d+)\/$/.exec(document.referrer) ?? [];
if (lesson && new URL(lesson).origin === location.origin) {
  const back = document.createElement("p"),
    link = document.createElement("a");
  back.className = "chips";
  Object.assign(link, { href: lesson, textContent: `← {{menu.learn}} ${number}` });
  back.append(link);
  block.prepend(back);
}

block.addEventListener("click", remember);
block.addEventListener("focusin", start, { once: true });
if (location.search) start();
new IntersectionObserver(
  (entries, observer) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    start();
  },
  { rootMargin: "300px" },
).observe(block);
