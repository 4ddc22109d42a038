/**
 * Finds alternatives for a calculator's values that do not fit: asks the estimator with the page's query. Fetched when
 * values do not fit for the first time. Contains no formula and no text.
 */
import { startModule } from "./estimator-client.js";

/** @typedef {import("../../estimator-wasm/reply.js").CalculatorReply} CalculatorReply */
/** @typedef {import("./estimator-client.js").EstimatorClient} EstimatorClient */

export class Alternatives {
  /** @param {EstimatorClient} client has the records */
  constructor(client) {
    this.client = client;
  }

  /** The alternatives as HTML and as Markdown; empty if there are none. @param {string} query the values of the form */
  async of(query) {
    const answer = await startModule("wasm");
    const root = this.client.data.facts.split("data/")[0] || "./";
    /** @type {Uint8Array[]} */
    let records = [];
    // Devices and models come in the first round.
    for (let round = 0; round < 3; round++) {
      const joined = await new Blob(records.map((bytes) => new Uint8Array(bytes))).arrayBuffer();
      const text = answer("alternatives", `${query}&root=${root}`, new Uint8Array(joined));
      const reply = /** @type {CalculatorReply} */ (JSON.parse(text));
      if (reply.kind === "answer") return { html: reply.work, markdown: reply.tables };
      if (reply.kind !== "missing") break;
      records = records.concat(await Promise.all(reply.files.map((file) => this.client.factsOf(file))));
    }
    return { html: "", markdown: "" };
  }
}
