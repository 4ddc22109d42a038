/**
 * The card that previews the target of a link: one element, in the document only while it is open.
 *
 * 1. Pointer, focus and a first tap open it; leaving it, Escape and a tap elsewhere close it; a second tap follows the
 *    link.
 * 2. It appears below the line of the link, or above it, inside the window.
 * 3. It follows its link in tab order, but is elsewhere in the document, since inside a sentence it would be part of
 *    the sentence's text.
 */
const OPEN_MS = 300,
  CLOSE_MS = 250,
  GAP = 8,
  EDGE = 16;

/**
 * Where cards open, and what they show.
 * @template Card
 * @typedef {object} Source
 * @property {(target: EventTarget | null) => HTMLAnchorElement | null} linkAt the link at the target of an event
 * @property {(link: HTMLAnchorElement) => Promise<Card | null>} load its card, asked for once the pointer rests on it
 * @property {(card: Card, link: HTMLAnchorElement) => Contents} contents
 */
/** @typedef {{ label: string, children: (Node | string)[] }} Contents */

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Partial<HTMLElementTagNameMap[Tag]>} properties
 * @param {(Node | string)[]} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  Object.assign(element, properties).append(...children);
  return element;
}

/** @template Card */
export class HoverCard {
  /** The link whose card is open. @type {HTMLAnchorElement | null} */
  #open = null;
  /** The link that pointer or focus rests on. @type {HTMLAnchorElement | null} */
  #rest = null;
  /** The link whose card Escape closed, until pointer or focus has left it. @type {HTMLAnchorElement | null} */
  #refused = null;
  /** The link whose card was open when the finger came down: this tap follows it. @type {HTMLAnchorElement | null} */
  #tapped = null;
  #timer = 0;
  #closedAt = -OPEN_MS;
  #pointerX = 0;

  /** @param {string} className @param {Source<Card>} source */
  constructor(className, source) {
    this.source = source;
    this.box = make("div", { className, popover: "manual", role: "group" });
    addEventListener("pointermove", (event) => this.#move(event));
    // The pointer has left the window. A finger that is lifted leaves nothing: the next one closes the card.
    addEventListener("pointerout", ({ pointerType, relatedTarget }) => {
      if (!relatedTarget && pointerType !== "touch") this.#leave();
    });
    addEventListener("pointerdown", ({ target }) => {
      this.#tapped = this.#open;
      if (!this.#contains(target)) this.close();
    });
    addEventListener("click", (event) => this.#tap(event), true);
    addEventListener("focusin", ({ target }) => this.#focus(target));
    addEventListener("focusout", ({ target }) => {
      if (target === this.#refused) this.#refused = null;
      this.#leave();
    });
    addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.#escape();
      if (event.key === "Tab") this.#tab(event);
    });
    addEventListener("scroll", () => this.#place(), true);
  }

  close() {
    clearTimeout(this.#timer);
    const link = this.#open,
      hasFocus = this.#contains(document.activeElement);
    this.#rest = this.#open = null;
    if (!link) return;
    this.#closedAt = performance.now();
    link.removeAttribute("data-open");
    this.box.remove();
    if (hasFocus) (this.#refused = link).focus();
  }

  /** @param {EventTarget | null} target */
  #contains(target) {
    return this.box.contains(/** @type {Node | null} */ (target));
  }

  /** Opens a link's card after a delay. @param {HTMLAnchorElement} link @param {number} ms */
  #schedule(link, ms) {
    if (link === this.#refused) return;
    this.#rest = link;
    void this.source.load(link);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#show(link), ms);
  }

  /** @param {HTMLAnchorElement} link */
  async #show(link) {
    const card = await this.source.load(link);
    if (!card || this.#open === link || this.#rest !== link || !link.isConnected) return;
    const { label, children } = this.source.contents(card, link);
    this.box.replaceChildren(...children);
    this.box.ariaLabel = label;
    this.#open?.removeAttribute("data-open");
    this.#open = link;
    link.dataset.open = "";
    // Inside the page's landmark, as assistive technology expects of all content.
    (link.closest("main, [role=main]") ?? document.body).append(this.box);
    this.box.showPopover();
    this.#place();
  }

  #place() {
    if (!this.#open) return;
    const lines = [...this.#open.getClientRects()];
    const line = lines.find(({ left, right }) => this.#pointerX >= left && this.#pointerX <= right) ?? lines[0];
    if (!line || line.bottom < 0 || line.top > innerHeight) return this.close();
    const { width, height } = this.box.getBoundingClientRect(),
      below = line.bottom + GAP;
    const left = Math.min(line.left, document.documentElement.clientWidth - width - EDGE);
    this.box.style.top = `${below + height < innerHeight ? below : Math.max(EDGE, line.top - GAP - height)}px`;
    this.box.style.left = `${Math.max(EDGE, left)}px`;
  }

  /** Closes after a delay, unless pointer or focus has returned by then. */
  #leave() {
    this.#rest = null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (!this.#open?.matches(":hover, :focus-visible") && !this.box.matches(":hover, :focus-within")) this.close();
    }, CLOSE_MS);
  }

  /** @param {PointerEvent} event */
  #move({ buttons, clientX, pointerType, target }) {
    // With a button pressed the reader selects text.
    if (pointerType === "touch" || buttons) return;
    const link = this.#contains(target) ? this.#open : this.source.linkAt(target);
    this.#pointerX = clientX;
    if (link !== this.#refused) this.#refused = null;
    if (!link) {
      if (this.#rest) this.#leave();
      return;
    }
    // Each movement restarts the delay; right after another card there is none.
    const delay = performance.now() - this.#closedAt < OPEN_MS ? 0 : OPEN_MS;
    if (link !== this.#open || link !== this.#rest) this.#schedule(link, delay);
  }

  /** @param {MouseEvent} event */
  async #tap(event) {
    const link = this.source.linkAt(event.target);
    if (!(event instanceof PointerEvent) || event.pointerType !== "touch" || !link || link === this.#tapped) return;
    event.preventDefault();
    this.#pointerX = event.clientX;
    // The tap may have taken the focus from something: on a slow network that would close the card before it is there.
    clearTimeout(this.#timer);
    this.#rest = link;
    await this.#show(link);
    // Without a card the tap leads where it points.
    if (this.#open !== link) location.assign(link.href);
  }

  /** @param {EventTarget | null} target */
  #focus(target) {
    const link = this.source.linkAt(target);
    if (!link?.matches(":focus-visible")) return;
    this.#pointerX = -1;
    this.#schedule(link, OPEN_MS);
  }

  #escape() {
    this.#refused = this.#open ?? this.#rest;
    this.close();
  }

  /** Leads from the link into its card, and from there back or on to what follows. @param {KeyboardEvent} event */
  #tab(event) {
    const inside = this.#contains(document.activeElement);
    if (!this.#open || !(inside || (document.activeElement === this.#open && !event.shiftKey))) return;
    const link = this.#open;
    if (!inside || event.shiftKey) event.preventDefault();
    // From the link, the browser itself goes on to what follows.
    (inside ? link : this.box.querySelector("a"))?.focus();
  }
}
