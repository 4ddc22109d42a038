/**
 * The reader's own model: reads the headers of its files with the estimator's module for headers, shows the ledger, and
 * offers the model to the calculator. Files are read with File.slice; nothing of them leaves the page.
 *
 * 1. Read the beginning of each file, and more of it as long as the module says that a header goes on.
 * 2. Show the ledger above the calculator's work, and switches for the parts that can be left out.
 * 3. Provide the model's record to the estimator, and choose it in the form. The record is kept for the other pages of
 *    this tab, in its session storage, until the reader forgets it.
 *
 * Contains no formula and no format.
 */
import { provide, startModule } from "./estimator-client.js";

/** @typedef {{ name: string, format: string, record: string, quality: string }} Model hexadecimal digits */
/** @typedef {import("../../estimator-wasm/reply.js").HeaderReply} HeaderReply */

const OWN = "own-model",
  FILE = "own-file",
  FIRST = 1 << 20,
  MEGABYTE = 1 << 20;
const form = /** @type {HTMLFormElement} */ (document.querySelector("#calculator form"));
const box = /** @type {HTMLElement} */ (document.querySelector("[data-part=own]"));
const model = /** @type {HTMLSelectElement} */ (form.elements.namedItem("m"));
const format = form.elements.namedItem("q");
const formats = format instanceof HTMLSelectElement && format.dataset.list ? format : undefined;

const said = document.createElement("p");
said.className = "note";
said.setAttribute("role", "status");
const switches = document.createElement("div");
const forgetting = document.createElement("button");
forgetting.type = "button";
forgetting.textContent = "Forget this model";
forgetting.hidden = true;
box.append(switches, forgetting, said);
const ledger = document.createElement("div");
ledger.className = "work";
ledger.dataset.part = "ledger";

/** @type {Promise<import("../../estimator-wasm/shim.js").Estimator> | undefined} */
let reader;
const load = () => startModule(box.dataset.wasm, box.dataset.wasmIntegrity);

/** The files that were read last, with as much of each as was needed. @type {{ file: File, bytes: Uint8Array }[]} */
let files = [];
/** The parts that count, by the names of their switches. @type {Record<string, boolean>} */
const parts = { mtp: false, vision: true };
const LABELS = { mtp: "with multi-token prediction", vision: "with the vision tower" };

/** @param {File} file @param {number} end */
const start = async (file, end) => new Uint8Array(await file.slice(0, end).arrayBuffer());

/** The module's reply about the files, once enough of each has been read. */
async function ask() {
  const answer = await (reader ??= load());
  const wanted = Object.entries(parts).map(([name, on]) => `${name}=${Number(on)}`);
  for (;;) {
    const lines = files.map(({ file, bytes }) => `${file.size}\t${bytes.length}\t${file.name.replace(/\s/g, " ")}\n`);
    const all = new Uint8Array(await new Blob(files.map(({ bytes }) => new Uint8Array(bytes))).arrayBuffer());
    const reply = /** @type {HeaderReply} */ (JSON.parse(answer(`${wanted.join("&")}\n${lines.join("")}`, all)));
    if (reply.kind !== "more") return reply;
    const more = files[reply.file];
    const before = more.bytes.length,
      end = Math.min(more.file.size, Math.max(reply.bytes, 2 * before));
    const megabytes = Math.ceil((end - before) / MEGABYTE);
    said.textContent = `The header of ${more.file.name} goes on: reading ${megabytes} MiB more.`;
    more.bytes = await start(more.file, end);
    if (more.bytes.length <= before)
      return /** @type {const} */ ({
        kind: "refused",
        file: more.file.name,
        reason: "The file could not be read to the end of its header.",
      });
  }
}

/** Reads files, shows their ledger and chooses the model in the form. @param {File[]} chosen */
export async function read(chosen) {
  said.textContent = "Reading …";
  try {
    const before = await Promise.all(chosen.map(async (file) => ({ file, bytes: await start(file, FIRST) })));
    files = before;
    await show(true);
  } catch (error) {
    reader = undefined;
    said.textContent = `The files could not be read: ${error instanceof Error ? error.message : error}`;
  }
}

