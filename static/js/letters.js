/**
 * Filters the A to Z by terms and their other names. The URL keeps the words as `q`; Enter passes them to the search,
 * which covers the whole site. Without this script the whole list is shown.
 */
import { finder, keep } from "./filter.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("#find"));
const words = /** @type {HTMLInputElement} */ (form.querySelector("#words"));
const found = /** @type {HTMLElement} */ (form.querySelector("[data-part=found]"));
const sections = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".az"))].map((section) => ({
  section,
  letter: document.querySelector(`.letters a[href="#${CSS.escape(section.id)}"]`)?.closest("li"),
  rows: [.../** @type {NodeListOf<HTMLElement>} */ (section.querySelectorAll("dl > div"))].map((row) => ({
    row,
    names: [...(row.querySelector("dt")?.childNodes ?? [])].map((node) => node.textContent).join(" "),
  })),
}));
const all = sections.flatMap(({ rows }) => rows).length;
const usual = found.textContent ?? "";

function filter() {
  const matches = finder(words.value);
  let shown = 0;
  for (const { section, letter, rows } of sections) {
    for (const { row, names } of rows) row.hidden = !matches(names);
    const inLetter = rows.filter(({ row }) => !row.hidden).length;
    section.hidden = !inLetter;
    if (letter) letter.hidden = !inLetter;
    shown += inLetter;
  }
  if (shown === all) found.textContent = usual;
  else if (!shown) found.textContent = "{{index.none}}";
  else found.textContent = "{{index.shown}}".replace("{count}", `${shown}`).replace("{terms}", usual);
}

words.addEventListener("input", () => {
  filter();
  keep({ q: words.value.trim() });
});
words.value = new URLSearchParams(location.search).get("q") ?? "";
filter();
