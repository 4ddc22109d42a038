/**
 * Searches the measurements: the file of all rows is fetched when the reader begins, rows that have all words are shown, heads sort.
 * The words stand in the address (`q`, `phase`, and `hw` or `m` for one device or model). Holds no formula and no list of its own.
 */
/** @typedef {{ id: string, phase: string, hardware_id: string, hardware_count: number, model_id: string, quant_id: string, runtime_id: string, runtime_version?: string, backend_id: string, n_prompt?: number, n_gen?: number, depth_tokens?: number, concurrency: number, tokens_per_s: number, measured_date?: string, flags?: string, source: string }} Row */
/** @typedef {Record<string, string>} Names */
/** @typedef {{ hardware: Names, models: Names, formats: Names, runtimes: Names, backends: Names, sources: Record<string, { title: string, url: string }>, measurements: Row[] }} Data */
/** @typedef {{ row: Row, cells: (string | number)[], words: string }} Item */

const STEP = 100;
const HEADS = ["Device", "Model", "Format", "Engine", "Measured", "Depth", "tok/s", "Date", "Source"];
const NUMBERS = [5, 6];
const PHASES = /** @type {Names} */ ({ decode: "decode", prefill: "prompt", spec_decode: "speculative", batched_decode: "batch" });

const place = /** @type {HTMLElement} */ (document.querySelector("#explore"));
const form = /** @type {HTMLFormElement} */ (place.querySelector("form"));
const words = /** @type {HTMLInputElement} */ (form.querySelector("#words"));
const phase = /** @type {HTMLSelectElement} */ (form.querySelector("#phase"));
const found = /** @type {HTMLElement} */ (place.querySelector("[data-part=found]"));
const holder = /** @type {HTMLElement} */ (place.querySelector("[data-part=table]"));
const more = /** @type {HTMLButtonElement} */ (place.querySelector("[data-act=more]"));
const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 3 });

/** @type {Promise<Item[]> | undefined} */
let items;
/** One device or one model, by id, from the address. */
const only = { hw: "", m: "" };
let sort = { column: -1, down: false };
let shown = STEP, turn = 0;

/** What a row shows, in the order of the heads. @param {Data} data @param {Row} row @returns {(string | number)[]} */
function cells(data, row) {
  const name = (/** @type {Names} */ names, /** @type {string} */ id) => names[id] ?? id;
  const times = row.hardware_count > 1 ? `${row.hardware_count} × ` : "";
  const engine = [name(data.runtimes, row.runtime_id), row.runtime_version, row.backend_id === "unknown" ? "" : name(data.backends, row.backend_id)].filter(Boolean).join(" ");
  const requests = row.concurrency > 1 ? `, ${row.concurrency} requests` : "";
  const length = row.phase === "prefill" ? row.n_prompt : row.n_gen;
  const what = `${PHASES[row.phase] ?? row.phase}${length ? ` ${grouped.format(length)}` : ""}${requests}`;
  return [
    times + name(data.hardware, row.hardware_id), name(data.models, row.model_id), name(data.formats, row.quant_id), engine, what,
    row.depth_tokens ?? "", row.tokens_per_s, row.measured_date ?? "", data.sources[row.source]?.title ?? row.source,
  ];
}

/** @param {Data} data @returns {Item[]} */
const prepare = (data) => data.measurements.map((row) => {
  const shows = cells(data, row);
  return { row, cells: shows, words: [...shows, row.hardware_id, row.model_id, row.quant_id, row.flags ?? "", row.source].join(" ").toLowerCase() };
});

async function load() {
  const answer = await fetch(/** @type {string} */ (place.dataset.rows));
  if (!answer.ok) throw new Error(`${answer.status}`);
  return prepare(await answer.json());
}

