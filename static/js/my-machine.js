/**
 * The reader's machine on the whole site: chosen once, kept in this tab, shown in the header, forgotten at the press of
 * a button. Forms use it as their default if the URL names no other. Nothing of it is sent.
 */

/**
 * `mem` and `bw` are as forms take them.
 * @typedef {{ hw: string, name: string, n: string, mem: string, bw: string }} Machine
 */

const KEY = "rooflightMachine";
const nav = document.querySelector("#nav");
const explore = /** @type {HTMLAnchorElement | null | undefined} */ (nav?.querySelector('a[href$="explore/"]'));

/** The machine; none in a frame, without storage, or if none was chosen. @returns {Machine | undefined} */
export function machine() {
  if (!explore) return undefined;
  try {
    const stored = /** @type {Machine | null} */ (JSON.parse(sessionStorage.getItem(KEY) ?? "null"));
    return stored && /^[a-z0-9.-]+$/.test(stored.hw) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Stores a machine or forgets it, and updates the page. @param {Machine | undefined} mine */
function keep(mine) {
  try {
    if (mine) sessionStorage.setItem(KEY, JSON.stringify(mine));
    else sessionStorage.removeItem(KEY);
  } catch {}
  show();
}

/** @param {Machine} mine */
export const remember = (mine) => keep(mine);

/** What runs on the machine. @param {Machine} mine */
export function address({ hw, n, mem, bw }) {
  const query = new URLSearchParams({ hw, n, mem, bw, v: "1" });
  for (const [key, value] of [...query]) if (!value || (key === "n" && value === "1")) query.delete(key);
  return `${explore?.href}?${query}`;
}

/** The machine in words. @param {Machine} mine */
const named = ({ name, n, mem }) => `${Number(n) > 1 ? `${n} × ` : ""}${name}${mem ? `, ${mem} GiB` : ""}`;

/** Shows the machine in the header, and on the home page above the picture of another. */
export function show() {
  const mine = machine();
  nav?.querySelector(".mine")?.remove();
  if (mine && nav) {
    const link = document.createElement("a"),
      forget = document.createElement("button"),
      line = document.createElement("p");
    Object.assign(link, { href: address(mine), textContent: named(mine), title: "What runs on my machine" });
    const title = "Forget my machine";
    Object.assign(forget, { type: "button", textContent: "×", ariaLabel: title, title });
    forget.onclick = () => keep(undefined);
    line.className = "mine";
    line.append(link, forget);
    nav.append(line);
  }
  const own = document.querySelector("[data-part=mine]");
  if (!(own instanceof HTMLElement)) return;
  // An address may name another machine than the list.
  const asked = new URLSearchParams(location.search).get("hw"),
    shared = asked && { hw: asked, name: "this machine", n: "", mem: "", bw: "" };
  const other = mine ?? (shared || undefined);
  own.hidden = !other;
  const link = own.querySelector("a");
  if (other && link) Object.assign(link, { href: address(other), textContent: `What runs on ${named(other)}` });
}

show();
