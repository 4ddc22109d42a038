/**
 * The explorer's script, in addition to the calculators': tabs choose the question, heads choose the order, and rows
 * can be filtered and copied. The estimator computes answer and order; this file computes nothing.
 */
import { ageOf } from "./age.js";
import { showChips } from "./chips.js";
import { caseOf, command } from "./command.js";
import { finder } from "./filter.js";
import { addButtons, cellOf, columnOf, headsOf, labelOf } from "./sortable-table.js";

const block = /** @type {HTMLElement} */ (document.querySelector("#calculator"));
const form = /** @type {HTMLFormElement} */ (block.querySelector("form"));
const figure = /** @type {HTMLElement} */ (block.querySelector("[data-part=figure]"));
const live = /** @type {HTMLElement} */ (block.querySelector("[data-part=status]"));
const mode = /** @type {HTMLSelectElement} */ (form.elements.namedItem("mode"));
const tabs = /** @type {NodeListOf<HTMLButtonElement>} */ (document.querySelectorAll("[data-mode]:is(button)"));
/** @param {string} name */
const control = (name) => /** @type {HTMLElement} */ (block.querySelector(`[data-filter=${name}]`));
const [words, measured] = ["name", "measured"].map((n) => /** @type {HTMLInputElement} */ (control(n)));
const PAUSE = 200;
/** @param {string} name */
const select = (name) => /** @type {HTMLSelectElement} */ (form.elements.namedItem(name));
/** The fields of the order. */
const [sorting, direction] = ["sort", "dir"].map(select);

/** How many rows the answer has on the page: the first, or all with one press. */
const count = select("rows");
const rest = /** @type {HTMLButtonElement} */ (document.querySelector("[data-act=rest]"));
const heads = () => headsOf(figure);
const rows = () => /** @type {HTMLTableRowElement[]} */ ([...figure.querySelectorAll("tbody tr:not(.group)")]);
const all = () => Number(figure.querySelector("table")?.dataset.rows);
/** Asks for the rows that the page does not have: `enhance` gets them. */
function askForAll() {
  if (rows().length >= all()) return;
  count.value = "all";
  count.dispatchEvent(new Event("change", { bubbles: true }));
}

/** What a row says of the speed, as a heading. @param {HTMLTableRowElement} row */
function headingOf(row) {
  const cells = ["Realistic", "Ceiling"].map((label) => row.querySelector(`td[data-l=${label}]`));
  const [range, ceiling] = cells.map((cell) => cell?.getAttribute("data-v") && cell.firstChild?.textContent);
  const group = row.closest("tbody")?.querySelector(".group b")?.textContent?.toLowerCase(),
    said = [range && `${range} tokens per second`, ceiling && `at most ${ceiling}`].filter(Boolean);
  return `${row.cells[0].firstChild?.textContent}: ${said.join(", ") || group}`;
}

/** The heading of the answer is of its first row; a filter on names leaves another one. */
function head() {
  const heading = /** @type {HTMLElement | null} */ (figure.querySelector("#answer")),
    first = rows().find((row) => !row.hidden);
  if (!heading) return;
  heading.dataset.whole ??= heading.textContent ?? "";
  heading.textContent = first && words.value.trim() ? headingOf(first) : heading.dataset.whole;
}

function filter() {
  const matches = finder(words.value);
  let shown = 0;
  for (const row of rows()) {
    const unmeasured = !row.querySelector("td.m")?.getAttribute("data-v");
    row.hidden = !matches(row.cells[0].textContent ?? "") || (measured.checked && unmeasured);
    shown += Number(!row.hidden);
  }
  rest.hidden = rows().length >= all();
  rest.textContent = `Show all ${all()}`;
  for (const body of figure.querySelectorAll("tbody"))
    body.hidden = !body.querySelector("tr:not(.group):not([hidden])");
  head();
  return shown;
}

/** Filters all rows, since a filter of only the first ones would give another answer. */
function arrange() {
  const shown = filter();
  if (words.value.trim() || measured.checked) askForAll();
  return shown;
}