/** @param {Item[]} all */
function chosen(all) {
  const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = all.filter(({ row, words: text }) =>
    (!only.hw || row.hardware_id === only.hw) && (!only.m || row.model_id === only.m) && (!phase.value || row.phase === phase.value) && wanted.every((word) => text.includes(word)));
  const { column, down } = sort;
  if (column < 0) return rows;
  const compare = new Intl.Collator("en", { numeric: true }).compare;
  const by = (/** @type {Item} */ a, /** @type {Item} */ b) => {
    const [x, y] = [a.cells[column], b.cells[column]];
    // What is not known comes last, whichever way.
    if (x === "" || y === "") return Number(x === "") - Number(y === "");
    return (typeof x === "number" && typeof y === "number" ? x - y : compare(String(x), String(y))) * (down ? -1 : 1);
  };
  return rows.sort(by);
}

/** @template {keyof HTMLElementTagNameMap} T @param {T} name @param {Record<string, string>} attributes @param {(Node | string)[]} inside */
function element(name, attributes, ...inside) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

/** @param {Item} item */
function line({ row, cells: shows }) {
  const texts = shows.map((value) => (typeof value === "number" ? grouped.format(value) : value));
  const made = texts.map((text, at) => element("td", NUMBERS.includes(at) ? { class: at === 6 ? "n m" : "n" } : {}, text));
  made[0].replaceChildren(element("a", { href: `../hardware/${row.hardware_id}/` }, texts[0]));
  made[1].replaceChildren(element("a", { href: `../models/${row.model_id}/` }, texts[1]));
  made[8].replaceChildren(element("a", { href: `${row.source}/#${row.id}` }, texts[8]));
  if (row.flags) made[6].append(element("small", { title: row.flags }, "\u00a0*"));
  return element("tr", {}, ...made);
}

function head() {
  const made = HEADS.map((name, column) => {
    const button = element("button", { type: "button" }, name);
    button.addEventListener("click", () => {
      sort = { column, down: sort.column === column ? !sort.down : NUMBERS.includes(column) };
      // The heads are made anew: the reader stays on the same one.
      void update().then(() => /** @type {HTMLElement | undefined} */ (holder.querySelectorAll("th button")[column])?.focus());
    });
    /** @type {Record<string, string>} */
    const attributes = { scope: "col" };
    if (NUMBERS.includes(column)) attributes.class = "n";
    if (sort.column === column) attributes["aria-sort"] = sort.down ? "descending" : "ascending";
    return element("th", attributes, button);
  });
  return element("thead", {}, element("tr", {}, ...made));
}

/** Shows the rows that are wanted; waits for the file if it is not there yet. */
async function update() {
  const mine = ++turn;
  if (!items) found.textContent = "Loading the rows…";
  try {
    const all = await (items ??= load());
    if (mine !== turn) return;
    const rows = chosen(all), first = rows.slice(0, shown);
    const one = [only.hw && "one device", only.m && "one model"].filter(Boolean).join(" and ");
    found.textContent = `${grouped.format(rows.length)} of ${grouped.format(all.length)} rows${one ? `, of ${one}` : ""}${rows.length > shown ? `; the first ${shown} are shown` : ""}. * has a reason for caution.`;
    holder.replaceChildren(element("table", {}, head(), element("tbody", {}, ...first.map(line))));
    holder.hidden = !rows.length;
    more.hidden = rows.length <= shown;
    address();
  } catch {
    items = undefined;
    found.textContent = "The rows could not be loaded. The files above have them all.";
  }
}

/** The page's address with what is asked for. */
function address() {
  const url = new URL(location.href);
  for (const [key, value] of Object.entries({ q: words.value.trim(), phase: phase.value, ...only })) {
    if (value) url.searchParams.set(key, value);
    else url.searchParams.delete(key);
  }
  history.replaceState(history.state, "", url.href);
}

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", () => {
  shown = STEP;
  // Words of one's own are meant for all rows.
  if (!words.value && !phase.value) only.hw = only.m = "";
  void update();
});
more.addEventListener("click", () => {
  shown += STEP;
  void update();
});
const given = new URL(location.href).searchParams;
words.value = given.get("q") ?? "";
if ([...phase.options].some((option) => option.value === given.get("phase"))) phase.value = given.get("phase") ?? "";
only.hw = given.get("hw") ?? "";
only.m = given.get("m") ?? "";
if (words.value || phase.value || only.hw || only.m) void update();
