/**
 * Filters and sorts the published measurements. The file of all rows is fetched on the first input. The filter is
 * kept in the URL: `q` for words, `phase`, and `hw`, `m` or `rt` for one device, model or runtime. Contains no formula
 * and no list of names.
 */
import { finder, keep } from "./filter.js";
import { addButtons, chosen, compare, described, headsOf, mark, pressedColumn } from "./sortable-table.js";

/**
 * @typedef {{
 *   id: string, phase: string, hardware_id: string, hardware_count: number, model_id: string, quant_id: string,
 *   runtime_id: string, runtime_version?: string, backend_id: string, n_prompt?: number, n_gen?: number,
 *   depth_tokens?: number, concurrency: number, tokens_per_s: number, measured_date?: string, flags?: string,
 *   source: string,
 * }} Measurement
 * @typedef {Record<string, string>} Names
 * @typedef {{
 *   hardware: Names, models: Names, formats: Names, runtimes: Names, backends: Names, flags: Names,
 *   sources: Record<string, { title: string, url: string }>, measurements: Measurement[],
 * }} Data
 * @typedef {{ measurement: Measurement, cells: (string | number)[], searchable: string }} Row
 */

const PAGE_SIZE = 100;
const HEADS = ["Device", "Model", "Format", "Engine", "Measured", "Depth", "tok/s", "Date", "Caution", "Source"];
const NUMERIC_COLUMNS = [5, 6],
  ENGINE_COLUMN = 3,
  SPEED_COLUMN = 6,
  SOURCE_COLUMN = 9;
/** @type {Names} */
const PHASES = { decode: "decode", prefill: "prompt", spec_decode: "speculative", batched_decode: "batch" };

const section = /** @type {HTMLElement} */ (document.querySelector("#explore"));
const form = /** @type {HTMLFormElement} */ (section.querySelector("form"));
const words = /** @type {HTMLInputElement} */ (form.querySelector("#words"));
const phase = /** @type {HTMLSelectElement} */ (form.querySelector("#phase"));
const status = /** @type {HTMLElement} */ (section.querySelector("[data-part=found]"));
const tableHolder = /** @type {HTMLElement} */ (section.querySelector("[data-part=table]"));
const moreButton = /** @type {HTMLButtonElement} */ (section.querySelector("[data-act=more]"));
const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });

/** @type {Promise<Row[]> | undefined} */
let rows;
/** The ids of one device, one model and one runtime, from the URL. */
const only = { hw: "", m: "", rt: "" };
/** @type {import("./sortable-table.js").Order | undefined} */
let order;
/** `newest` is the number of the newest update, so that a slow update never replaces a newer one. */
let shownCount = PAGE_SIZE,
  newest = 0;

/** The cells of a row, in the order of the heads. @param {Data} data @param {Measurement} row */
function cells(data, row) {
  const name = (/** @type {Names} */ names, /** @type {string} */ id) => names[id] ?? id;
  const count = row.hardware_count > 1 ? `${row.hardware_count} × ` : "";
  const backend = row.backend_id === "unknown" ? "" : name(data.backends, row.backend_id);
  const engine = [name(data.runtimes, row.runtime_id), row.runtime_version, backend].filter(Boolean).join(" ");
  const requests = row.concurrency > 1 ? `, ${row.concurrency} requests` : "";
  const tokens = row.phase === "prefill" ? row.n_prompt : row.n_gen;
  const measured = `${PHASES[row.phase] ?? row.phase}${tokens ? ` ${grouped.format(tokens)}` : ""}${requests}`;
  return [
    count + name(data.hardware, row.hardware_id),
    name(data.models, row.model_id),
    name(data.formats, row.quant_id),
    engine,
    measured,
    row.depth_tokens ?? "",
    row.tokens_per_s,
    row.measured_date ?? "",
    (row.flags ?? "").split(" ").filter(Boolean).map((flag) => name(data.flags, flag)).join("; "),
    data.sources[row.source]?.title ?? row.source,
  ];
}

async function load() {
  const response = await fetch(/** @type {string} */ (section.dataset.rows));
  if (!response.ok) throw new Error(`${response.status}`);
  const data = /** @type {Data} */ (await response.json());
  return data.measurements.map((measurement) => {
    const { hardware_id, model_id, quant_id, flags = "", source } = measurement,
      own = cells(data, measurement);
    // Without the numbers: a speed of 26.4090 must not match "4090".
    const named = own.filter((cell) => typeof cell === "string");
    const searchable = [...named, hardware_id, model_id, quant_id, flags, source].join(" ");
    return { measurement, cells: own, searchable };
  });
}