/** Writes the line that measures each of the set-ups that are compared; a range leads to its inputs. */
function check() {
  const section = /** @type {HTMLElement} */ (document.querySelector("#check"));
  const list = /** @type {HTMLElement} */ (section.querySelector("dl"));
  list.replaceChildren();
  if (mode.value === "compare") {
    for (const row of rows()) {
      const link = row.querySelector("td.r a");
      const inputs = link instanceof HTMLAnchorElement ? new URL(link.href).searchParams : new URLSearchParams();
      const wanted = caseOf((key) => inputs.get(key)),
        found = wanted && command(wanted);
      if (!found) continue;
      const [term, line, note] = ["dt", "dd", "dd"].map((name) => document.createElement(name));
      const code = document.createElement("code");
      term.append([...row.cells[0].childNodes].map((node) => node.textContent).join(", "));
      code.append(found.line);
      line.append(code);
      note.className = "note";
      note.append(found.note);
      list.append(term, line, note);
    }
  }
  section.hidden = !list.children.length;
}

/** A file is chosen below the list: its answer, which stands above, is brought into the window. */
let hasOwn = false;
block.querySelector("#own-files")?.addEventListener("change", () => (hasOwn = true));

const more = form.querySelector("details"),
  chips = /** @type {HTMLElement} */ (form.querySelector("[data-part=chips]"));

/** Says how old the oldest price is, which the note on prices was not built to know. */
function sayAge() {
  const note = figure.querySelector("[data-oldest]"),
    age = ageOf(note?.getAttribute("data-oldest") ?? "");
  if (age) note?.append(` The oldest of these prices is ${age.startsWith("older") ? age : `from ${age}`}.`);
}

/** Puts buttons into the heads of a list that has just been written, and keeps the reader's filters. */
function enhance() {
  form.dataset.mode = mode.value;
  for (const tab of tabs) tab.ariaCurrent = tab.dataset.mode === mode.value ? "true" : null;
  addButtons(heads());
  if (more) showChips(more, chips);
  arrange();
  if (hasOwn) figure.scrollIntoView();
  hasOwn = false;
  sayAge();
  check();
}

/** Sorts by a column, or turns its order round. @param {HTMLElement} head */
function toggle({ dataset: { sort: column = "" } }) {
  direction.value = sorting.value === column && direction.value === "usual" ? "reversed" : "usual";
  sorting.value = column;
  sorting.dispatchEvent(new Event("change", { bubbles: true }));
}

/** The rows that are shown, as CSV. */
function csv() {
  const names = ["group", ...heads().map(labelOf)];
  const quoted = (/** @type {string} */ text) => `"${text.replaceAll('"', '""')}"`;
  const lines = rows()
    .filter((row) => !row.hidden)
    .map((row) => {
      const group = row.closest("tbody")?.querySelector(".group b")?.textContent ?? "";
      const name = [...row.cells[0].childNodes].map((node) => node.textContent).join(", ");
      const rest = heads().slice(1).map((head) => cellOf(row, columnOf(head))?.dataset.v ?? "");
      return [quoted(group), quoted(name), ...rest].join(",");
    });
  return [names.join(","), ...lines].join("\n") + "\n";
}

for (const tab of tabs) {
  tab.addEventListener("click", () => {
    mode.value = tab.dataset.mode ?? "";
    sorting.value = "answer";
    form.dataset.mode = mode.value;
    mode.dispatchEvent(new Event("change", { bubbles: true }));
  });
}
block.addEventListener("click", async ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  const head = target.closest("thead th");
  if (head instanceof HTMLElement && target instanceof HTMLButtonElement) toggle(head);
  if (target === rest) askForAll();
  if (target.dataset.act === "csv") {
    await navigator.clipboard.writeText(csv());
    live.textContent = "Copied";
  }
});
/** What the tools of the reader's machine print: own-machine.js is fetched with the first text. */
const pasted = /** @type {HTMLTextAreaElement | null} */ (block.querySelector("#machine-text"));
let pasting = 0;
pasted?.addEventListener("input", () => {
  clearTimeout(pasting);
  pasting = setTimeout(async () => (await import("./own-machine.js")).read(pasted.value), PAUSE);
});
/** The machine in the address, from the form of the home page. */
const sharedMachine = new URLSearchParams(location.search).get("machine");
if (sharedMachine && pasted) {
  const url = new URL(location.href);
  url.searchParams.delete("machine");
  history.replaceState(history.state, "", url.href);
  pasted.value = sharedMachine;
  void import("./own-machine.js").then(({ read }) => read(sharedMachine, true));
}
for (const input of [words, measured]) {
  // These controls are outside the form, to which the form's script listens.
  input.addEventListener("input", () => {
    live.textContent = `${arrange()} shown`;
  });
}
new MutationObserver(enhance).observe(figure, { childList: true });
enhance();
