/**
 * The calculator's hands: the form's values become a query, the estimator (WebAssembly) answers with HTML, the page takes
 * it over. 1. Load the calculator's module, its cards and the form's long lists. 2. Recalculate at each change: the figure is
 * there at once, what explains it at the first pause. 3. Once the reader has paused, say the result and put the values into the
 * address. No formula and no list of models lives here.
 */
/** @typedef {import("../../tests/types/glue.js").Glue} Glue */
/** @typedef {import("../../tests/types/glue.js").Estimator} Estimator */
/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

const PAUSE = 700, SHORT = 100, VERSION = "1", MOST = 1 << 17;
const block = /** @type {HTMLElement} */ (document.querySelector("#calculator"));
const form = /** @type {HTMLFormElement} */ (block.querySelector("form"));
const data = /** @type {Record<string, string>} */ (block.dataset);
const fields = /** @type {Field[]} */ ([...form.querySelectorAll("[name]")]);
const lists = /** @type {HTMLSelectElement[]} */ ([...form.querySelectorAll("[data-list]")]);
const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 4 });
/** Slider and number are one value; on a log scale the slider holds its logarithm to base 2. @param {HTMLInputElement} slider */
function follow({ valueAsNumber: place, dataset, previousElementSibling: number }) {
  const value = "log" in dataset ? 2 ** place : place;
  /** @type {HTMLInputElement} */ (number).value = grouped.format("whole" in dataset ? Math.round(value) : Number(value.toPrecision(3)));
}

/** @param {string} name */
const part = (name) => /** @type {HTMLElement | null} */ (document.querySelector(`[data-part=${name}]`));
/** @param {string} name @param {string} text */
const say = (name, text) => {
  const place = part(name);
  if (!place) return;
  place.textContent = text;
  if (name === "note") place.hidden = !text;
};
const current = (/** @type {Field} */ field) => field.value;
/** The value that the page was built with. @param {Field} field */
const built = (field) => (field instanceof HTMLInputElement ? field.defaultValue : [...field.options].find((option) => option.defaultSelected)?.value ?? field.value);
/** As the estimator reads it: without escapes. */
const query = (value = current) => fields.map((field) => `${field.name}=${value(field).replaceAll("&", " ")}`).join("&");

/** The form's values, short, as the address has them. @returns {Record<string, string>} */
const values = (value = current) => Object.fromEntries(fields.map((field) => [field.name, value(field).replaceAll(",", "")]));
const initial = values(built);
/** The values of the last result. */
let good = initial, goodQuery = query(built);
/** Counts the recalculations, so that a slow answer never replaces a newer one. */
let turn = 0;
let timer = 0, frame = 0, late = 0;
/** @type {Promise<Estimator> | undefined} */
let estimator;
/** Cards that were asked for. @type {Record<string, Promise<unknown>>} */
let files = {};
/** Cards that are there, one after another. */
let cards = new Uint8Array();

/** @param {string} address @param {string} [integrity] */
async function get(address, integrity = "") {
  const answer = await fetch(address, { integrity });
  if (!answer.ok) throw new Error(`${answer.status} ${address}`);
  return answer;
}
/** @param {Response} answer */
const bytes = (answer) => answer.arrayBuffer();
/** @param {ArrayBuffer} card */
const add = (card) => (cards = new Uint8Array([...cards, ...new Uint8Array(card)]));

async function load() {
  const [glue, module] = await Promise.all([
    /** @type {Promise<Glue>} */ (import(new URL(data.glue, document.baseURI).href)),
    get(data.wasm, data.wasmIntegrity).then(bytes),
  ]);
  return glue.start(module);
}
/** Puts the long lists into the form, once. The choice stays what it is. */
const fill = () => Promise.all(lists.map(async (list) => {
  const own = list.value, text = await (await get(`${data.facts}choices/${list.dataset.list}.txt`)).text();
  list.innerHTML = text;
  list.value = own;
  // What a reset brings back.
  if (list.selectedOptions[0]) list.selectedOptions[0].defaultSelected = true;
}));
/** @type {Promise<unknown> | undefined} */
let filled;
/** The estimator's reply, once all cards that the question needs are there. @param {string} question @param {[prefix?: string, markdown?: boolean]} how */
async function reply(question, ...how) {
  const answer = await (estimator ??= load());
  // First device and model, then what is known of both together.
  for (let round = 0; round < 5; round++) {
    const text = answer(question, cards, ...how);
    if (text[0] !== "\0") return text;
    // All cards are read at each question: those of earlier ones go before they are too many.
    if (cards.length > MOST) forgetCards();
    const needed = text.slice(1).split("\n").filter(Boolean), mine = files;
    await Promise.all(needed.map((file) => (mine[file] ??= fetchCard(file, mine))));
  }
  throw new Error(`Cards for ${question}`);
}
/** A card that comes after all were forgotten is none; one that does not come is asked for again. @param {string} file @param {typeof files} mine */
async function fetchCard(file, mine) {
  try {
    const card = await get(data.facts + file).then(bytes);
    if (mine === files) add(card);
  } catch (error) {
    delete mine[file];
    throw error;
  }
}
function forgetCards() {
  files = {};
  cards = new Uint8Array();
}
/** After a failure the next change starts afresh. */
function forget() {
  estimator = filled = undefined;
  forgetCards();
}

