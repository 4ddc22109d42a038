/** A calculator's form: its values and query, its long lists, and the marks of invalid fields. */
import { get } from "./estimator-client.js";
import { isSlider, place } from "./slider.js";

/** @typedef {import("../../estimator-wasm/reply.js").NumberField} NumberField */
/** @typedef {HTMLInputElement | HTMLSelectElement} Field */
/** @typedef {Record<string, string>} Values Values of the form by the fields' names, without thousands separators. */

/** @param {Field} field */
const currentValue = (field) => field.value;

/** The value that the page was built with. @param {Field} field */
export function builtValue(field) {
  if (field instanceof HTMLInputElement) return field.defaultValue;
  return [...field.options].find((option) => option.defaultSelected)?.value ?? field.value;
}

/** The value that a URL without the field means; the page may open with another. @param {Field} field */
const defaultValue = (field) => field.dataset.default ?? builtValue(field);

export class CalculatorForm {
  /** @param {HTMLFormElement} element */
  constructor(element) {
    this.element = element;
    this.fields = /** @type {Field[]} */ ([...element.querySelectorAll("[name]")]);
    this.initial = this.values(builtValue);
    this.defaults = this.values(defaultValue);
    this.initialQuery = this.query(builtValue);
  }

  /** The form as the estimator reads it: without percent-encoding. */
  query(value = currentValue) {
    return this.fields.map((field) => `${field.name}=${value(field).replaceAll("&", " ")}`).join("&");
  }

  /** @returns {Values} */
  values(value = currentValue) {
    return Object.fromEntries(this.fields.map((field) => [field.name, value(field).replaceAll(",", "")]));
  }

  /** @returns {NodeListOf<HTMLInputElement>} */
  get sliders() {
    return this.element.querySelectorAll("[type=range]");
  }

  /** The long lists that have been requested. @type {Map<HTMLSelectElement, Promise<void>>} */
  #filled = new Map();

  /**
   * Fills the form's long lists, each once; the choice stays, and a failed list is tried again.
   * @param {string} facts the folder of the lists
   * @param {(list: HTMLSelectElement) => boolean} wanted
   */
  async fill(facts, wanted) {
    const lists = /** @type {NodeListOf<HTMLSelectElement>} */ (this.element.querySelectorAll("[data-list]"));
    await Promise.all(
      [...lists].filter(wanted).map((list) => {
        const filled = this.#filled.get(list) ?? this.fillOne(list, facts);
        this.#filled.set(list, filled);
        filled.catch(() => this.#filled.delete(list));
        return filled;
      }),
    );
  }

  /** @param {HTMLSelectElement} list @param {string} facts */
  async fillOne(list, facts) {
    const options = await (await get(`${facts}choices/${list.dataset.list}.txt`)).text();
    // Another script may have changed the choice in the meantime.
    const chosen = list.value;
    list.innerHTML = options;
    // A reset returns to this option.
    const first = [...list.options].find(({ value }) => value === this.initial[list.name]);
    if (first) first.defaultSelected = true;
    list.value = chosen;
  }

  /**
   * Marks an invalid field; an empty name clears all marks.
   * @param {string} name
   * @param {string} message empty while the reader may still be typing
   */
  mark(name, message) {
    for (const field of this.fields) {
      const invalid = field.name === name,
        error = document.getElementById(`error-${field.name}`);
      field.ariaInvalid = invalid ? "true" : null;
      // The field may be in a closed section, since a change of device can make it invalid.
      if (invalid) field.closest("details")?.setAttribute("open", "");
      if (error) {
        error.textContent = invalid ? message : "";
        error.hidden = !error.textContent;
      }
    }
  }

  /** @param {import("../../estimator-wasm/reply.js").Hint} hint */
  showHint({ key, text }) {
    const hint = this.element.querySelector(`[data-field="${key}"] .hint`);
    if (hint) hint.textContent = text;
  }

  /**
   * Shows a number as the estimator understood it.
   * @param {NumberField} number
   * @param {boolean} done whether the reader has finished the input: until then the field is the reader's
   */
  showNumber(number, done) {
    const field = /** @type {HTMLInputElement} */ (this.element.elements.namedItem(number.key));
    if (done) field.value = number.text;
    if (isSlider(field.nextElementSibling)) place(field.nextElementSibling, number);
  }
}
