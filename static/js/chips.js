/** What the explorer's filters hold, as buttons beside the closed form: a press takes a filter away. */
import { builtValue } from "./calculator-form.js";

/** @typedef {import("./calculator-form.js").Field} Field */

/** Fields without a chip: heads and buttons of the list show and change them. */
const OF_THE_LIST = ["sort", "dir", "rows"];

/** The words of a field's value. @param {Field} field */
const valueOf = (field) =>
  (field instanceof HTMLSelectElement ? field.selectedOptions[0]?.textContent : field.value)?.trim() ?? "";

/** The words of a chip: of a list its choice, of a count the device that it counts. @param {Field} field */
function wordsOf(field) {
  const counted = field.form?.elements.namedItem(field.name.replace(/^na/, "also"));
  if (field instanceof HTMLSelectElement) return valueOf(field);
  if (counted instanceof HTMLSelectElement) return `+ ${field.value} × ${valueOf(counted)}`;
  return `${field.labels?.[0]?.textContent}: ${field.value}`;
}

/** True if the field has another value than on a new page, and its question asks for it. @param {Field} field */
const isSet = (field) =>
  field.value !== builtValue(field) &&
  !OF_THE_LIST.includes(field.name) &&
  !field.name.startsWith("also") &&
  getComputedStyle(field.closest(".field") ?? field).display !== "none";

/** Shows a chip for each filter that is set. @param {HTMLDetailsElement} filters @param {HTMLElement} line */
export function showChips(filters, line) {
  const fields = /** @type {Field[]} */ ([...filters.querySelectorAll("[name]")]);
  const set = fields.filter(isSet);
  const words = set.map(wordsOf).join("\n");
  // The same chips stay, so that the focus does.
  if (line.dataset.words === words) return;
  line.dataset.words = words;
  line.replaceChildren(
    ...set.map((field) => {
      const chip = document.createElement("button");
      chip.type = "button";
      chip.textContent = `${wordsOf(field)} ×`;
      chip.ariaLabel = `Remove ${wordsOf(field)}`;
      chip.addEventListener("click", () => {
        field.value = builtValue(field);
        field.dispatchEvent(new Event("change", { bubbles: true }));
        showChips(filters, line);
        (line.querySelector("button") ?? filters.querySelector("summary"))?.focus();
      });
      return chip;
    }),
  );
}
