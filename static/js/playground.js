/**
 * The page on which readers write a calculator: hands the file to the module that reads it, and shows its mistakes or
 * the calculator. The module is fetched when the reader first turns to the page; after that nothing is requested, and
 * nothing is sent.
 *
 * Reads no file itself and contains no formula: replies are those of `crates/trial/src/playground.rs`. Every text of
 * the file is shown as text.
 */
import { pageData, startModule } from "./estimator-client.js";
import { say } from "./say.js";

/** @typedef {import("../../estimator-wasm/reply.js").PlaygroundReply} PlaygroundReply */
/** @typedef {PlaygroundReply & { kind: "calculator" }} Calculator */
/** @typedef {import("../../estimator-wasm/reply.js").FileMistake} FileMistake */
/** @typedef {import("../../estimator-wasm/reply.js").InputField} InputField */
/** @typedef {HTMLInputElement | HTMLSelectElement} Field */

/** Letters that are read: longer than any file within the limits of calculators. */
const MAX_CHARACTERS = 1 << 16,
  WAIT_MS = 200;
/** @template {HTMLElement} T @param {string} selector */
const part = (selector) => /** @type {T} */ (document.querySelector(selector));
const file = /** @type {HTMLTextAreaElement} */ (part("#file"));
const block = part("#calculator"),
  form = /** @type {HTMLFormElement} */ (part("#inputs"));
const blank = /** @type {HTMLTemplateElement} */ (part(".playground > template"));
const [count, mistakes, title, question, figure, work] = [
  "count",
  "mistakes",
  "title",
  "question",
  "figure",
  "work",
].map((name) => part(`[data-part=${name}]`));
const encoder = new TextEncoder();

/** @type {ReturnType<typeof startModule> | undefined} */
let module;
/** The inputs that the form was made of; none before the module has read the file. */
let shown = "";

/** Number of the newest work; the block's `data-state` is `busy` until it ends. */
let newest = 0;

/** The inputs of the form as the module reads them: without percent-encoding. */
const query = () =>
  /** @type {Field[]} */ ([...form.querySelectorAll("[name]")])
    .map(({ name, value }) => `${name}=${value.replaceAll("&", " ")}`)
    .join("&");

/** Marks what is shown as that of an earlier file, or as that of this one. @param {boolean} isStale */
function setStale(isStale) {
  for (const element of [figure, work]) element.classList.toggle("stale", isStale);
}

