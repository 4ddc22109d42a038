/**
 * Sorts tables by their heads.
 *
 * 1. Each head gets a button; the chosen one gets `aria-sort`.
 * 2. Cells are compared by `data-v`, or else by their words; cells without a value come last in both directions.
 * 3. Rows are sorted within their `tbody`; rows of the class `group` stay first.
 *
 * Never changes a value: moves rows, and reports the order.
 */
/** @typedef {{ column: number, down: boolean }} Order */

const { compare: byLetters } = new Intl.Collator("en", { numeric: true });
/** Heads that sort: a chart has no order. @param {ParentNode} table */
export const headsOf = (table) => /** @type {HTMLElement[]} */ ([...table.querySelectorAll("thead th:not(.plot)")]);
/** @param {HTMLElement} head */
export const labelOf = (head) => (head.firstChild?.textContent ?? "").trim();
/** @param {HTMLElement} head */
export const columnOf = (head) => [.../** @type {HTMLElement} */ (head.parentElement).children].indexOf(head);

/** Makes a button of each head's own words. @param {HTMLElement[]} heads */
export function addButtons(heads) {
  for (const head of heads) {
    if (head.querySelector("button")) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.append(head.firstChild ?? "");
    head.prepend(button);
  }
}

/** The column of the head whose button was pressed. @param {EventTarget | null} target */
export function pressedColumn(target) {
  const button = target instanceof Element ? target.closest("thead th button") : null;
  return button?.parentElement ? columnOf(button.parentElement) : undefined;
}

/**
 * The order after a head was chosen: numbers from the largest, words from A to Z.
 * @param {Order | undefined} order
 * @param {number} column
 * @param {boolean} isNumeric
 * @returns {Order}
 */
export const chosen = (order, column, isNumeric) =>
  order?.column === column ? { column, down: !order.down } : { column, down: isNumeric };

/** Marks the chosen head. @param {HTMLElement[]} heads @param {Order | undefined} order */
export function mark(heads, order) {
  for (const head of heads) {
    const isChosen = order?.column === columnOf(head);
    head.ariaSort = isChosen ? (order?.down ? "descending" : "ascending") : null;
  }
}

/** What is said of an order. @param {HTMLElement[]} heads @param {Order} order */
export function described(heads, order) {
  const head = heads.find((each) => columnOf(each) === order.column);
  if (!head) return "";
  const [up, down] = head.classList.contains("n") ? ["smallest first", "largest first"] : ["A to Z", "Z to A"];
  return `Sorted by ${labelOf(head)}, ${order.down ? down : up}`;
}

/**
 * Compares figures by size and words by their letters.
 * @param {string | number} a
 * @param {string | number} b
 * @param {boolean} down
 */
export function compare(a, b, down) {
  if (a === "" || b === "") return Number(a === "") - Number(b === "");
  const order = typeof a === "number" && typeof b === "number" ? a - b : byLetters(String(a), String(b));
  return down ? -order : order;
}

/**
 * The cell of a column, before which others may span several.
 * @param {HTMLTableRowElement} row
 * @param {number} column
 */
export function cellOf(row, column) {
  let start = 0;
  for (const cell of row.cells) {
    if (start === column) return cell;
    start += cell.colSpan;
  }
  return undefined;
}

/** @param {HTMLTableRowElement} row @param {number} column */
function valueOf(row, column) {
  const cell = cellOf(row, column),
    value = cell?.dataset.v;
  if (value === undefined) return cell?.textContent ?? "";
  return value && Number(value);
}

/** Sorts the rows of a table. @param {ParentNode} table @param {Order} order */
export function sortRows(table, { column, down }) {
  for (const body of table.querySelectorAll("tbody")) {
    const rows = /** @type {HTMLTableRowElement[]} */ ([...body.querySelectorAll("tr:not(.group)")]);
    const keyed = rows.map((row) => ({ row, value: valueOf(row, column) }));
    keyed.sort((a, b) => compare(a.value, b.value, down));
    body.append(...keyed.map(({ row }) => row));
  }
}
