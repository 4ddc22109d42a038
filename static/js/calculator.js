/**
 * The script of a calculator's page: converts the form's values to a query, runs the estimator (WebAssembly), and shows
 * its answer, which is HTML. Contains no formula and no list of models.
 *
 * 1. Load the form's long lists; estimator-client.js loads the estimator and its facts.
 * 2. Recalculate on every change: the figure at once, the work (steps and tables) after a short pause.
 * 3. After a longer pause announce the result and write the values into the URL.
 */
import { addressOf, hasValues, restore } from "./calculator-address.js";
import { CalculatorForm } from "./calculator-form.js";
import { CalculatorView, setText } from "./calculator-view.js";
import { EstimatorClient, pageData } from "./estimator-client.js";
import { machine, remember } from "./my-machine.js";
import { OwnFiles } from "./own-files.js";
import { catchUp, follow, isSlider, moveByKey } from "./slider.js";

const PAUSE = 700;
/** Options of a list that becomes a combobox, as combobox.js has it. */
const LONG_LIST = 12;

class Calculator {
  /** The number of the newest input, so that a slow answer never replaces a newer one. */
  #newest = 0;
  #settleTimer = 0;
  #frame = 0;
  /** The reader's own model, offered once. @type {Promise<void> | undefined} */
  #offered;

  /** @param {HTMLElement} block */
  constructor(block) {
    this.block = block;
    this.client = new EstimatorClient(pageData());
    this.form = new CalculatorForm(/** @type {HTMLFormElement} */ (block.querySelector("form")));
    this.view = new CalculatorView(block, this.client);
    const box = /** @type {HTMLElement | null} */ (document.querySelector("[data-part=own]"));
    /** The reader's own model, where the calculator takes one. */
    this.own = box && new OwnFiles(box, this.client);
    /** The values and the query of the answer on the page. */
    this.shown = { values: this.form.initial, query: this.form.initialQuery };
  }

  /** Puts the long lists into the form, and the reader's own model into them. */
  async fill() {
    await this.form.fill(this.client.data.facts, () => true);
    this.#offered ??= Promise.resolve(this.own?.offer());
    this.#offered.catch(() => (this.#offered = undefined));
    return this.#offered;
  }

  /** Fills the visible lists; filling all would add thousands of elements to the page before a reader opens them. */
  fillSeen() {
    if (this.own?.isKept()) return this.fill();
    return this.form.fill(this.client.data.facts, (list) => list.checkVisibility());
  }

  fail() {
    this.client.forget();
    setText("note", "The calculator could not be loaded. Showing the previous result. Change any input to retry.");
    this.view.setState("failed");
  }

  get address() {
    return addressOf(this.form, this.shown.values);
  }

  /** Writes the shown values into the URL, and the URL onto the printed page. */
  updateAddress() {
    history.replaceState(history.state, "", this.address);
    setText("printed", location.href);
  }

