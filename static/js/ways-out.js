/**
 * What would fit where a calculator's values do not: asks the estimator's module for the ways out with the page's own
 * query. Fetched when a result first says "Does not fit". Contains no formula and no text.
 */
import { data, factsOf, startModule } from "./estimator-client.js";
import { parseReply } from "./reply.js";

/** @type {ReturnType<typeof startModule> | undefined} */
let estimator;

/**
 * The ways out as HTML; empty where there is nothing to say.
 * @param {string} query the values of the calculator's form
 * @param {HTMLElement} place the element that names the module
 */
export async function waysOut(query, { dataset }) {
  estimator ??= startModule(dataset.wasm, dataset.wasmIntegrity);
  const answer = await estimator.catch((error) => {
    estimator = undefined;
    throw error;
  });
  /** @type {Uint8Array[]} */
  let records = [];
  // Devices and models come in the first round.
  for (let round = 0; round < 3; round++) {
    const joined = await new Blob(records.map((bytes) => new Uint8Array(bytes))).arrayBuffer();
    const reply = parseReply(answer(query, new Uint8Array(joined)));
    if (reply.kind === "missing") records = records.concat(await Promise.all(reply.files.map(factsOf)));
    // Links are written for pages that are two folders deep.
    else if (reply.kind === "answer")
      return reply.work.replaceAll('"../../calculators/', `"${data.facts.split("data/")[0]}calculators/`);
    else break;
  }
  return "";
}
