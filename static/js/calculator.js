/**
 * The script of a calculator's page: the form's values become a query, the estimator (WebAssembly) answers with HTML,
 * and the page shows it. Contains no formula and no list of models.
 *
 * 1. Load the form's long lists; estimator-client.js loads the estimator and its facts.
 * 2. Recalculate on every change: the figure at once, the work (steps and tables) after a short pause.
 * 3. After a longer pause announce the result and write the values into the URL.
 */
import { ask, data, forgetEstimator, get } from "./estimator-client.js";

/** @typedef {import("../../estimator-wasm/reply.js").CalculatorReply} Reply */
/** @typedef {import("../../estimator-wasm/reply.js").NumberField} NumberField */
/** @typedef {HTMLInputElement | HTMLSelectElement} Field */
/** @typedef {Record<string, string>} Values Values of the form by the fields' names, without thousands separators. */

const PAUSE = 700,
  SHORT_PAUSE = 100,
  VERSION = "1";
const block = /** @type {HTMLElement} */ (document.querySelector("#calculator"));
const form = /** @type {HTMLFormElement} */ (block.querySelector("form"));
const fields = /** @type {Field[]} */ ([...form.querySelectorAll("[name]")]);
const lists = /** @type {HTMLSelectElement[]} */ ([...form.querySelectorAll("[data-list]")]);
const sliders = /** @type {NodeListOf<HTMLInputElement>} */ (form.querySelectorAll("[type=range]"));
const grouped = new Intl.NumberFormat("en", { maximumFractionDigits: 4 });

/**
 * Copies a slider's value into the number field before it, and returns it; a slider on a log scale holds the logarithm
 * to base 2.
 * @param {HTMLInputElement} slider
 */
