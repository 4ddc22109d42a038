/**
 * Keeps an open page up to date while `rooflight serve` runs; served in addition to the site and never part of it.
 *
 * The HTML as it was sent is compared with the HTML as it is now, and only the difference is applied to the open
 * page: scroll position, focus, opened details and a calculator's state stay. A changed script or calculator reloads
 * the page, whose state is in its URL. Problems in the content are listed in a panel while the page shows the last
 * good build.
 */
/** @typedef {{ build: number, problems: string | null }} News */
const own = new URL(import.meta.url);
/** The page as it was sent: this script runs before all others. */
let sent = comparable(/** @type {Document} */ (document.cloneNode(true)));
/** The number of the build that the page shows, and of the newest one. */
let shownBuild = Number(own.searchParams.get("build")),
  newestBuild = shownBuild;
let updating = false;

const style = document.createElement("link");
Object.assign(style, { rel: "stylesheet", href: new URL("reload.css", own).href });
document.head.append(style);
const panel = Object.assign(document.createElement("section"), { id: "rooflight-problems", hidden: true });
panel.ariaLabel = "Content problems";
const summary = Object.assign(document.createElement("p"), { role: "alert" });
const report = Object.assign(document.createElement("pre"), { tabIndex: 0 });
const hide = Object.assign(document.createElement("button"), { type: "button", textContent: "Hide" });
hide.onclick = () => (panel.hidden = true);
panel.append(summary, hide, report);
document.body.append(panel);
addEventListener("keydown", ({ key }) => {
  if (key === "Escape" && !panel.hidden && panel.contains(document.activeElement)) panel.hidden = true;
});

const events = new EventSource(new URL("events", own));
events.addEventListener("news", ({ data }) => {
  const { build, problems } = /** @type {News} */ (JSON.parse(data));
  showProblems(problems);
  // A smaller number comes from a restarted server, whose pages may differ too.
  if (build === shownBuild) return;
  newestBuild = build;
  update();
});
// A page in the back/forward cache must not hold one of the browser's few connections to this host.
addEventListener("pagehide", () => events.close());
addEventListener("pageshow", ({ persisted }) => persisted && location.reload());

/** @param {string | null} problems */
function showProblems(problems) {
  const [first = "", ...rest] = (problems ?? "").split("\n\n"),
    details = rest.join("\n\n");
  if (problems === null) {
    panel.hidden = true;
    summary.textContent = report.textContent = "";
  } else if (report.textContent !== details) {
    report.textContent = details;
    panel.hidden = false;
    summary.textContent = `${first.charAt(0).toUpperCase()}${first.slice(1)}. Showing the last good build.`;
  }
}

/** Fetches the page as it is now and applies the difference; one update at a time. */
async function update() {
  if (updating) return;
  updating = true;
  while (shownBuild !== newestBuild) {
    const build = newestBuild;
    try {
      const response = await fetch(location.href, { cache: "no-store" });
      apply(comparable(new DOMParser().parseFromString(await response.text(), "text/html")));
      shownBuild = build;
    } catch {
      break; // The server is gone; once it is back it sends news.
    }
  }
  updating = false;
}

/** @param {Document} next */
function apply(next) {
  const scripts = list(sent, "script[src]", "src") !== list(next, "script[src]", "src");
  if (scripts || differs("#calculator", next) || differs(".work", next)) return location.reload();
  // A policy holds for as long as its page, so fonts of a new theme would be refused.
  const policy = "meta[http-equiv=Content-Security-Policy]";
  if (list(sent, policy, "content") !== list(next, policy, "content")) return location.reload();
  replaceStyles(next);
  document.title = next.title;
  document.documentElement.lang = next.documentElement.lang;
  if (list(sent, "main", "data-cards") !== list(next, "main", "data-cards")) return location.reload();
  const focused = path(document.activeElement);
  for (const part of ["body > header", "main", "body > footer"]) {
    const live = document.querySelector(part),
      old = sent.querySelector(part),
      now = next.querySelector(part);
    if (live && old && now) patch(live, old, now);
  }
  if (focused && document.activeElement === document.body) {
    /** @type {HTMLElement | null} */ (document.querySelector(focused))?.focus({ preventScroll: true });
  }
  sent = next;
}

/**
 * Applies the change from `old` to `now` to `live`, and nothing else: what a script or the reader has changed stays.
 * @param {Element} live
 * @param {Element} old
 * @param {Element} now
 */
