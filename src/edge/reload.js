/**
 * Keeps an open page up to date while `rooflight serve` runs; served beside the pages and part of no site.
 *
 * The page as it was sent is compared with the page as it is sent now, and only what differs between the two is changed in the open one:
 * scroll position, focus, open details and a calculator's state stay. A changed script or calculator reloads the page, whose state is in
 * its address. What is wrong with the content is shown in a panel below; the page stays the last good one.
 */
const own = new URL(import.meta.url);
/** The page as it was sent: this script runs before all others. */
let before = still(/** @type {Document} */ (document.cloneNode(true)));
let build = Number(own.searchParams.get("build")), busy = false, wanted = build;

const style = Object.assign(document.createElement("link"), { rel: "stylesheet", href: new URL("reload.css", own).href });
document.head.append(style);
const panel = Object.assign(document.createElement("section"), { id: "rooflight-problems", hidden: true });
panel.setAttribute("aria-label", "Problems of the content");
const told = Object.assign(document.createElement("p"), { role: "alert" });
const text = Object.assign(document.createElement("pre"), { tabIndex: 0 });
const hide = Object.assign(document.createElement("button"), { type: "button", textContent: "Hide", onclick: () => (panel.hidden = true) });
panel.append(told, hide, text);
document.body.append(panel);
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || panel.hidden || !panel.contains(document.activeElement)) return;
  panel.hidden = true;
});

const events = new EventSource(new URL("events", own));
events.addEventListener("news", (event) => {
  const news = JSON.parse(event.data);
  show(news.problems);
  // A number that went back is another server's: its pages may differ too.
  if (news.build === build) return;
  wanted = news.build;
  update();
});
// A page that is left must not keep one of the browser's few connections to this host.
addEventListener("pagehide", () => events.close());
addEventListener("pageshow", (event) => event.persisted && location.reload());

/** @param {string | null} problems */
function show(problems) {
  const [summary = "", ...rest] = (problems ?? "").split("\n\n");
  const report = rest.join("\n\n");
  if (problems === null) {
    panel.hidden = true;
    told.textContent = text.textContent = "";
  } else if (text.textContent !== report) {
    text.textContent = report;
    panel.hidden = false;
    told.textContent = `${summary[0].toUpperCase()}${summary.slice(1)}. The page stays as it last was.`;
  }
}

/** Fetches the page as it is now and brings the open one in line with it, one update at a time. */
async function update() {
  if (busy) return;
  busy = true;
  while (build !== wanted) {
    const next = wanted;
    try {
      const answer = await fetch(location.href, { cache: "no-store" });
      const after = new DOMParser().parseFromString(await answer.text(), "text/html");
      apply(still(after));
      build = next;
    } catch {
      break; // The server is gone; when it is back, it says what is new.
    }
  }
  busy = false;
}

/** @param {Document} after */
function apply(after) {
  if (list(before, "script[src]", "src") !== list(after, "script[src]", "src") || changed("#calculator", after) || changed(".work", after)) {
    return location.reload();
  }
  styles(after);
  document.title = after.title;
  document.documentElement.lang = after.documentElement.lang;
  const cards = after.querySelector("main")?.getAttribute("data-cards");
  if (cards !== before.querySelector("main")?.getAttribute("data-cards")) return location.reload();
  const focused = path(document.activeElement);
  for (const part of ["body > header", "main", "body > footer"]) {
    const [live, old, now] = [document, before, after].map((page) => page.querySelector(part));
    if (live && old && now) mend(live, old, now);
  }
  if (focused && document.activeElement === document.body) {
    /** @type {HTMLElement | null} */ (document.querySelector(focused))?.focus({ preventScroll: true });
  }
  before = after;
}

/**
 * Makes the change from `old` to `now` in `live`, and no other: what a script or the reader has done to the rest stays.
 * @param {Element} live @param {Element} old @param {Element} now
 */
function mend(live, old, now) {
  if (old.isEqualNode(now)) return;
  for (const { name } of [...old.attributes]) if (!now.hasAttribute(name)) live.removeAttribute(name);
  for (const { name, value } of [...now.attributes]) if (old.getAttribute(name) !== value) live.setAttribute(name, value);
  const [lives, olds, nows] = [live, old, now].map((node) => [...node.childNodes]);
  if (lives.length < olds.length || lives.slice(0, olds.length).some((node, at) => node.nodeName !== olds[at].nodeName)) {
    return live.replaceChildren(...nows.map((node) => document.importNode(node, true)));
  }
  let start = 0, end = 0;
  const same = (/** @type {Node} */ a, /** @type {Node} */ b) => a.isEqualNode(b);
  while (start < Math.min(olds.length, nows.length) && same(olds[start], nows[start])) start++;
  while (end < Math.min(olds.length, nows.length) - start && same(olds[olds.length - 1 - end], nows[nows.length - 1 - end])) end++;
  const [oldMiddle, newMiddle] = [olds.slice(start, olds.length - end), nows.slice(start, nows.length - end)];
  const pairs = oldMiddle.length === newMiddle.length && oldMiddle.every((node, at) => alike(node, newMiddle[at]));
  if (pairs) {
    oldMiddle.forEach((node, at) => {
      if (node instanceof Element) mend(/** @type {Element} */ (lives[start + at]), node, /** @type {Element} */ (newMiddle[at]));
      else lives[start + at].nodeValue = newMiddle[at].nodeValue;
    });
  } else {
    const after = lives[olds.length - end] ?? null;
    lives.slice(start, olds.length - end).forEach((node) => node.remove());
    newMiddle.forEach((node) => live.insertBefore(document.importNode(node, true), after));
  }
}

/** @param {Node} a @param {Node} b */
const alike = (a, b) => a.nodeName === b.nodeName && (!(a instanceof Element) || a.id === /** @type {Element} */ (b).id);

/** New style sheets first, then away with the old: the page is never bare. @param {Document} after */
function styles(after) {
  const sheets = "link[rel=stylesheet]";
  if (list(before, sheets, "href") === list(after, sheets, "href")) return;
  const old = [...document.querySelectorAll(sheets)].filter((sheet) => sheet !== style);
  const now = [...after.querySelectorAll(sheets)].map((sheet) => /** @type {HTMLLinkElement} */ (document.importNode(sheet, true)));
  Promise.all(now.map((sheet) => new Promise((done) => (sheet.onload = sheet.onerror = done)))).then(() => old.forEach((sheet) => sheet.remove()));
  style.before(...now);
}

/** Whether a part differs between the two pages as they were sent. @param {string} part @param {Document} after */
function changed(part, after) {
  const [old, now] = [before.querySelector(part), after.querySelector(part)];
  return old && now ? !old.isEqualNode(now) : old !== now;
}

/** @param {Document} page @param {string} selector @param {string} attribute */
const list = (page, selector, attribute) => [...page.querySelectorAll(selector)].map((each) => each.getAttribute(attribute)?.replace(/^\/_rooflight.*/, "")).join(" ");

/** What a parser with scripts and one without read differently is left out of the comparison. @param {Document} page */
function still(page) {
  page.querySelectorAll("noscript").forEach((each) => (each.textContent = ""));
  return page;
}

/** A selector that finds the element again in a page that is much the same. @param {Element | null} element @returns {string} */
function path(element) {
  if (!element || element === document.body || !element.parentElement) return "";
  if (element.id) return `#${CSS.escape(element.id)}`;
  const at = [...element.parentElement.children].indexOf(element) + 1;
  const parent = path(element.parentElement) || "body";
  return `${parent} > ${element.localName}:nth-child(${at})`;
}
