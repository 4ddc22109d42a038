/** A slider and the number field before it; a slider on a log scale holds the logarithm to base 2. */

const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 4 });
/** Where an arrow key moves a slider. @type {Record<string, number>} */
const DIRECTIONS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/** @param {EventTarget | null} target @returns {target is HTMLInputElement} */
export const isSlider = (target) => target instanceof HTMLInputElement && target.type === "range";

/** Copies a slider's value into its number field, and returns it. @param {HTMLInputElement} slider */
export function follow({ valueAsNumber: position, min, max, dataset, previousElementSibling: number }) {
  const between = "log" in dataset && position > Number(min) && position < Number(max);
  const value = "log" in dataset ? 2 ** position : position;
  // Between its ends a logarithmic slider stops at quarters of a power of two, which contexts and batches are made of.
  const unit = "whole" in dataset ? Math.max(1, between ? 2 ** Math.floor(position) / 4 : 1) : 0;
  const rounded = unit ? Math.round(value / unit) * unit : Number(value.toPrecision(between ? 2 : 3));
  const [least, most] = [min, max].map((end) => ("log" in dataset ? 2 ** Number(end) : Number(end)));
  const kept = Math.min(Math.max(rounded, least), most);
  /** @type {HTMLInputElement} */ (number).value = grouped.format("whole" in dataset ? Math.round(kept) : kept);
  return kept;
}

/**
 * Moves a logarithmic slider by an arrow key to the next round value, which may be many of its steps away.
 * @param {KeyboardEvent} event
 */
export function moveByKey(event) {
  const direction = DIRECTIONS[event.key],
    slider = event.target;
  if (!direction || !isSlider(slider) || !("log" in slider.dataset)) return;
  event.preventDefault();
  const number = /** @type {HTMLInputElement} */ (slider.previousElementSibling);
  const old = Number(number.value.replaceAll(",", ""));
  for (let before; before !== slider.value;) {
    before = slider.value;
    slider.stepUp(direction);
    if ((follow(slider) - old) * direction > 0) break;
  }
  slider.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Takes over a position that the reader chose before the script was there. @param {HTMLInputElement} slider */
export function catchUp(slider) {
  // Less than a step is the browser's own rounding.
  if (Math.abs(slider.valueAsNumber - Number(slider.defaultValue)) > (Number(slider.step) || 0)) follow(slider);
}

/** @typedef {import("../../estimator-wasm/reply.js").NumberField} NumberField */

/** Shows a number as the estimator understood it. @param {HTMLInputElement} slider @param {NumberField} number */
export function place(slider, { text, start, end, position }) {
  if ("log" in slider.dataset) {
    // Rounded inwards to the slider's steps, as in the build.
    slider.min = String(Math.ceil(Number(start) * 100) / 100);
    slider.max = String(Math.floor(Number(end) * 100) / 100);
  } else [slider.min, slider.max] = [start, end];
  if (document.activeElement !== slider) slider.value = position;
  slider.ariaValueText = (slider.ariaValueText ?? "").replace(/^\S+/, text);
}
