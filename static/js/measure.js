/**
 * The page that judges a benchmark's output: hands the text to the estimator's module and shows its verdicts. Module
 * and data are fetched when the reader first turns to the form; after that nothing is requested, and nothing is sent.
 *
 * The verdict of an earlier text is muted as soon as the newest has none. Pasted, dropped or chosen text moves the
 * focus to its verdict; typing moves nothing.
 *
 * Contains no formula and reads no output itself: replies are those of `crates/ingest/src/verdict/wasm_api.rs`.
 * Every text of an output is shown as text.
 */
import { get, pageData, startModule } from "./estimator-client.js";
import { machine } from "./my-machine.js";
import { say } from "./say.js";

/** @typedef {import("../../estimator-wasm/reply.js").MeasureReply} MeasureReply */
/** @typedef {import("../../estimator-wasm/reply.js").Hint} Hint */

/** Maximum number of characters read: a field with a megabyte of short lines blocks a browser for ten seconds. */
const MAX_CHARACTERS = 1 << 18,
  WAIT_MS = 200;
const block = /** @type {HTMLElement} */ (document.querySelector("#calculator"));
/** @template {HTMLElement} T @param {string} selector */
const part = (selector) => /** @type {T} */ (block.querySelector(selector));
const form = /** @type {HTMLFormElement} */ (part("form"));
const output = /** @type {HTMLTextAreaElement} */ (part("#output"));
const file = /** @type {HTMLInputElement} */ (part("#file"));
const errorText = part("#output-error"),
  live = part("[data-part=status]"),
  verdicts = part("[data-part=verdicts]");
const blank = /** @type {HTMLTemplateElement} */ (/** @type {HTMLElement} */ (part("template")));
const lists = ["e", "hw", "m", "q"].map((name) => /** @type {HTMLSelectElement} */ (part(`#f-${name}`)));
const numbers = ["c", "n", "r"].map((name) => /** @type {HTMLInputElement} */ (part(`#f-${name}`)));

const waiting = part(".waiting");

/** @type {ReturnType<typeof load> | undefined} */
let judge;
async function load() {
  const [answer, record] = await Promise.all([
    startModule("readers"),
    get(`${pageData().facts}measure/all.txt`).then((response) => response.arrayBuffer()),
  ]);
  const bytes = new Uint8Array(record);
  const ask = (/** @type {string} */ request) =>
    /** @type {MeasureReply} */ (JSON.parse(answer("measure", request, bytes)));
  const known = ask("");
  if (known.kind !== "lists") throw new Error("the data cannot be read");
  const query = new URLSearchParams(location.search);
  for (const list of lists) {
    const wanted = query.get(list.name) ?? "";
    const names = known[/** @type {"e" | "hw" | "m" | "q"} */ (list.name)];
    list.append(...names.map(({ id, name }) => new Option(name, id)));
    // The link on a device's page chooses that device.
    if (names.some(({ id }) => id === wanted)) [list.value, list.dataset.own] = [wanted, "1"];
  }
  // The lists work without comboboxes.
  void import("./combobox.js").then(({ enhance }) => enhance(form)).catch(() => undefined);
  return (/** @type {string} */ request) => {
    const reply = ask(request);
    if (reply.kind !== "verdicts") throw new Error("the data cannot be read");
    return reply;
  };
}
const ready = () => (judge ??= load());

/** Number of the newest work; the block's `data-state` is `busy` until it ends, then `ready`, or `invalid`. */
let newest = 0;
function begin() {
  block.dataset.state = "busy";
  return ++newest;
}
/** @param {number} turn */
function end(turn) {
  if (turn === newest) block.dataset.state = errorText.hidden ? "ready" : "invalid";
}

/** @param {string} text */
function complain(text) {
  say(errorText, text);
  errorText.hidden = !text;
  output.setAttribute("aria-invalid", String(Boolean(text)));
}

/**
 * Shows at each field what is missing or invalid, and returns the names of those fields.
 * @param {Hint[]} marked
 */
function mark(marked) {
  const names = [];
  for (const field of [...lists, ...numbers]) {
    const message = textOf(marked, field.name),
      error = part(`#error-${field.name}`);
    say(error, message);
    error.hidden = !message;
    field.ariaInvalid = message ? "true" : null;
    if (message) names.push(part(`label[for^="f-${field.name}"]`).textContent);
  }
  return names;
}

/** The text of a field, or none. @param {Hint[]} texts @param {string} field */
const textOf = (texts, field) => texts.find(({ key }) => key === field)?.text ?? "";

/** Sets the fields that the output names, except those that the reader has set. @param {Hint[]} found */
function fill(found) {
  for (const list of lists) {
    if (list.dataset.own) continue;
    list.value = textOf(found, list.name);
    list.dispatchEvent(new Event("assigned"));
  }
}

/** @param {import("../../estimator-wasm/reply.js").Verdict} run */
function shown(run) {
  const copy = /** @type {DocumentFragment} */ (blank.content.cloneNode(true));
  const section = /** @type {HTMLElement} */ (copy.firstChild);
  const set = (/** @type {string} */ selector, /** @type {string} */ text) => {
    const element = section.querySelector(selector);
    if (element) element.textContent = text;
  };
  section.dataset.place = run.place;
  set("h2", run.answer);
  set(".speed", `${run.measured}: ${run.verdict}${run.range && ` (${run.range}; ${run.basis})`}.`);
  set(".reached", `${run.reached}.`);
  set(".subject", `Line ${run.line}, ${run.tool}: ${run.subject}`);
  set("code", run.row);
  for (const [selector, texts] of /** @type {[string, string[]][]} */ ([
    ["ol", run.causes],
    ["ul", run.notes],
  ])) {
    const list = section.querySelector(selector);
    for (const text of texts) if (list) say(list.appendChild(document.createElement("li")), text);
    if (!texts.length) list?.remove();
  }
  if (!run.causes.length) section.querySelector(".why")?.remove();
  return section;
}

