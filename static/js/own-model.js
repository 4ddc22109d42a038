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
import { startModule } from "./estimator-client.js";

/** @typedef {{ name: string, format: string, record: string, quality: string }} Model hexadecimal digits */
/** @typedef {import("../../estimator-wasm/reply.js").HeaderReply} HeaderReply */
/** @typedef {import("./estimator-client.js").EstimatorClient} EstimatorClient */

const OWN = "own-model",
  FILE = "own-file",
  FIRST = 1 << 20,
  MEGABYTE = 1 << 20;
const LABELS = { mtp: "with multi-token prediction", vision: "with the vision tower" };

/** @param {File} file @param {number} end */
const start = async (file, end) => new Uint8Array(await file.slice(0, end).arrayBuffer());

/** @param {string} digits */
const bytes = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/**
 * Puts an option at the head of a list, in place of an earlier one; without a label there is none.
 * @param {HTMLSelectElement} list
 * @param {string} value
 * @param {string} label
 */
function setOption(list, value, label) {
  const chosen = list.value;
  list.querySelector(`option[value=${value}]`)?.remove();
  if (label) list.prepend(new Option(label, value));
  list.value = chosen;
}

/** Sets a list back to its own choice. @param {HTMLSelectElement} list */
function resetList(list) {
  list.value = ([...list.options].find(({ defaultSelected }) => defaultSelected) ?? list.options[0]).value;
}

export class OwnModel {
  /** The files that were read last, with as much of each as was needed. @type {{ file: File, bytes: Uint8Array }[]} */
  #files = [];
  /** The parts that count, by the names of their switches. @type {Record<string, boolean>} */
  #parts = { mtp: false, vision: true };

  /** @param {HTMLElement} box where files are chosen @param {EstimatorClient} client */
  constructor(box, client) {
    this.box = box;
    this.client = client;
    const form = /** @type {HTMLFormElement} */ (document.querySelector("#calculator form"));
    const format = form.elements.namedItem("q");
    this.model = /** @type {HTMLSelectElement} */ (form.elements.namedItem("m"));
    this.formats = format instanceof HTMLSelectElement && format.dataset.list ? format : undefined;
    this.status = document.createElement("p");
    this.status.className = "note";
    this.status.setAttribute("role", "status");
    this.switches = document.createElement("div");
    this.forgetButton = document.createElement("button");
    this.forgetButton.type = "button";
    this.forgetButton.textContent = "Forget this model";
    this.forgetButton.hidden = true;
    box.append(this.switches, this.forgetButton, this.status);
    this.ledger = document.createElement("div");
    this.ledger.className = "work";
    this.ledger.dataset.part = "ledger";
    this.#listen(form);
  }

