/**
 * Asks the estimator of a page's calculator: loads its WebAssembly module, and fetches the facts (records of devices
 * and models) that a query needs.
 */
/** @typedef {import("../../estimator-wasm/shim.js").Shim} Shim */
/** @typedef {import("../../estimator-wasm/reply.js").CalculatorReply} CalculatorReply */

const MAX_FACTS_BYTES = 1 << 17;
const block = /** @type {HTMLElement} */ (document.querySelector("#calculator"));
export const data = /** @type {Record<string, string>} */ (block.dataset);

/** @param {string} address @param {string} [integrity] */
export async function get(address, integrity = "") {
  const response = await fetch(address, { integrity });
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  return response;
}

/**
 * Fetches a module of WebAssembly, and starts it; the bindings of all modules are the same.
 * @param {string | undefined} address
 * @param {string | undefined} integrity
 */
export async function startModule(address, integrity) {
  const [shim, module] = await Promise.all([
    /** @type {Promise<Shim>} */ (import(new URL(data.shim, document.baseURI).href)),
    get(address ?? "", integrity).then((response) => response.arrayBuffer()),
  ]);
  return shim.start(module);
}

/** @type {ReturnType<typeof startModule> | undefined} */
let estimator;
const load = () => startModule(data.wasm, data.wasmIntegrity);

/** Facts that the reader provided, by the name of the file that they stand for. @type {Record<string, Uint8Array>} */
let provided = {};

/** Answers from these facts instead of the site's files of the same names. @param {typeof provided} files */
export function provide(files) {
  // The estimator takes the first of two facts of the same name.
  if (Object.keys(provided).some((file) => file in requested)) forgetFacts();
  provided = files;
}

/** The facts of a file: those that the reader provided, or the site's. @param {string} file */
export const factsOf = async (file) =>
  provided[file] ?? new Uint8Array(await (await get(data.facts + file)).arrayBuffer());

/** Files of facts that were requested. @type {Record<string, Promise<void>>} */
let requested = {};
/** The bytes of those that have arrived, concatenated. */
let facts = new Uint8Array();

/**
 * A failed request is repeated when the file is needed again.
 * @param {string} file
 * @param {typeof requested} requests
 */
async function fetchFacts(file, requests) {
  try {
    const bytes = await factsOf(file);
    // Dropped if all facts were forgotten in the meantime.
    if (requests !== requested) return;
    const joined = new Uint8Array(facts.length + bytes.length);
    joined.set(facts);
    joined.set(bytes, facts.length);
    facts = joined;
  } catch (error) {
    delete requests[file];
    throw error;
  }
}

function forgetFacts() {
  requested = {};
  facts = new Uint8Array();
}

/** After a failure the next query starts afresh. */
export function forgetEstimator() {
  estimator = undefined;
  forgetFacts();
}

/**
 * The estimator's reply, once all facts that the query needs are there.
 * @param {string} question
 */
export async function ask(question) {
  const answer = await (estimator ??= load());
  // The first rounds fetch the device and the model, a later one what depends on both.
  for (let round = 0; round < 5; round++) {
    const reply = /** @type {CalculatorReply} */ (JSON.parse(answer(question, facts)));
    if (reply.kind !== "missing") return reply;
    // The estimator reads all facts on each call, so those of earlier choices are dropped when they become too many.
    if (facts.length > MAX_FACTS_BYTES) forgetFacts();
    const requests = requested;
    await Promise.all(reply.files.map((file) => (requests[file] ??= fetchFacts(file, requests))));
  }
  throw new Error(`Facts are still missing for ${question}`);
}
