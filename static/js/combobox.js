/**
 * Comboboxes in place of a form's long lists: the pattern "editable combobox with list autocomplete" of ARIA 1.2.
 *
 * 1. A text field with a list box replaces each select element of twelve options or more.
 * 2. Typed text is looked up in names, other names and facts (choices.js). Enter, Tab or a click chooses; Escape, or
 *    leaving the field, restores the last choice.
 * 3. A choice is set in the hidden select element, which keeps name, value and events, so other scripts use only that.
 *
 * Only options can be chosen: typed text never becomes a value.
 */
import { Choices } from "./choices.js";
import { pageData } from "./estimator-client.js";
import { finder } from "./filter.js";

/** @typedef {import("./choices.js").Found} Found */

const MIN_OPTIONS = 12,
  PAGE = 10,
  PAUSE = 400,
  EDGE = 8,
  MAX_HEIGHT = 384,
  MIN_HEIGHT = 160;

/** @type {Promise<void> | undefined} */
let sheet;
/** Loads the style sheet, without which the list has no position. */
const loadSheet = () =>
  new Promise((/** @type {(value: void) => void} */ done, failed) => {
    const link = document.createElement("link");
    const { sheet: href, sheetIntegrity: integrity } = pageData();
    Object.assign(link, { rel: "stylesheet", href, integrity, onload: () => done(), onerror: failed });
    document.head.append(link);
  });