/** Asks the estimator. @param {string} question @param {string} [prefix] of every id in the answer */
async function ask(question, prefix = "") {
  const parts = (await reply(question, prefix)).split("\0");
  const wrong = parts.length === 2, [figure, work, status, hints, numbers] = wrong ? [] : parts;
  return { figure, work, status, hints, numbers, field: wrong ? parts[0] : "", message: wrong ? parts[1] : "" };
}

/** Of values those that differ from the default. @param {Record<string, string>} values */
const changes = (values) => new URLSearchParams(Object.entries(values).filter(([key, value]) => value !== initial[key]));
/** The page's address with only what differs from the default, and what is kept beside it. */
function address() {
  const url = new URL(location.href), given = url.searchParams, changed = changes(good);
  for (const key of [...Object.keys(initial), "v", "vs"]) given.delete(key);
  changed.forEach((value, key) => given.set(key, value));
  if (kept) given.set("vs", changes(kept).toString());
  if (kept || changed.size) given.set("v", VERSION);
  return url.href;
}

/** The values of the answer that is kept beside the present one. @type {Record<string, string> | undefined} */
let kept;
/** Keeps an answer for comparison, or drops it. @param {Record<string, string> | undefined} values */
async function keep(values) {
  const place = part("kept"), button = block.querySelector("[data-act=keep]");
  if (!place || !button) return;
  const question = values && fields.map(({ name }) => `${name}=${values[name]}`).join("&");
  const { figure = "" } = question ? await ask(question, "kept-").catch(() => ({ figure: "" })) : {};
  kept = figure ? values : undefined;
  place.innerHTML = figure;
  place.hidden = !figure;
  button.textContent = kept ? "Drop the kept one" : "Keep to compare";
  note();
}

/** What is shown goes into the address, and onto paper. */
function note() {
  history.replaceState(history.state, "", address());
  say("printed", location.href);
}

/** Marks the field that cannot be used, or clears the marks. @param {string} name @param {string} message empty: the words come later */
function mark(name, message) {
  for (const field of fields) {
    const wrong = field.name === name, place = document.getElementById(`error-${field.name}`);
    field.ariaInvalid = wrong ? "true" : null;
    if (place) {
      place.textContent = wrong ? message : "";
      place.hidden = !place.textContent;
    }
  }
  for (const place of ["figure", "work"]) part(place)?.classList.toggle("stale", name !== "");
}

/** The lines of a table in which each begins with the key of a field. @param {string} table */
const lines = (table) => table.split("\n").filter(Boolean).map((line) => line.split("\t"));

/** @param {Awaited<ReturnType<typeof ask>>} answer @param {boolean} done */
function show(answer, done) {
  const draw = (/** @type {"figure" | "work"} */ name) => {
    const place = part(name);
    if (place) place.innerHTML = answer[name];
  };
  draw("figure");
  clearTimeout(late);
  // Steps and tables are longer than the figure: they do not hold up whoever moves a slider.
  if (done) draw("work");
  else late = setTimeout(draw, SHORT, "work");
  for (const [key, text] of lines(answer.hints)) {
    const hint = form.querySelector(`[data-field="${key}"] .hint`);
    if (hint) hint.textContent = text;
  }
  good = values();
  goodQuery = query();
  for (const [key, text, plain, start, end, place] of lines(answer.numbers)) {
    const field = /** @type {HTMLInputElement} */ (form.elements.namedItem(key)), slider = field.nextElementSibling;
    good[key] = plain;
    if (done) field.value = text;
    if (!(slider instanceof HTMLInputElement)) continue;
    if ("log" in slider.dataset) {
      // Drawn in to whole steps, as the build does it.
      slider.min = String(Math.ceil(Number(start) * 100) / 100);
      slider.max = String(Math.floor(Number(end) * 100) / 100);
    } else [slider.min, slider.max] = [start, end];
    if (document.activeElement !== slider) slider.value = place;
    slider.ariaValueText = (slider.ariaValueText ?? "").replace(/^\S+/, text);
  }
}

