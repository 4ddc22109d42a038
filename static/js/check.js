/**
 * Updates the command that measures the answered case and the link to the explorer, below a calculator's answer. Both
 * follow the form. Contains no formula.
 */
import { caseOf, command } from "./command.js";

const section = /** @type {HTMLElement} */ (document.querySelector("#check"));
const form = /** @type {HTMLFormElement} */ (document.querySelector("#calculator form"));
const figure = /** @type {HTMLElement} */ (document.querySelector("#calculator [data-part=figure]"));
const link = /** @type {HTMLAnchorElement} */ (section.querySelector("a[data-keys]"));
const block = /** @type {HTMLElement} */ (section.querySelector("[data-part=command]"));
const { kind = "", formats = "" } = section.dataset;
/** Engines that these benchmarks run. */
const BENCHED = /^(usual|llama-.+|vllm|mlx-lm)$/;

/** @param {string} key */
function value(key) {
  const field = form.elements.namedItem(key);
  return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value : undefined;
}

/** Whether the device runs only its maker's software, as the hint at the engine says. */
const isAlone = () => /software of its maker/.test(form.querySelector('[data-field="en"]')?.textContent ?? "");

function follow() {
  const isRun = "benchmarkable" in section.dataset && BENCHED.test(value("en") ?? "usual") && !isAlone(),
    wanted = isRun ? caseOf(value, kind) : undefined,
    found = wanted && command(wanted);
  block.hidden = !found;
  for (const [part, text] of [["code", found?.line], [".note", found?.note]]) {
    const element = block.querySelector(part ?? "");
    if (element) element.textContent = text ?? "";
  }
  const url = new URL(link.href);
  for (const key of (link.dataset.keys ?? "").split(" ")) {
    const text = (value(key) ?? "").replaceAll(",", "");
    if (text && (key !== "q" || formats.split(" ").includes(text))) url.searchParams.set(key, text);
    else url.searchParams.delete(key);
  }
  link.href = url.href;
}

// Every answer replaces the figure, whatever changed the form.
new MutationObserver(follow).observe(figure, { childList: true });
follow();