  /** Starts a new input, which outdates all answers to earlier ones; returns its number. */
  begin() {
    cancelAnimationFrame(this.#frame);
    clearTimeout(this.#settleTimer);
    this.view.setState("busy");
    return ++this.#newest;
  }

  /** Recalculates before the next frame, since the reader may still be typing. */
  updateSoon() {
    this.begin();
    this.#frame = requestAnimationFrame(() => this.update(false));
  }

  /**
   * Recalculates; returns the name of the invalid field, or an empty string.
   * @param {boolean} done whether the reader has finished the input: then errors and the URL do not wait for a pause
   */
  async update(done) {
    const turn = this.begin(),
      shown = { values: this.form.values(), query: this.form.query() };
    this.fill();
    try {
      const reply = await this.client.ask(shown.query);
      if (turn !== this.#newest) return "";
      const { field, message } = reply.kind === "invalid" ? reply : { field: "", message: "" };
      this.mark(field, "");
      if (reply.kind === "answer") this.show(reply, shown, done);
      const settle = () => {
        if (!field) return this.updateAddress();
        this.mark(field, message);
        this.view.setState("invalid");
      };
      if (done) settle();
      this.#settleTimer = setTimeout(() => {
        settle();
        setText("status", reply.kind === "answer" ? reply.status : message);
        if (!field) this.view.setState("ready");
      }, PAUSE);
      return field;
    } catch {
      if (turn === this.#newest) this.fail();
      return "";
    }
  }

  /** @param {string} field none if empty @param {string} message */
  mark(field, message) {
    this.form.mark(field, message);
    this.view.setStale(field !== "");
  }

  /**
   * @param {import("../../estimator-wasm/reply.js").CalculatorReply & { kind: "answer" }} reply
   * @param {typeof this.shown} shown
   * @param {boolean} done
   */
  show(reply, shown, done) {
    this.view.show(reply, done);
    for (const hint of reply.hints) this.form.showHint(hint);
    for (const number of reply.fields) {
      shown.values[number.key] = number.plain;
      this.form.showNumber(number, done);
    }
    this.shown = shown;
    this.view.setState("answered");
  }

  /** Sets the form to the URL's values; invalid ones are ignored, and the page says so. */
  async restore() {
    try {
      await this.fill();
    } catch {
      // Without the lists no value can be checked: the URL stays as it is.
      return this.fail();
    }
    const ignored = (await restore(this.form, () => this.update(true), this.mine())).join(", ");
    if (ignored) setText("note", `Ignored URL parameters that the calculator cannot use: ${ignored}.`);
  }

  /**
   * The form's values for the reader's machine; none if the form does not know it.
   * @returns {Record<string, string>}
   */
  mine() {
    const { hw = "", n = "", mem = "", bw = "" } = machine() ?? {},
      list = this.form.element.elements.namedItem("hw");
    const isKnown = list instanceof HTMLSelectElement && [...list.options].some(({ value }) => value === hw);
    return isKnown ? { hw, n, mem, bw } : {};
  }

  /** Makes the reader's machine the default, if the form has it. */
  async takeMachine() {
    try {
      await this.fill();
    } catch {
      return this.fail();
    }
    const mine = this.mine();
    for (const field of this.form.fields.filter(({ name }) => mine[name])) {
      field.value = mine[field.name];
      field.dispatchEvent(new Event("assigned"));
    }
    await this.update(true);
  }

  /** Takes the usual format in place of one that the chosen model lacks, and says so. */
  takeUsualFormat() {
    const format = this.form.element.elements.namedItem("q");
    if (!(format instanceof HTMLSelectElement)) return;
    setText("note", `${format.selectedOptions[0]?.label} is not known for this model; its usual format is used.`);
    format.value = this.form.defaults.q;
    format.dispatchEvent(new Event("assigned"));
    this.update(true);
  }

  /** Stores the chosen device as the reader's machine, on pages that ask for it. */
  rememberMachine() {
    const { elements } = this.form.element;
    const value = (/** @type {string} */ key) => {
      const field = elements.namedItem(key);
      return field instanceof HTMLInputElement || field instanceof HTMLSelectElement ? field.value.trim() : "";
    };
    const list = elements.namedItem("hw");
    if (!(list instanceof HTMLSelectElement) || !list.value) return;
    const name = list.selectedOptions[0]?.label ?? "";
    remember({ hw: list.value, name, n: value("n") || "1", mem: value("mem"), bw: value("bw") });
  }

  /**
   * Answers the URL's values, or changes made while this script was loading; without either, only loads the estimator.
   * Resolves when the URL's values are in the form.
   */
  start() {
    const turn = this.begin();
    // Loading in advance may fail silently, because the next change tries again and reports it.
    const loaded = this.client.ask(this.form.query()).catch(() => this.client.forget());
    if (hasValues(this.form)) {
      // Until the URL's values are answered, the answer on the page belongs to other values.
      this.view.setStale(true);
      return this.restore();
    }
    if (machine()) return this.takeMachine();
    this.form.sliders.forEach(catchUp);
    if (this.form.query() !== this.shown.query) this.update(true);
    else {
      Promise.allSettled([loaded, this.fillSeen()]).then(() => turn === this.#newest && this.view.setState("ready"));
    }
    return Promise.resolve();
  }

  /**
   * The shown answer with its conditions and figures as Markdown, then its link, then the tables.
   * @param {boolean} tables
   */
  async markdown(tables) {
    const { query } = this.shown,
      reply = await this.client.ask(query);
    if (reply.kind !== "answer") return `${this.address}\n`;
    const rest = tables ? `\n${reply.tables.trimEnd()}\n` : "";
    return `${reply.markdown.trim()}\n\n${this.address}\n${rest}`;
  }

  /** @param {HTMLElement} button @param {string} text */
  async copy(button, text) {
    const label = button.textContent;
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "{{text.copied}}";
      setText("status", "{{text.copied}}");
      setTimeout(() => (button.textContent = label), 2 * PAUSE);
    } catch {
      setText("note", "{{calculator.blocked}}".replace("{link}", () => this.address));
    }
  }

  listen() {
    const form = this.form.element;
    form.addEventListener("input", ({ target }) => {
      if (isSlider(target)) follow(target);
      this.updateSoon();
    });
    form.addEventListener("keydown", moveByKey);
    form.addEventListener("change", async ({ target }) => {
      setText("note", "");
      const asks = document.querySelector("[data-part=runs]") || this.form.element.dataset.mode === "runs";
      const { name } = /** @type {HTMLInputElement} */ (target);
      if (asks && ["hw", "n", "mem", "bw"].includes(name)) this.rememberMachine();
      // Each key press on a slider fires a change, so the URL waits for the pause.
      const invalid = await this.update(!isSlider(target));
      if (name === "m" && invalid === "q") this.takeUsualFormat();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.update(true);
    });
    form.addEventListener("reset", () => {
      this.begin();
      setText("note", "");
      // The fields change after the event.
      setTimeout(() => this.update(true));
    });
    this.block.addEventListener("click", async ({ target }) => {
      if (!(target instanceof HTMLElement)) return;
      const { act } = target.dataset;
      if (act === "link") this.copy(target, this.address);
      if (act === "cite") {
        const { citation } = await import("./cite.js");
        this.copy(target, citation(target.dataset.by ?? "", this.address));
      }
      if (act === "picture" || act === "drawing") {
        const figure = /** @type {HTMLElement} */ (this.block.querySelector("[data-part=figure]"));
        const { copyPicture } = await import("./picture.js");
        await copyPicture(figure, target.dataset.by ?? "", this.address, act === "drawing");
        setText("status", "{{text.copied}}");
      }
      if (act === "answer" || act === "tables") this.copy(target, await this.markdown(act === "tables"));
    });
    this.own?.listen(() => this.fill(), () => this.fail());
  }

  /**
   * Turns the long lists into comboboxes at the reader's first interaction; on failure they stay selects.
   * @param {Promise<void>} restored
   */
  offerComboboxes(restored) {
    const form = this.form.element;
    /** @param {HTMLSelectElement} [pressed] */
    const offer = async (pressed) => {
      try {
        await restored;
        await this.fill();
        await (await import("./combobox.js")).enhance(form, pressed);
      } catch {
        // The lists work as they are; the next focus tries again.
        pressed?.focus();
      }
    };
    for (const sign of ["pointermove", "keydown"]) addEventListener(sign, () => offer(), { once: true });
    form.addEventListener("focusin", () => offer());
    // The first press opens the combobox, not the list that it replaces.
    form.addEventListener("mousedown", (event) => {
      const { target, button } = event;
      if (button || !(target instanceof HTMLSelectElement) || target.options.length < LONG_LIST) return;
      event.preventDefault();
      offer(target);
    });
    if (form.contains(document.activeElement)) offer();
  }
}

const calculator = new Calculator(/** @type {HTMLElement} */ (document.querySelector("#calculator")));
calculator.listen();
calculator.offerComboboxes(calculator.start());