function follow({ valueAsNumber: position, min, max, dataset, previousElementSibling: number }) {
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

/** @param {string} name */
const part = (name) => /** @type {HTMLElement | null} */ (document.querySelector(`[data-part=${name}]`));

/** @param {string} name @param {string} text */
function setText(name, text) {
  const element = part(name);
  if (!element) return;
  element.textContent = text;
  if (name === "note") element.hidden = !text;
}

/** @param {Field} field */
const currentValue = (field) => field.value;

/** The value that the page was built with. @param {Field} field */
function builtValue(field) {
  if (field instanceof HTMLInputElement) return field.defaultValue;
  return [...field.options].find((option) => option.defaultSelected)?.value ?? field.value;
}

/** The form as the estimator reads it: without percent-encoding. */
const query = (value = currentValue) =>
  fields.map((field) => `${field.name}=${value(field).replaceAll("&", " ")}`).join("&");

/** @returns {Values} */
const values = (value = currentValue) =>
  Object.fromEntries(fields.map((field) => [field.name, value(field).replaceAll(",", "")]));

const initial = values(builtValue);
/** The values and the query of the result on the page. */
let shown = initial,
  shownQuery = query(builtValue);
/** Number of the newest recalculation: a slow answer never replaces a newer one. */
let newest = 0;
let settleTimer = 0,
  workTimer = 0,
  frame = 0;

/** The reader's own model, where the calculator takes one: own-model.js is fetched when there is a file. */
const own = part("own");
const ownModel = () => import("./own-model.js");

/** @type {Promise<unknown> | undefined} */
let filled;
/** Puts the long lists into the form; the choice stays. */
async function fill() {
  await Promise.all(
    lists.map(async (list) => {
      const chosen = list.value;
      list.innerHTML = await (await get(`${data.facts}choices/${list.dataset.list}.txt`)).text();
      list.value = chosen;
      // A reset returns to this option.
      if (list.selectedOptions[0]) list.selectedOptions[0].defaultSelected = true;
    }),
  );
  if (own && hasOwn()) (await ownModel()).offer();
}

/** Whether an earlier page of this tab left a model; without storage none did. */
function hasOwn() {
  try {
    return "rooflightModel" in sessionStorage;
  } catch {
    return false;
  }
}

/** @param {FileList | null | undefined} files */
async function readOwn(files) {
  if (!own || !files?.length) return;
  // A list of files is emptied by the next choice.
  const chosen = [...files];
  await (filled ??= fill());
  await (await ownModel()).read(chosen);
}

/** After a failure the next change starts afresh. */
function forgetAll() {
  filled = undefined;
  forgetEstimator();
}

/** Those values that differ from the defaults. @param {Values} values */
const changes = (values) =>
  new URLSearchParams(Object.entries(values).filter(([key, value]) => value !== initial[key]));

/** The page's URL with the values that differ from the defaults. */
function address() {
  const url = new URL(location.href),
    { searchParams } = url,
    changed = changes(shown);
  for (const key of [...Object.keys(initial), "v", "vs"]) searchParams.delete(key);
  changed.forEach((value, key) => searchParams.set(key, value));
  if (changed.size) searchParams.set("v", VERSION);
  return url.href;
}

/** Writes the shown values into the URL, and the URL onto the printed page. */
function updateAddress() {
  history.replaceState(history.state, "", address());
  setText("printed", location.href);
}

/**
 * Marks the field whose value cannot be used and the results as outdated; an empty name clears all marks.
 * @param {string} name
 * @param {string} message empty while the reader may still be typing
 */
function mark(name, message) {
  for (const field of fields) {
    const invalid = field.name === name,
      error = document.getElementById(`error-${field.name}`);
    field.ariaInvalid = invalid ? "true" : null;
    // Another device can be the reason, while the field is folded away.
    if (invalid) field.closest("details")?.setAttribute("open", "");
    if (error) {
      error.textContent = invalid ? message : "";
      error.hidden = !error.textContent;
    }
  }
  for (const output of ["figure", "work"]) part(output)?.classList.toggle("stale", name !== "");
}

/** @param {"figure" | "work" | "ways"} name @param {string} html */
function setHtml(name, html) {
  const element = part(name);
  if (element) element.innerHTML = html;
}

/** @param {Reply & { kind: "answer" }} reply @param {boolean} done */
function show(reply, done) {
  setHtml("figure", reply.figure);
  clearTimeout(workTimer);
  // Drawing the work takes longer than the figure and would slow down a slider that is being moved.
  if (done) setHtml("work", reply.work);
  else workTimer = setTimeout(setHtml, SHORT_PAUSE, "work", reply.work);
  for (const { key, text } of reply.hints) {
    const hint = form.querySelector(`[data-field="${key}"] .hint`);
    if (hint) hint.textContent = text;
  }
  shown = values();
  shownQuery = query();
  for (const number of reply.fields) showNumber(number, done);
  // Without them the answer stands all the same.
  showWays(reply.refused).catch(() => setHtml("ways", ""));
}

/** What would fit, where the shown values do not: ways-out.js is fetched then. @param {boolean} refused */
async function showWays(refused) {
  const ways = part("ways"),
    question = shownQuery;
  if (!ways?.dataset.wasm) return;
  if (!refused) return setHtml("ways", "");
  const { html } = await (await import("./ways-out.js")).waysOut(question, ways);
  if (question === shownQuery) setHtml("ways", html);
}

/** @param {NumberField} number @param {boolean} done */
function showNumber({ key, text, plain, start, end, position }, done) {
  const field = /** @type {HTMLInputElement} */ (form.elements.namedItem(key)),
    slider = field.nextElementSibling;
  shown[key] = plain;
  if (done) field.value = text;
  if (!(slider instanceof HTMLInputElement)) return;
  if ("log" in slider.dataset) {
    // Rounded inwards to the slider's steps, as in the build.
    slider.min = String(Math.ceil(Number(start) * 100) / 100);
    slider.max = String(Math.floor(Number(end) * 100) / 100);
  } else [slider.min, slider.max] = [start, end];
  if (document.activeElement !== slider) slider.value = position;
  slider.ariaValueText = (slider.ariaValueText ?? "").replace(/^\S+/, text);
}

/**
 * Recalculates; returns the name of the field that cannot be used, or an empty string.
 * @param {boolean} done whether the reader has finished the input: then errors and the URL do not wait for a pause
 */
async function update(done) {
  const turn = ++newest;
  cancelAnimationFrame(frame);
  clearTimeout(settleTimer);
  (filled ??= fill()).catch(() => (filled = undefined));
  try {
    const reply = await ask(query());
    if (turn !== newest) return "";
    const { field, message } = reply.kind === "invalid" ? reply : { field: "", message: "" };
    const settle = () => {
      if (field) mark(field, message);
      else updateAddress();
    };
    mark(field, "");
    if (reply.kind === "answer") show(reply, done);
    if (done) settle();
    settleTimer = setTimeout(() => {
      settle();
      setText("status", reply.kind === "answer" ? reply.status : message);
    }, PAUSE);
    return field;
  } catch {
    if (turn === newest) fail();
    return "";
  }
}

function fail() {
  forgetAll();
  setText("note", "The calculator could not be loaded. Showing the previous result. Change any input to retry.");
}

/** Takes over the URL's values; those that cannot be used are ignored, and the page says so. */
async function restore() {
  try {
    await (filled ??= fill());
  } catch {
    // Without the lists no value can be checked: the URL stays as it is.
    return fail();
  }
  const given = new URLSearchParams(location.search);
  /** @type {string[]} */
  const ignored = [];
  /** @param {Field} field @param {string} value */
  const ignore = (field, value) => {
    ignored.push(`${field.name}=${value}`);
    field.value = initial[field.name];
  };
  for (const field of fields) {
    const value = given.get(field.name);
    if (value === null) continue;
    field.value = value;
    // A select element does not accept a value that it has no option for.
    if (field.value !== value) ignore(field, value);
  }
  // Each round resets one invalid field.
  for (let rounds = fields.length; rounds > 0; rounds--) {
    const invalid = await update(true),
      field = fields.find(({ name }) => name === invalid);
    if (!field || field.value === initial[field.name]) break;
    ignore(field, field.value);
  }
  // Older addresses kept a second result beside the first; the explorer compares now.
  const other = given.get("vs");
  if (other !== null) ignored.push(`vs=${other}`);
  if (ignored.length) setText("note", `Ignored URL parameters that the calculator cannot use: ${ignored.join(", ")}.`);
}

/** @param {HTMLElement} button @param {string} text */
async function copy(button, text) {
  const label = button.textContent;
  try {
    await navigator.clipboard.writeText(text);
    button.textContent = "Copied";
    setText("status", "Copied");
    setTimeout(() => (button.textContent = label), 2 * PAUSE);
  } catch {
    setText("note", `The browser blocked copying. The link is ${address()}`);
  }
}

/**
 * The shown answer with its conditions and figures as Markdown, then its link, then the tables.
 * @param {boolean} tables
 */
async function markdown(tables) {
  const reply = await ask(shownQuery),
    ways = part("ways");
  if (reply.kind !== "answer") return `${address()}\n`;
  const wanted = reply.refused && ways?.dataset.wasm;
  const { markdown } = wanted ? await (await import("./ways-out.js")).waysOut(shownQuery, ways) : { markdown: "" };
  const rest = tables ? `\n${reply.tables.trimEnd()}\n` : "";
  return `${(reply.markdown + markdown).trim()}\n\n${address()}\n${rest}`;
}

/** @param {EventTarget | null} target @returns {target is HTMLInputElement} */
const isSlider = (target) => target instanceof HTMLInputElement && target.type === "range";

form.addEventListener("input", ({ target }) => {
  if (isSlider(target)) follow(target);
  cancelAnimationFrame(frame);
  frame = requestAnimationFrame(() => update(false));
});
/** Where an arrow key moves a slider. @type {Record<string, number>} */
const WAYS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };
// An arrow key leads to the next round value, which may be many steps of a logarithmic slider away.
form.addEventListener("keydown", (event) => {
  const way = WAYS[event.key];
  if (!way || !isSlider(event.target) || !("log" in event.target.dataset)) return;
  event.preventDefault();
  const slider = event.target;
  const number = /** @type {HTMLInputElement} */ (slider.previousElementSibling);
  const old = Number(number.value.replaceAll(",", ""));
  for (let before; before !== slider.value;) {
    before = slider.value;
    slider.stepUp(way);
    if ((follow(slider) - old) * way > 0) break;
  }
  slider.dispatchEvent(new Event("change", { bubbles: true }));
});
form.addEventListener("change", ({ target }) => {
  setText("note", "");
  // Each key press on a slider fires a change, so the URL waits for the pause.
  update(!isSlider(target));
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  update(true);
});
form.addEventListener("reset", () =>
  setTimeout(() => {
    setText("note", "");
    update(true);
  }),
);
block.addEventListener("click", async ({ target }) => {
  if (!(target instanceof HTMLElement)) return;
  if (target.dataset.act === "link") copy(target, address());
  if (target.dataset.act === "answer") copy(target, await markdown(false));
  if (target.dataset.act === "tables") copy(target, await markdown(true));
});