/** The position of a column in the text of the field. @param {number} line @param {number} column both from 1 */
function position(line, column) {
  const lines = file.value.split("\n"),
    before = lines.slice(0, line - 1).reduce((sum, text) => sum + text.length + 1, 0);
  return before + [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
}

/** @param {FileMistake} mistake */
function mistakeItem({ line, column, length, message, help }) {
  const item = document.createElement("li"),
    place = document.createElement("button"),
    words = document.createElement("span");
  place.type = "button";
  place.textContent = `Line ${line}, column ${column}`;
  place.addEventListener("click", () => {
    file.focus();
    file.setSelectionRange(position(line, column), position(line, column + length));
  });
  say(words, `: ${message}`);
  item.append(place, words);
  for (const text of help) say(item.appendChild(document.createElement("p")), text);
  return item;
}

/** @param {FileMistake[]} found */
function showMistakes(found) {
  mistakes.replaceChildren(...found.map(mistakeItem));
  file.ariaInvalid = found.length ? "true" : null;
  const isCut = file.value.length > MAX_CHARACTERS ? " Only the first 64 KiB are read." : "";
  const counted = found.length === 1 ? "One mistake." : `${found.length} mistakes.`;
  count.textContent = found.length ? `${counted} The last good answer is kept.${isCut}` : `No mistakes.${isCut}`;
}

/** @param {InputField} input */
function field({ key, label, value, choices }) {
  const copy = /** @type {DocumentFragment} */ (blank.content.cloneNode(true));
  const [name, hint, pair, error] = ["label", ".hint", ".pair", ".error"].map(
    (selector) => /** @type {HTMLElement} */ (copy.querySelector(selector)),
  );
  const control = document.createElement(choices.length ? "select" : "input");
  if (control instanceof HTMLSelectElement) control.append(...choices.map((one) => new Option(one.name, one.id)));
  else [control.type, control.inputMode] = ["text", "decimal"];
  [control.id, control.name, control.value] = [`f-${key}`, key, value];
  [hint.id, error.id, name.textContent] = [`hint-${key}`, `error-${key}`, label];
  /** @type {HTMLLabelElement} */ (name).htmlFor = control.id;
  control.setAttribute("aria-describedby", `${hint.id} ${error.id}`);
  if (choices.length) pair.replaceWith(control);
  else pair.append(control);
  return copy;
}

/** Makes the form anew. @param {InputField[]} inputs */
function build(inputs) {
  const more = part("[data-part=more]"),
    folded = inputs.filter((input) => input.folded);
  part("[data-part=fields]").replaceChildren(...inputs.filter((input) => !input.folded).map(field));
  more.lastElementChild?.replaceChildren(...folded.map(field));
  more.hidden = !folded.length;
}

/**
 * Shows the answer, or which input cannot be used.
 * @param {Calculator} calculator
 * @param {boolean} done whether the reader has finished the input: until then the fields are the reader's
 */
function showCalculator({ reply, ...calculator }, done) {
  [title.textContent, question.textContent] = [calculator.title, calculator.question];
  const invalid = reply.kind === "invalid" ? reply : { field: "", message: "" };
  for (const control of /** @type {NodeListOf<Field>} */ (form.querySelectorAll("[name]"))) {
    const error = part(`#error-${control.name}`),
      wrong = control.name === invalid.field;
    control.ariaInvalid = wrong ? "true" : null;
    error.textContent = wrong ? invalid.message : "";
    error.hidden = !wrong;
    if (wrong) control.closest("details")?.setAttribute("open", "");
  }
  setStale(reply.kind !== "answer");
  if (reply.kind !== "answer") return;
  [figure.innerHTML, work.innerHTML] = [reply.figure, reply.work];
  for (const { key, text } of reply.hints) part(`#hint-${key}`).textContent = text;
  if (!done) return;
  for (const { key, text } of reply.fields) /** @type {HTMLInputElement} */ (part(`#f-${key}`)).value = text;
}

/** @param {boolean} done */
async function update(done) {
  const turn = ++newest;
  block.dataset.state = "busy";
  try {
    const answer = await (module ??= startModule(pageData().wasm, pageData().wasmIntegrity));
    if (turn !== newest) return;
    const text = encoder.encode(file.value.slice(0, MAX_CHARACTERS));
    const ask = (/** @type {string} */ given) => /** @type {PlaygroundReply} */ (JSON.parse(answer(given, text)));
    let reply = ask(query());
    showMistakes(reply.kind === "mistakes" ? reply.mistakes : []);
    if (reply.kind === "mistakes") {
      setStale(true);
      block.dataset.state = "invalid";
      return;
    }
    const inputs = JSON.stringify(reply.inputs);
    // The form that the build wrote is that of its file.
    if (!shown && file.value === file.defaultValue) shown = inputs;
    // Other inputs, or other defaults: a form of its own.
    if (inputs !== shown) {
      shown = inputs;
      build(reply.inputs);
      done = true;
      reply = ask("");
    }
    if (reply.kind === "calculator") showCalculator(reply, done);
    block.dataset.state = form.querySelector("[aria-invalid=true]") ? "invalid" : "ready";
  } catch (error) {
    module = undefined;
    const reason = error instanceof Error ? error.message : error;
    count.textContent = `The file could not be read: ${reason}. Change it to try again.`;
    block.dataset.state = "failed";
  }
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting;
file.addEventListener("input", () => {
  block.dataset.state = "busy";
  clearTimeout(waiting);
  waiting = setTimeout(update, WAIT_MS, false);
});
form.addEventListener("input", () => update(false));
form.addEventListener("change", () => update(true));
form.addEventListener("submit", (event) => event.preventDefault());
for (const element of [file, form]) element.addEventListener("focusin", () => module || update(false));
block.dataset.state = "ready";
