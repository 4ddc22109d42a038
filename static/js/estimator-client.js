/**
 * Runs the estimator of a page's calculator: loads the WebAssembly modules, and fetches the facts (records of devices
 * and models) that a query needs.
 */
/** @typedef {import("../../estimator-wasm/shim.js").Estimator} Estimator */
/** @typedef {import("../../estimator-wasm/shim.js").Shim} Shim */
/** @typedef {import("../../estimator-wasm/reply.js").CalculatorReply} CalculatorReply */
/** @typedef {Record<string, Uint8Array>} Files Facts by the name of their file. */

const MAX_FACTS_BYTES = 1 << 17;

/** Addresses that the build wrote onto the page's calculator. */
export function pageData() {
  const block = /** @type {HTMLElement} */ (document.querySelector("#calculator"));
  return /** @type {Record<string, string>} */ (block.dataset);
}

/** @param {string} address @param {string} [integrity] */
export async function get(address, integrity = "") {
  const response = await fetch(address, { integrity });
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  return response;
}

/** The modules that were started. @type {Record<string, Promise<Estimator>>} */
const started = {};

/**
 * Fetches a WebAssembly module once, and starts it: that of the calculators, or that of the readers of files.
 * @param {"wasm" | "readers"} module
 * @param {Record<string, string>} [data] of a page without a calculator: the addresses of the modules
 */
export async function startModule(module, data = pageData()) {
  const load = async () => {
    const [shim, response] = await Promise.all([
      /** @type {Promise<Shim>} */ (import(new URL(data.shim, document.baseURI).href)),
      get(data[module], data[`${module}Integrity`]),
    ]);
    return shim.start(response);
  };
  try {
    return await (started[module] ??= load());
  } catch (error) {
    delete started[module];
    throw error;
  }
}

/** The estimator of a page, with the facts that it has fetched. */
export class EstimatorClient {
  /** Facts that the reader provided. @type {Files} */
  #provided = {};
  /** Files of facts that were requested. @type {Record<string, Promise<void>>} */
  #requested = {};
  /** The bytes of those that have arrived, concatenated. */
  #facts = new Uint8Array();

  /** @param {Record<string, string>} data of the calculator's block */
  constructor(data) {
    this.data = data;
  }

  /** Answers from these facts instead of the site's files of the same names. @param {Files} files */
  provide(files) {
    // The estimator takes the first of two facts of the same name.
    if (Object.keys(this.#provided).some((file) => file in this.#requested)) this.forget();
    this.#provided = files;
  }

  /** The facts of a file: those that the reader provided, or the site's. @param {string} file */
  async factsOf(file) {
    return this.#provided[file] ?? new Uint8Array(await (await get(this.data.facts + file)).arrayBuffer());
  }

  /** Starts the next query afresh, after a failure. */
  forget() {
    this.#requested = {};
    this.#facts = new Uint8Array();
  }

  /**
   * Fetches a file of facts; a failed request is repeated when the file is needed again.
   * @param {string} file
   * @param {Record<string, Promise<void>>} requests
   */
  async #fetchFacts(file, requests) {
    try {
      const bytes = await this.factsOf(file);
      // Dropped if all facts were forgotten in the meantime.
      if (requests !== this.#requested) return;
      const joined = new Uint8Array(this.#facts.length + bytes.length);
      joined.set(this.#facts);
      joined.set(bytes, this.#facts.length);
      this.#facts = joined;
    } catch (error) {
      delete requests[file];
      throw error;
    }
  }

  /**
   * The estimator's reply, after fetching all facts that the query needs.
   * @param {string} query
   */
  async ask(query) {
    const answer = await startModule("wasm", this.data);
    const root = this.data.facts.split("data/")[0] || "./";
    const asked = `${query}&root=${root}`;
    // The first rounds fetch the device and the model, a later one what depends on both.
    for (let round = 0; round < 5; round++) {
      const reply = /** @type {CalculatorReply} */ (JSON.parse(answer(this.data.kind, asked, this.#facts)));
      if (reply.kind !== "missing") return reply;
      // The estimator reads all facts on each call, so those of earlier choices are dropped when they become too many.
      if (this.#facts.length > MAX_FACTS_BYTES) this.forget();
      const requests = this.#requested;
      await Promise.all(reply.files.map((file) => (requests[file] ??= this.#fetchFacts(file, requests))));
    }
    throw new Error(`Facts are still missing for ${query}`);
  }
}