/** @param {boolean} isNew whether the model is to be chosen in the form */
async function show(isNew) {
  const reply = await ask();
  if (reply.kind === "refused") {
    said.textContent = `${reply.file}: ${reply.reason}`;
    return;
  }
  const { name, format: stored, record, quality, status } = reply;
  ledger.innerHTML = reply.ledger;
  const work = document.querySelector("[data-part=work]");
  if (!ledger.isConnected) (work?.closest("details") ?? work)?.before(ledger);
  toggles(reply.switches);
  said.textContent = name ? status : `${status} It lacks what a calculator needs.`;
  if (!name) return;
  try {
    sessionStorage.rooflightModel = JSON.stringify({ name, format: stored, record, quality });
  } catch {
    // Without storage the model is this page's alone.
  }
  use({ name, format: stored, record, quality });
  if (isNew || model.value === OWN) choose(isNew);
}

/** Switches for the parts that the files have. @param {string[]} names */
function toggles(names) {
  if ([...switches.querySelectorAll("input")].map(({ name }) => name).join() === names.join()) return;
  switches.replaceChildren(
    ...names.map((name) => {
      const label = document.createElement("label"),
        input = document.createElement("input");
      input.type = "checkbox";
      input.name = name;
      input.checked = parts[name];
      label.append(input, ` ${LABELS[/** @type {keyof typeof LABELS} */ (name)]} `);
      return label;
    }),
  );
}

/** @param {string} digits */
const bytes = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** Puts an option at the head of a list, in place of an earlier one. */
function option(/** @type {HTMLSelectElement} */ list, /** @type {string} */ value, /** @type {string} */ label) {
  const chosen = list.value;
  list.querySelector(`option[value=${value}]`)?.remove();
  if (label) list.prepend(new Option(label, value));
  list.value = chosen;
}

/** Offers a model to the estimator and in the form. @param {Model} own */
function use(own) {
  provide({ [`models/${OWN}.bin`]: bytes(own.record), [`quality/${OWN}.bin`]: bytes(own.quality) });
  option(model, OWN, own.name);
  if (formats) option(formats, FILE, own.format && `${own.format}, your file`);
  forgetting.hidden = false;
}

/** Chooses the model in the form, in its files' own format if it is new. @param {boolean} isNew */
function choose(isNew) {
  model.value = OWN;
  if (isNew && formats?.querySelector(`option[value=${FILE}]`)) formats.value = FILE;
  model.dispatchEvent(new Event("change", { bubbles: true }));
}

/** Offers the model of an earlier page of this tab. */
export function offer() {
  /** @type {unknown} */
  const kept = JSON.parse(sessionStorage.rooflightModel);
  use(/** @type {Model} */ (kept));
}

/** A list's own choice. @param {HTMLSelectElement} list */
const usual = (list) => ([...list.options].find(({ defaultSelected }) => defaultSelected) ?? list.options[0]).value;

forgetting.addEventListener("click", () => {
  sessionStorage.removeItem("rooflightModel");
  provide({});
  const wasChosen = model.value === OWN;
  option(model, OWN, "");
  if (formats) option(formats, FILE, "");
  if (wasChosen) {
    for (const list of formats ? [model, formats] : [model]) list.value = usual(list);
    model.dispatchEvent(new Event("change", { bubbles: true }));
  }
  ledger.remove();
  switches.replaceChildren();
  files = [];
  forgetting.hidden = true;
  said.textContent = "Forgotten.";
});
switches.addEventListener("change", (event) => {
  event.stopPropagation();
  const { target } = event;
  if (!(target instanceof HTMLInputElement)) return;
  parts[target.name] = target.checked;
  show(false).catch(() => (said.textContent = "The files could not be read again: choose them anew."));
});
// The files' own format is no other model's.
form.addEventListener(
  "change",
  () => {
    if (formats && model.value !== OWN && formats.value === FILE) formats.value = usual(formats);
  },
  { capture: true },
);