/** The rows that match the filter, sorted. @param {Row[]} all */
function filtered(all) {
  const isNamed = finder(words.value);
  const matches = all.filter(
    ({ measurement, searchable }) =>
      (!only.hw || measurement.hardware_id === only.hw) &&
      (!only.m || measurement.model_id === only.m) &&
      (!only.rt || measurement.runtime_id === only.rt) &&
      (!phase.value || measurement.phase === phase.value) &&
      isNamed(searchable),
  );
  if (!order) return matches;
  const { column, down } = order;
  return matches.sort((a, b) => compare(a.cells[column], b.cells[column], down));
}

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string>} attributes
 * @param {(Node | string)[]} children
 */
function element(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** @param {Row} row */
function tableRow({ measurement: { hardware_id, model_id, runtime_id, source, id }, cells }) {
  const texts = cells.map((value) => (typeof value === "number" ? grouped.format(value) : value));
  const made = texts.map((text, column) => {
    const numeric = NUMERIC_COLUMNS.includes(column);
    return element("td", numeric ? { class: column === SPEED_COLUMN ? "n m" : "n" } : {}, text);
  });
  made[0].replaceChildren(element("a", { href: `../hardware/${hardware_id}/` }, texts[0]));
  made[1].replaceChildren(element("a", { href: `../models/${model_id}/` }, texts[1]));
  // A row whose source names no program links to no page of one.
  if (runtime_id !== "unknown") {
    made[ENGINE_COLUMN].replaceChildren(element("a", { href: `../runtimes/${runtime_id}/` }, texts[ENGINE_COLUMN]));
  }
  made[SOURCE_COLUMN].replaceChildren(element("a", { href: `${source}/#${id}` }, texts[SOURCE_COLUMN]));
  return element("tr", {}, ...made);
}

function tableHead() {
  const made = HEADS.map((name, column) => {
    const numeric = NUMERIC_COLUMNS.includes(column);
    return element("th", numeric ? { scope: "col", class: "n" } : { scope: "col" }, name);
  });
  addButtons(made);
  const head = element("thead", {}, element("tr", {}, ...made));
  mark(made, order);
  return head;
}

/** Shows the rows that match the filter; fetches the file first if needed. */
async function update() {
  const turn = ++newest;
  if (!rows) status.textContent = "Loading the rows…";
  try {
    const all = await (rows ??= load());
    if (turn !== newest) return;
    const matches = filtered(all);
    const subjects = [only.hw && "one device", only.m && "one model", only.rt && "one runtime"];
    const subject = subjects.filter(Boolean).join(" and ");
    const counts = `${grouped.format(matches.length)} of ${grouped.format(all.length)} rows`;
    const cut = matches.length > shownCount ? `; showing the first ${shownCount}` : "";
    status.textContent = `${counts}${subject && `, of ${subject}`}${cut}.`;
    const body = element("tbody", {}, ...matches.slice(0, shownCount).map(tableRow));
    tableHolder.replaceChildren(element("table", {}, tableHead(), body));
    if (order) status.textContent += ` ${described(headsOf(tableHolder), order)}.`;
    tableHolder.hidden = !matches.length;
    moreButton.hidden = matches.length <= shownCount;
    keep({ q: words.value.trim(), phase: phase.value, ...only });
  } catch {
    rows = undefined;
    status.textContent = "The rows could not be loaded. All of them are in the files above.";
  }
}

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", () => {
  shownCount = PAGE_SIZE;
  // An emptied form means all rows, not those of one device, model or runtime.
  if (!words.value && !phase.value) only.hw = only.m = only.rt = "";
  void update();
});
tableHolder.addEventListener("click", async ({ target }) => {
  const column = pressedColumn(target);
  if (column === undefined) return;
  order = chosen(order, column, NUMERIC_COLUMNS.includes(column));
  await update();
  // The update replaces the heads, so the focus is restored.
  tableHolder.querySelectorAll("button")[column]?.focus();
});
moreButton.addEventListener("click", () => {
  shownCount += PAGE_SIZE;
  void update();
});
const given = new URL(location.href).searchParams;
words.value = given.get("q") ?? "";
if ([...phase.options].some(({ value }) => value === given.get("phase"))) phase.value = given.get("phase") ?? "";
only.hw = given.get("hw") ?? "";
only.m = given.get("m") ?? "";
only.rt = given.get("rt") ?? "";
if (words.value || phase.value || only.hw || only.m || only.rt) void update();