function patch(live, old, now) {
  if (old.isEqualNode(now)) return;
  patchAttributes(live, old, now);
  const lives = [...live.childNodes],
    olds = [...old.childNodes],
    nows = [...now.childNodes];
  if (lives.length < olds.length || olds.some((node, at) => node.nodeName !== lives[at].nodeName)) {
    live.replaceChildren(...nows.map((node) => document.importNode(node, true)));
    return;
  }
  const common = Math.min(olds.length, nows.length);
  let start = 0,
    end = 0;
  while (start < common && olds[start].isEqualNode(nows[start])) start++;
  while (end < common - start && olds[olds.length - 1 - end].isEqualNode(nows[nows.length - 1 - end])) end++;
  const oldMiddle = olds.slice(start, olds.length - end),
    newMiddle = nows.slice(start, nows.length - end);
  const liveMiddle = lives.slice(start, olds.length - end);
  if (oldMiddle.length === newMiddle.length && oldMiddle.every((node, at) => isCounterpart(node, newMiddle[at]))) {
    oldMiddle.forEach((node, at) => patchNode(liveMiddle[at], node, newMiddle[at]));
  } else {
    const following = lives[olds.length - end] ?? null;
    liveMiddle.forEach((node) => node.remove());
    newMiddle.forEach((node) => live.insertBefore(document.importNode(node, true), following));
  }
}

/** @param {Element} live @param {Element} old @param {Element} now */
function patchAttributes(live, old, now) {
  for (const { name } of [...old.attributes]) if (!now.hasAttribute(name)) live.removeAttribute(name);
  for (const { name, value } of [...now.attributes]) {
    if (old.getAttribute(name) !== value) live.setAttribute(name, value);
  }
}

/** @param {Node} live @param {Node} old @param {Node} now */
function patchNode(live, old, now) {
  if (live instanceof Element && old instanceof Element && now instanceof Element) patch(live, old, now);
  else live.nodeValue = now.nodeValue;
}

/** @param {Node} a @param {Node} b */
const isCounterpart = (a, b) =>
  a.nodeName === b.nodeName && (!(a instanceof Element && b instanceof Element) || a.id === b.id);

/**
 * Adds the new style sheets and removes the old ones once those have loaded: the page is never unstyled.
 * @param {Document} next
 */
function replaceStyles(next) {
  const selector = "link[rel=stylesheet]";
  if (list(sent, selector, "href") === list(next, selector, "href")) return;
  const old = [...document.querySelectorAll(selector)].filter((sheet) => sheet !== style);
  const sheets = /** @type {NodeListOf<HTMLLinkElement>} */ (next.querySelectorAll(selector));
  const now = [...sheets].map((sheet) => document.importNode(sheet, true));
  const loaded = now.map((sheet) => new Promise((done) => (sheet.onload = sheet.onerror = done)));
  Promise.all(loaded).then(() => old.forEach((sheet) => sheet.remove()));
  style.before(...now);
}

/**
 * Whether an element differs between the two pages as they were sent.
 * @param {string} selector
 * @param {Document} next
 */
function differs(selector, next) {
  const old = sent.querySelector(selector),
    now = next.querySelector(selector);
  return old && now ? !old.isEqualNode(now) : old !== now;
}

/**
 * An attribute of all elements that match, without what the development server adds.
 * @param {Document} page
 * @param {string} selector
 * @param {string} attribute
 */
function list(page, selector, attribute) {
  const values = [...page.querySelectorAll(selector)].map((element) => element.getAttribute(attribute));
  return values.map((value) => value?.replace(/^\/_rooflight.*/, "")).join(" ");
}

/** Empties what a parser with scripts reads differently from one without. @param {Document} page */
function comparable(page) {
  page.querySelectorAll("noscript").forEach((element) => (element.textContent = ""));
  return page;
}

/**
 * A selector that finds the element again in a page that is much the same.
 * @param {Element | null} element
 * @returns {string}
 */
function path(element) {
  if (!element || element === document.body || !element.parentElement) return "";
  if (element.id) return `#${CSS.escape(element.id)}`;
  const at = [...element.parentElement.children].indexOf(element) + 1;
  return `${path(element.parentElement) || "body"} > ${element.localName}:nth-child(${at})`;
}
