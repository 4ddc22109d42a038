/**
 * Sorts and filters a list of the catalog. The URL keeps words (`q`), each choice under its own name, and the order
 * (`sort=year`, or `sort=-year` from the largest). Without this script the whole list is shown.
 */
import { finder, keep } from "./filter.js";
import { addButtons, chosen, described, headsOf, mark, pressedColumn, sortRows } from "./sortable-table.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("#filter"));
const table = /** @type {HTMLTableElement} */ (document.querySelector("table.sorted"));
const found = /** @type {HTMLElement} */ (form.querySelector("[data-part=found]"));
const words = /** @type {HTMLInputElement} */ (form.elements.namedItem("q"));
const measured = /** @type {HTMLInputElement} */ (form.elements.namedItem("measured"));
const selects = [...form.querySelectorAll("select")];
const heads = headsOf(table);
/** @param {string} key */
const columnNamed = (key) => heads.findIndex((head) => head.dataset.key === key);
const measuredColumn = columnNamed("measured");
/** The columns of words, which the field looks through. */
const wordColumns = heads.flatMap((head, column) => (head.classList.contains("n") ? [] : column));

/** The rows in the list's own order. */
const rows = [...table.tBodies[0].rows].flatMap((row) => {
  if (row.matches(".group")) return [];
  const text = (/** @type {number} */ column) => row.cells[column].textContent ?? "";
  return { row, searchable: wordColumns.map(text).join(" "), text, isMeasured: !!row.cells[measuredColumn].dataset.v };
});
const count = new Intl.NumberFormat("en");
/** @type {import("./sortable-table.js").Order | undefined} */
let order;

/** Gives the bars of a column the scale of each row's kind: those of phones and servers differ a thousandfold. */
function scale(/** @type {number} */ column, /** @type {number} */ kind) {
  /** @type {Map<string, number>} */
  const most = new Map();
  const value = (/** @type {HTMLTableRowElement} */ row) => Number(row.cells[column].dataset.v);
  for (const { row, text } of rows) most.set(text(kind), Math.max(value(row), most.get(text(kind)) ?? 0));
  for (const { row, text } of rows) row.cells[column].dataset.most = `${most.get(text(kind))}`;
}

/** Shows the headings of groups that have rows, in the list's own order only. */
function showHeadings() {
  let isEmpty = true;
  for (const row of [...table.tBodies[0].rows].reverse()) {
    const isHeading = row.matches(".group");
    if (isHeading) row.hidden = isEmpty || order !== undefined;
    isEmpty = isHeading || (isEmpty && Boolean(row.hidden));
  }
}

function filter() {
  const matches = finder(words.value);
  const choices = selects.map(({ name, value }) => ({ column: columnNamed(name), value }));
  let shown = 0;
  for (const { row, searchable, text, isMeasured } of rows) {
    const isChosen = choices.every(({ column, value }) => !value || text(column) === value);
    row.hidden = !isChosen || (measured.checked && !isMeasured) || !matches(searchable);
    shown += Number(!row.hidden);
  }
  showHeadings();
  const of = shown < rows.length ? ` of ${count.format(rows.length)}` : "";
  return `${count.format(shown)}${of} ${table.dataset.what}`;
}

function updateAddress() {
  const sort = order ? `${order.down ? "-" : ""}${heads[order.column].dataset.key}` : "";
  const choices = Object.fromEntries(selects.map(({ name, value }) => [name, value]));
  keep({ q: words.value.trim(), ...choices, measured: measured.checked ? measured.value : "", sort });
}

function show() {
  found.textContent = order ? `${filter()}. ${described(heads, order)}` : filter();
}

function sort() {
  if (order) sortRows(table, order);
  mark(heads, order);
}

/** Takes over what the address says; what it does not name is as the page has it. */
function readAddress() {
  const given = new URLSearchParams(location.search);
  words.value = given.get("q") ?? "";
  measured.checked = given.get("measured") === measured.value;
  for (const select of selects) {
    select.value = given.get(select.name) ?? "";
    if (select.selectedIndex < 0) select.value = "";
  }
  const [, down, key] = /^(-?)(.*)$/.exec(given.get("sort") ?? "") ?? [];
  const column = columnNamed(key);
  if (column >= 0) order = { column, down: !!down };
}

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", () => {
  show();
  updateAddress();
});
table.addEventListener("click", ({ target }) => {
  const column = pressedColumn(target);
  if (column === undefined) return;
  order = chosen(order, column, heads[column].classList.contains("n"));
  sort();
  show();
  updateAddress();
});
for (const key of ["memory", "bandwidth"]) {
  if (columnNamed(key) >= 0) scale(columnNamed(key), columnNamed("kind"));
}
addButtons(heads);
readAddress();
sort();
show();
// A link to a class or a half-year leads to its heading, which filters may have moved.
if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