/** @param {string} name @param {Record<string, string>} attributes @param {(string | Element)[]} children */
function make(name, attributes, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** One list of a form. */
class Combobox {
  /** @param {HTMLSelectElement} select */
  constructor(select) {
    this.select = select;
    this.choices = new Choices(select);
    const label = /** @type {HTMLLabelElement} */ (select.labels[0]);
    const name = label.textContent ?? "",
      id = `${select.id}-text`;
    this.input = /** @type {HTMLInputElement} */ (
      make("input", {
        ...{ id, type: "text", role: "combobox", autocomplete: "off", spellcheck: "false" },
        ...{ "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": `${id}-list` },
        "aria-describedby": select.getAttribute("aria-describedby") ?? "",
      })
    );
    this.list = make("div", { id: `${id}-list`, role: "listbox", "aria-label": name });
    this.foot = make("p", { class: "note", "aria-hidden": "true" });
    this.panel = make("div", { class: "choices", popover: "manual" }, this.list, this.foot);
    this.status = make("p", { class: "status", role: "status" });
    const hasFocus = document.activeElement === select;
    select.hidden = true;
    this.box = make("div", { class: "combo" }, this.input, this.panel, this.status);
    select.after(this.box);
    label.htmlFor = id;
    this.show();
    this.listen();
    if (hasFocus) this.input.focus();
  }

  /** The options that are shown, in their order. @type {HTMLElement[]} */
  shown = [];
  active = -1;
  /** Whether the reader has typed or moved since the list opened. */
  isTouched = false;
  /** Whether what is typed first replaces the text that the press has selected. */
  isFresh = false;
  timer = 0;
  /** The number of the newest opening, so that a slow one never replaces a newer one. */
  turn = 0;

  get isOpen() {
    return this.panel.matches(":popover-open");
  }

  /** Writes the choice into the text field, and where its styles show the whole of it. */
  show() {
    this.input.value = this.select.selectedOptions[0]?.label ?? "";
    this.box.dataset.name = this.input.value;
    this.input.ariaInvalid = this.select.ariaInvalid;
  }

  listen() {
    const { input, panel, select } = this;
    // To the form's own scripts the select element alone is a field.
    input.addEventListener("change", (event) => event.stopPropagation());
    input.addEventListener("input", (event) => {
      event.stopPropagation();
      const { data } = /** @type {InputEvent} */ (event);
      // If the browser has dropped the selection of the press, the first letter is inserted into the old text.
      if (this.isFresh && data && input.value.length > data.length) input.value = data;
      this.isFresh = false;
      this.isTouched = true;
      this.open(input.value);
    });
    input.addEventListener("focus", () => {
      input.select();
      this.choices.load();
    });
    input.addEventListener("click", () => {
      if (this.isOpen) this.isFresh = false;
      else this.openWhole();
    });
    input.addEventListener("blur", () => this.close());
    input.addEventListener("keydown", (event) => this.press(event));
    // The text field keeps the focus.
    panel.addEventListener("mousedown", (event) => event.preventDefault());
    panel.addEventListener("click", ({ target }) => {
      const option = target instanceof Element && target.closest("[role=option]");
      if (option) this.choose(this.shown.indexOf(/** @type {HTMLElement} */ (option)));
    });
    const changed = () => this.isOpen || this.show();
    // Scripts that set the value in no answer to the reader say so.
    select.addEventListener("assigned", changed);
    select.form?.addEventListener("change", () => queueMicrotask(changed));
    select.form?.addEventListener("reset", () => setTimeout(changed));
    new MutationObserver((changes) => {
      if (changes.some(({ type }) => type === "childList")) this.choices.forget();
      changed();
    }).observe(select, { attributeFilter: ["aria-invalid"], childList: true, subtree: true });
    const move = (/** @type {Event} */ event) => event.target !== this.list && this.isOpen && this.place();
    addEventListener("scroll", move, { capture: true, passive: true });
    addEventListener("resize", move);
    visualViewport?.addEventListener("resize", move);
  }

  /** Opens the whole list; what is typed next replaces the text. */
  openWhole() {
    this.isFresh = true;
    this.input.select();
    // Chromium drops the selection when the button is released on selected text.
    requestAnimationFrame(() => this.isFresh && this.input.select());
    this.open("");
  }

  /**
   * Shows the options that match a text, and again once their facts have arrived.
   * @param {string} text
   * @param {number} at the position of the option to lead to; less than 0 for the choice, or the best
   */
  async open(text, at = -1) {
    const turn = ++this.turn,
      found = await this.choices.find(text);
    if (turn !== this.turn || document.activeElement !== this.input) return;
    this.draw(found);
    if (!this.isOpen) this.panel.showPopover();
    this.input.ariaExpanded = String(found.length > 0);
    this.say(text, found.length, this.select.options.length);
    this.place();
    // Last, for an option is scrolled into the list's final height.
    const chosen = this.shown.findIndex((element) => element.classList.contains("chosen"));
    this.activate(at >= 0 ? at : text.trim() && found.length ? 0 : chosen);
    if (this.choices.items) return;
    await this.choices.load();
    if (turn === this.turn) this.open(text, text.trim() ? -1 : this.active);
  }

  /** @param {Found[]} found */
  draw(found) {
    /** @type {Map<string, Element[]>} */
    const groups = new Map();
    this.shown = [];
    for (const { item, also } of found) {
      const { option, facts, group } = item,
        isNew = !!also && !finder(also)(option.label),
        isChosen = option === this.select.selectedOptions[0];
      const id = `${this.input.id}-${item.at}`,
        attributes = { id, role: "option", "aria-selected": "false", ...(isChosen ? { class: "chosen" } : {}) };
      const parts = [make("b", {}, option.label), ...(facts ? [make("span", {}, facts)] : [])];
      const element = make("div", attributes, ...parts, ...(isNew ? [make("small", {}, also)] : []));
      element.dataset.value = option.value;
      groups.set(group, [...(groups.get(group) ?? []), element]);
    }
    const sections = [...groups].map(([group, options], at) => {
      const id = `${this.list.id}-${at}`;
      this.shown.push(.../** @type {HTMLElement[]} */ (options));
      if (!group) return options;
      const heading = make("div", { id, class: "heading", role: "presentation" }, group);
      return [make("div", { role: "group", "aria-labelledby": id }, heading, ...options)];
    });
    this.list.replaceChildren(...sections.flat());
    this.list.hidden = !found.length;
    this.list.scrollTop = 0;
  }

  /**
   * Says how many options there are, aloud after a pause.
   * @param {string} text
   * @param {number} count
   * @param {number} all
   */
  say(text, count, all) {
    const hasKeys = !matchMedia("(pointer: coarse)").matches,
      kept = this.select.selectedOptions[0]?.label;
    this.foot.textContent = count
      ? `${count === all ? `All ${all}` : `${count} of ${all}`}.${hasKeys ? " Enter chooses, Esc closes." : ""}`
      : `Nothing is called “${text.trim()}”. ${kept ? `${kept} stays.` : ""}`;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => (this.status.textContent = this.foot.textContent), PAUSE);
  }

  /** Below the text field or above it, inside the part of the window that the keyboard leaves. */
  place() {
    const { input, panel } = this,
      view = visualViewport;
    let line = input.getBoundingClientRect();
    const top = view?.offsetTop ?? 0,
      bottom = top + (view?.height ?? innerHeight);
    if (line.bottom < top || line.top > bottom) return;
    if (Math.max(line.top - top, bottom - line.bottom) < MIN_HEIGHT) {
      input.scrollIntoView({ block: "start" });
      line = input.getBoundingClientRect();
    }
    const above = line.top - top - EDGE,
      below = bottom - line.bottom - EDGE;
    const isBelow = below >= Math.min(MAX_HEIGHT, panel.scrollHeight) || below >= above;
    panel.style.maxHeight = `${Math.min(MAX_HEIGHT, isBelow ? below : above)}px`;
    panel.style.minWidth = `${line.width}px`;
    const width = document.documentElement.clientWidth;
    panel.style.left = `${Math.max(EDGE, Math.min(line.left, width - panel.offsetWidth - EDGE))}px`;
    panel.style.top = `${isBelow ? line.bottom + 2 : line.top - panel.offsetHeight - 2}px`;
  }

  /** @param {number} at its position among those shown, or less than 0 for none */
  activate(at) {
    this.shown[this.active]?.setAttribute("aria-selected", "false");
    this.active = at;
    const option = this.shown[at];
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) this.input.setAttribute("aria-activedescendant", option.id);
    else this.input.removeAttribute("aria-activedescendant");
  }

  /** Closes the list; the text is that of the choice again. */
  close() {
    clearTimeout(this.timer);
    this.turn++;
    this.isTouched = false;
    this.isFresh = false;
    if (this.isOpen) this.panel.hidePopover();
    this.activate(-1);
    this.shown = [];
    this.input.ariaExpanded = "false";
    this.status.textContent = "";
    this.show();
  }

  /** Closes the list; what is typed next replaces the text. */
  leave() {
    this.close();
    this.input.select();
  }

  /** @param {number} at */
  choose(at) {
    const { value } = this.shown[at].dataset;
    const isNew = this.select.value !== value;
    this.select.value = value ?? "";
    this.leave();
    if (!isNew) return;
    for (const type of ["input", "change"]) this.select.dispatchEvent(new Event(type, { bubbles: true }));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { key, altKey, ctrlKey, metaKey, shiftKey, isComposing } = event;
    if (isComposing || ctrlKey || metaKey) return;
    if (key === "ArrowLeft" || key === "ArrowRight" || key === "Home" || key === "End") this.isFresh = false;
    const last = this.shown.length - 1;
    if (!this.isOpen) {
      if (key !== "ArrowDown" && key !== "ArrowUp") return;
      this.open("");
    } else if (key === "ArrowDown") this.go(this.active < last ? this.active + 1 : 0);
    else if (key === "ArrowUp" && altKey) this.close();
    else if (key === "ArrowUp") this.go(this.active > 0 ? this.active - 1 : last);
    else if (key === "PageDown") this.go(Math.min(this.active + PAGE, last));
    else if (key === "PageUp") this.go(Math.max(this.active - PAGE, 0));
    else if (key === "Home" && !shiftKey) this.go(0);
    else if (key === "End" && !shiftKey) this.go(last);
    else if (key === "Escape") this.leave();
    else if (key === "Enter" && this.active >= 0) this.choose(this.active);
    else if (key === "Tab" && this.isTouched && this.active >= 0) return this.choose(this.active);
    else if (key !== "Enter") return;
    event.preventDefault();
  }

  /** @param {number} at */
  go(at) {
    this.isTouched = true;
    this.activate(at);
  }
}

/**
 * The lists that are comboboxes, or become one when they are left.
 * @type {WeakMap<HTMLSelectElement, Combobox | null>}
 */
const known = new WeakMap();

/**
 * Makes comboboxes of the long lists of a form.
 * @param {HTMLFormElement} form
 * @param {HTMLSelectElement} [pressed] the list that the reader has pressed meanwhile: it opens
 */
export async function enhance(form, pressed) {
  await (sheet ??= loadSheet());
  for (const select of form.querySelectorAll("select")) {
    if (known.has(select) || select.options.length < MIN_OPTIONS) continue;
    known.set(select, null);
    // A list that the pointer has just opened stays until it is left.
    const isOpened = document.activeElement === select && !select.matches(":focus-visible");
    const replace = () => known.set(select, new Combobox(select));
    if (isOpened) select.addEventListener("blur", replace, { once: true });
    else replace();
  }
  const combobox = pressed && known.get(pressed);
  if (!combobox) return;
  combobox.input.focus();
  combobox.openWhole();
}
