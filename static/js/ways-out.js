/**
 * What would fit where a calculator's values do not: asks the estimator's module for the ways out with the page's own
 * query. Fetched when a result is first a refusal. Contains no formula and no text.
 */
import { data, factsOf, startModule } from "./estimator-client.js";

/** @typedef {import("../../estimator-wasm/reply.js").CalculatorReply} CalculatorReply */

/** @type {ReturnType<typeof startModule> | undefined} */
let estimator;

/**
 * The ways out as HTML and as Markdown; empty where there is nothing to say.
 * @param {string} query the values of the calculator's form
 * @param {HTMLElement} place the element that names the module
 */
export async function waysOut(query, { dataset }) {
  estimator ??= startModule(dataset.wasm, dataset.wasmIntegrity);
  const answer = await estimator.catch((error) => {
    estimator = undefined;
    throw error;
  });
  const root = data.facts.split("data/")[0] || "./";
  /** @type {Uint8Array[]} */
  let records = [];
  // Devices and models come in the first round.
  for (let round = 0; round < 3; round++) {
    const joined = await new Blob(records.map((bytes) => new Uint8Array(bytes))).arrayBuffer();
    const reply = /** @type {CalculatorReply} */ (JSON.parse(answer(`${query}&root=${root}`, new Uint8Array(joined))));
    if (reply.kind === "missing") records = records.concat(await Promise.all(reply.files.map(factsOf)));
    else if (reply.kind === "answer") return { html: reply.work, markdown: reply.tables };
    else break;
  }
  return { html: "", markdown: "" };
}