/** The fields that the reader has set; the others follow the output. */
function request() {
  const given = new URLSearchParams();
  for (const list of lists) if (list.dataset.own) given.set(list.name, list.value);
  for (const input of numbers) given.set(input.name, input.value.trim());
  return `${given}\n${output.value.slice(0, MAX_CHARACTERS)}`;
}

/** The text that is judged, or was judged last. */
let judged = "";
/**
 * Judges the text again.
 * @param {"nothing" | "view" | "focus"} [moves] what the first verdict on it takes: the window, or the focus too
 */
async function update(moves = "nothing") {
  const turn = begin();
  judged = output.value;
  const isJudged = await judgeOutput();
  verdicts.inert = !isJudged;
  verdicts.classList.toggle("stale", !isJudged);
  if (!isJudged || !output.value.trim()) live.textContent = "";
  end(turn);
  const verdict = verdicts.querySelector(".verdict"),
    answer = verdict?.querySelector("h2");
  if (!isJudged || moves === "nothing" || turn !== newest) return;
  (moves === "focus" ? verdict : answer)?.scrollIntoView({ block: "nearest" });
  if (moves === "focus") answer?.focus({ preventScroll: true });
}

/** Shows the verdicts, or the reason why there are none; returns whether the verdicts on the page are the text's. */
async function judgeOutput() {
  if (!output.value.trim()) {
    mark([]);
    fill([]);
    complain("");
    verdicts.replaceChildren(waiting);
    return true;
  }
  try {
    const answer = await ready();
    let reply = answer(request());
    const mine = machine(),
      device = lists[1];
    // What the output does not name is the reader's machine.
    const isListed = [...device.options].some(({ value }) => value === mine?.hw);
    if (textOf(reply.marked, "hw") && mine && !device.dataset.own && isListed) {
      [device.value, device.dataset.own] = [mine.hw, "1"];
      device.dispatchEvent(new Event("assigned"));
      reply = answer(request());
    }
    const { tools, found, marked, runs, problems } = reply;
    fill(found);
    const lines = problems.map(({ line, message }) => `Line ${line}: ${message}.`),
      missing = mark(marked).join(", ");
    if (missing) lines.push(`${runs.length ? "Not all is judged" : "Not judged yet"}. See below: ${missing}.`);
    if (!runs.length && !lines.length) lines.push("No output of a known benchmark tool is in this text.");
    if (output.value.length > MAX_CHARACTERS) lines.push("Only the first 256 KiB are read.");
    if (tools.length > 1) lines.push(`Outputs of several tools, each judged by itself: ${tools.join(", ")}.`);
    if (!runs.length && verdicts.querySelector(".verdict")) lines.push("The muted verdict is of the text before.");
    complain(lines.join(" "));
    if (!runs.length) return false;
    verdicts.replaceChildren(...runs.map(shown));
    live.textContent = runs.length === 1 ? runs[0].answer : `${runs.length} runs judged`;
    return true;
  } catch (error) {
    judge = undefined;
    complain(`This could not be judged: ${error instanceof Error ? error.message : error}`);
    return false;
  }
}

/** @param {File | undefined} chosen */
async function read(chosen) {
  if (!chosen) return;
  begin();
  output.value = await chosen.slice(0, MAX_CHARACTERS).text();
  await update("focus");
  const cut = `Only the first 256 KiB of ${chosen.name} are read.`;
  if (chosen.size > MAX_CHARACTERS) complain(`${errorText.textContent ?? ""} ${cut}`.trim());
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let typing;
output.addEventListener("input", (event) => {
  begin();
  clearTimeout(typing);
  const isPasted = event instanceof InputEvent && event.inputType === "insertFromPaste";
  typing = setTimeout(update, WAIT_MS, isPasted ? "focus" : "nothing");
});
form.addEventListener("change", ({ target }) => {
  if (target === file) return void read(file.files?.[0]);
  // A text that is left for its verdict was judged already, and the verdict keeps the focus.
  if (target === output && output.value === judged) return;
  if (target instanceof HTMLSelectElement) target.dataset.own = target.value && "1";
  void update(target === output ? "nothing" : "view");
});
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("focusin", async () => {
  if (judge) return;
  const turn = begin();
  await ready().catch(() => (judge = undefined));
  end(turn);
});
block.addEventListener("dragover", (event) => event.preventDefault());
block.addEventListener("drop", (event) => {
  event.preventDefault();
  const text = event.dataTransfer?.getData("text");
  if (event.dataTransfer?.files.length) return void read(event.dataTransfer.files[0]);
  if (text) output.value = text;
  void update("focus");
});
block.addEventListener("click", async ({ target }) => {
  if (!(target instanceof HTMLElement) || target.dataset.act !== "copy") return;
  await navigator.clipboard.writeText(target.closest("details")?.querySelector("code")?.textContent ?? "");
  live.textContent = "Copied";
});
/** The text in the address, from the form of the home page. */
const stated = new URLSearchParams(location.search).get("output");
if (stated) {
  const url = new URL(location.href);
  url.searchParams.delete("output");
  history.replaceState(history.state, "", url.href);
  output.value = stated;
  void update("focus");
} else end(begin());