/**
 * Recalculates, and returns the name of the field that cannot be used, if any.
 * @param {boolean} done whether the reader has finished: then errors and address need not wait for a pause
 */
async function update(done) {
  const mine = ++turn;
  cancelAnimationFrame(frame);
  clearTimeout(timer);
  (filled ??= fill()).catch(() => (filled = undefined));
  try {
    const answer = await ask(query()), { field, message } = answer;
    if (mine !== turn) return "";
    const settle = () => {
      if (field) mark(field, message);
      else note();
    };
    mark(field, "");
    if (!field) show(answer, done);
    if (done) settle();
    timer = setTimeout(() => {
      settle();
      say("status", message || answer.status);
    }, PAUSE);
    return field;
  } catch {
    if (mine === turn) fail();
    return "";
  }
}
function fail() {
  forget();
  say("note", "The calculator could not be loaded, so the result below is still the last one. A change tries again.");
}

/** Takes the values of the address over. What cannot be used is left out, and the page says so. */
async function restore() {
  try {
    await (filled ??= fill());
  } catch {
    // Without the lists nothing can be said of the address: it stays as it is.
    return fail();
  }
  const given = new URLSearchParams(location.search);
  /** @type {string[]} */
  const refused = [];
  const refuse = (/** @type {Field} */ field, /** @type {string | null} */ value) => {
    refused.push(`${field.name}=${value}`);
    field.value = initial[field.name];
  };
  for (const field of fields) {
    const value = given.get(field.name);
    if (value === null) continue;
    field.value = value;
    // A list takes no value that it does not have.
    if (field.value !== value) refuse(field, value);
  }
  for (let rounds = fields.length; rounds > 0; rounds--) {
    const wrong = await update(true), field = fields.find((each) => each.name === wrong);
    if (!field || field.value === initial[field.name]) break;
    refuse(field, field.value);
  }
  const beside = given.get("vs");
  if (beside !== null) await keep({ ...initial, ...Object.fromEntries([...new URLSearchParams(beside)].filter(([key]) => key in initial)) });
  if (refused.length) say("note", `Left out of this address, because the calculator cannot use it: ${refused.join(", ")}.`);
}

/** @param {HTMLElement} button @param {string} text */
async function copy(button, text) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    say("status", "Copied");
    setTimeout(() => (button.textContent = label), 2 * PAUSE);
  } catch {
    say("note", `The browser did not allow copying. The address is ${address()}`);
  }
}

form.addEventListener("input", ({ target }) => {
  if (target instanceof HTMLInputElement && target.type === "range") follow(target);
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => update(false));
});
form.addEventListener("change", ({ target }) => {
  say("note", "");
  // Each key on a slider is a change, and another one follows soon: the address waits.
  update(!(target instanceof HTMLInputElement && target.type === "range"));
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  update(true);
});
form.addEventListener("reset", () => setTimeout(() => {
  say("note", "");
  update(true);
}));
block.addEventListener("click", async ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  if (target.dataset.act === "keep") await keep(kept ? undefined : { ...good });
  if (target.dataset.act === "link") copy(target, address());
  if (target.dataset.act === "markdown") copy(target, `${(await reply(goodQuery, "", true)).trim()}\n\n${address()}\n`);
});

// Failing to load in advance is no news yet: the next change tries again and says so.
reply(query()).catch(forget);
if ([...fields.map((field) => field.name), "vs"].some((key) => new URLSearchParams(location.search).has(key))) restore();
else {
  (filled = fill()).catch(() => (filled = undefined));
  // What the reader changed while this was on its way.
  for (const slider of /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[type=range]"))) {
    // A browser moves a value to the next whole step; a reader moves it further.
    if (Math.abs(slider.valueAsNumber - Number(slider.defaultValue)) > (Number(slider.step) || 0)) follow(slider);
  }
  if (query() !== goodQuery) update(true);
}