  /** @param {HTMLFormElement} form */
  #listen(form) {
    this.forgetButton.addEventListener("click", () => this.forget());
    this.switches.addEventListener("change", (event) => {
      event.stopPropagation();
      const { target } = event;
      if (!(target instanceof HTMLInputElement)) return;
      this.#parts[target.name] = target.checked;
      this.#show(false).catch(() => this.say("The files could not be read again: choose them anew."));
    });
    // The files' own format is no other model's.
    const leaveFormat = () => {
      if (this.formats?.value === FILE && this.model.value !== OWN) resetList(this.formats);
    };
    form.addEventListener("change", leaveFormat, { capture: true });
  }

  /** @param {string} text */
  say(text) {
    this.status.textContent = text;
  }

  /** The module's reply about the files, once enough of each has been read. */
  async #ask() {
    const answer = await startModule("readers");
    const wanted = Object.entries(this.#parts).map(([name, on]) => `${name}=${Number(on)}`);
    for (;;) {
      const lines = this.#files.map(
        ({ file, bytes }) => `${file.size}\t${bytes.length}\t${file.name.replace(/\s/g, " ")}\n`,
      );
      const all = await new Blob(this.#files.map(({ bytes }) => new Uint8Array(bytes))).arrayBuffer();
      const text = answer("header", `${wanted.join("&")}\n${lines.join("")}`, new Uint8Array(all));
      const reply = /** @type {HeaderReply} */ (JSON.parse(text));
      if (reply.kind !== "more") return reply;
      const more = this.#files[reply.file];
      const before = more.bytes.length,
        end = Math.min(more.file.size, Math.max(reply.bytes, 2 * before));
      const megabytes = Math.ceil((end - before) / MEGABYTE);
      this.say(`The header of ${more.file.name} goes on: reading ${megabytes} MiB more.`);
      more.bytes = await start(more.file, end);
      if (more.bytes.length > before) continue;
      const reason = "The file could not be read to the end of its header.";
      return /** @type {const} */ ({ kind: "refused", file: more.file.name, reason });
    }
  }

  /** Reads files, shows their ledger and chooses the model in the form. @param {File[]} chosen */
  async read(chosen) {
    this.say("Reading …");
    try {
      this.#files = await Promise.all(chosen.map(async (file) => ({ file, bytes: await start(file, FIRST) })));
      await this.#show(true);
    } catch (error) {
      this.say(`The files could not be read: ${error instanceof Error ? error.message : error}`);
    }
  }

  /** @param {boolean} isNew whether the model is to be chosen in the form */
  async #show(isNew) {
    const reply = await this.#ask();
    if (reply.kind === "refused") return this.say(`${reply.file}: ${reply.reason}`);
    const { name, format, record, quality, status } = reply;
    this.ledger.innerHTML = reply.ledger;
    const work = document.querySelector("[data-part=work]");
    if (!this.ledger.isConnected) (work?.closest("details") ?? work)?.before(this.ledger);
    this.#setSwitches(reply.switches);
    this.say(name ? status : `${status} It lacks what a calculator needs.`);
    if (!name) return;
    const model = { name, format, record, quality };
    try {
      sessionStorage.rooflightModel = JSON.stringify(model);
    } catch {
      // Without storage the model is this page's alone.
    }
    this.#use(model);
    if (isNew || this.model.value === OWN) this.#choose(isNew);
  }

  /** Switches for the parts that the files have. @param {string[]} names */
  #setSwitches(names) {
    if ([...this.switches.querySelectorAll("input")].map(({ name }) => name).join() === names.join()) return;
    this.switches.replaceChildren(
      ...names.map((name) => {
        const label = document.createElement("label"),
          input = document.createElement("input");
        input.type = "checkbox";
        input.name = name;
        input.checked = this.#parts[name];
        label.append(input, ` ${LABELS[/** @type {keyof typeof LABELS} */ (name)]} `);
        return label;
      }),
    );
  }

  /** Offers a model to the estimator and in the form. @param {Model} model */
  #use({ name, format, record, quality }) {
    this.client.provide({ [`models/${OWN}.txt`]: bytes(record), [`quality/${OWN}.txt`]: bytes(quality) });
    setOption(this.model, OWN, name);
    if (this.formats) setOption(this.formats, FILE, format && `${format}, your file`);
    this.forgetButton.hidden = false;
  }

  /** Chooses the model in the form, in its files' own format if it is new. @param {boolean} isNew */
  #choose(isNew) {
    this.model.value = OWN;
    if (isNew && this.formats?.querySelector(`option[value=${FILE}]`)) this.formats.value = FILE;
    this.#changed();
  }

  #changed() {
    this.model.dispatchEvent(new Event("change", { bubbles: true }));
  }

  /** Offers the model of an earlier page of this tab. */
  offer() {
    /** @type {unknown} */
    const stored = JSON.parse(sessionStorage.rooflightModel);
    this.#use(/** @type {Model} */ (stored));
  }

  forget() {
    sessionStorage.removeItem("rooflightModel");
    this.client.provide({});
    const wasChosen = this.model.value === OWN;
    setOption(this.model, OWN, "");
    if (this.formats) setOption(this.formats, FILE, "");
    if (wasChosen) {
      for (const list of this.formats ? [this.model, this.formats] : [this.model]) resetList(list);
      this.#changed();
    }
    this.ledger.remove();
    this.switches.replaceChildren();
    this.#files = [];
    this.forgetButton.hidden = true;
    this.say("Forgotten.");
  }
}
