/** What calculators answer that a search has filled in: the module is fetched with the first of them. */
import { EstimatorClient } from "./estimator-client.js";

/** Inputs whose limits are told with their names. @type {Record<string, string>} */
const NAMED = { c: "Context: ", pt: "Prompt: ", b: "Requests: ", n: "Count: ", q: "Format: " };

/**
 * The answer of a calculator in one sentence, and the conditions under which it holds; of inputs that it cannot take,
 * the reason in place of an answer.
 * @param {NonNullable<import("./search-index.js").Directory["reader"]>} reader
 * @param {string} folder the URL of the search page
 * @param {string} path of the calculator with its inputs, from the site's root
 */
export async function answerTo(reader, folder, path) {
  const at = (/** @type {string} */ address) => new URL(address, folder).href;
  const { pathname, searchParams } = new URL(`../${path}`, folder);
  const { shim, wasm, wasmIntegrity, facts } = reader;
  const kind = pathname.split("/").at(-2) ?? "";
  const client = new EstimatorClient({ kind, shim: at(shim), wasm: at(wasm), wasmIntegrity, facts: at(facts) });
  searchParams.delete("v");
  const reply = await client.ask([...searchParams].map((pair) => pair.join("=")).join("&"));
  if (reply.kind === "invalid") return { answer: (NAMED[reply.field] ?? "") + reply.message };
  if (reply.kind !== "answer") return { answer: "" };
  const figure = new DOMParser().parseFromString(reply.figure, "text/html");
  const [answer, conditions] = ["#answer", ".sub"].map((part) => figure.querySelector(part)?.textContent?.trim());
  return answer && conditions ? { answer, conditions } : { answer: "" };
}