if (own) {
  const input = /** @type {HTMLInputElement} */ (own.querySelector("[type=file]"));
  const readChosen = () => readOwn(input.files).catch(fail);
  input.addEventListener("change", readChosen);
  // Files that were chosen while this script was loading.
  readChosen();
  // A file that misses the calculator would replace the page.
  for (const name of ["dragover", "dragleave", "drop"]) {
    document.addEventListener(name, (event) => {
      const { dataTransfer } = /** @type {DragEvent} */ (event);
      if (!dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      own.classList.toggle("over", name === "dragover");
      if (name === "drop") readOwn(dataTransfer.files).catch(fail);
    });
  }
}

// Loading in advance may fail silently: the next change tries again and reports it.
ask(query()).catch(forgetAll);
const given = new URLSearchParams(location.search);
let restored = Promise.resolve();
if ([...fields.map(({ name }) => name), "vs"].some((key) => given.has(key))) restored = restore();
else {
  (filled = fill()).catch(() => (filled = undefined));
  // Take over what the reader changed while this script was loading.
  for (const slider of sliders) {
    // Less than a step is the browser's own rounding.
    if (Math.abs(slider.valueAsNumber - Number(slider.defaultValue)) > (Number(slider.step) || 0)) follow(slider);
  }
  if (query() !== shownQuery) update(true);
}

/** Long lists become comboboxes with the first sign of a reader; until then, and without them, they are selects. */
async function offerComboboxes() {
  try {
    await restored;
    await (filled ??= fill());
    await (await import("./combobox.js")).enhance(form);
  } catch {
    // The lists can be used as they are; the next focus tries again.
  }
}
for (const sign of ["pointermove", "keydown"]) addEventListener(sign, offerComboboxes, { once: true });
form.addEventListener("focusin", offerComboboxes);
if (form.contains(document.activeElement)) offerComboboxes();
