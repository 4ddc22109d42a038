/**
 * The estimator as a package: answers a calculator's queries from the records in the package, and reads the headers of
 * model files. The caller provides the function that reads the package's files: from disk in Node, by fetch in a page.
 *
 * 1. Loads a module on first use and calls it as a page does: until it answers, it names the records that it lacks.
 * 2. Takes records from `facts.bin`, in which they are concatenated; `facts.json` has the offset and length of each.
 *
 * Contains no formula. Sends nothing anywhere.
 */
import { start } from "./estimator.js";

/** @typedef {import("./index.js").Inputs} Inputs */
/** @typedef {import("./index.js").Answer} Answer */
/** @typedef {import("./index.js").OwnModel} OwnModel */
/** @typedef {import("./index.js").ModelFile} ModelFile */

/** Bytes of each file that are read first. */
const FIRST = 1 << 20;

/** @param {Uint8Array[]} all */
function joined(all) {
  const bytes = new Uint8Array(all.reduce((length, each) => length + each.length, 0));
  let at = 0;
  for (const each of all) {
    bytes.set(each, at);
    at += each.length;
  }
  return bytes;
}

/**
 * Creates the package's functions from one that reads its files.
 * @param {(name: string) => Promise<Uint8Array<ArrayBuffer>>} read
 */
export function api(read) {
  /** @type {Promise<{ index: Record<string, [number, number]>, bytes: Uint8Array }> | undefined} */
  let facts;
  const loadFacts = async () => {
    const [index, bytes] = await Promise.all([read("facts.json"), read("facts.bin")]);
    /** @type {unknown} */
    const parsed = JSON.parse(new TextDecoder().decode(index));
    return { index: /** @type {Record<string, [number, number]>} */ (parsed), bytes };
  };

  /** Starts a module on first use. @param {string} name */
  const module = (name) => {
    /** @type {ReturnType<typeof start> | undefined} */
    let started;
    return () => (started ??= read(`${name}.wasm`).then(start));
  };
  const calculators = module("calculators"),
    readers = module("readers");

  /** @param {string} kind */
  async function calculator(kind) {
    if (!/^[a-z-]+$/.test(kind)) throw new Error(`There is no calculator “${kind}”`);
    const answer = await calculators();
    /** @param {Inputs} [inputs] @param {OwnModel} [own] @returns {Promise<Answer>} */
    return async (inputs = {}, own) => {
      const { index, bytes } = await (facts ??= loadFacts());
      const query = Object.entries(inputs).map(([key, value]) => `${key}=${String(value).replaceAll("&", " ")}`);
      /** @type {Uint8Array[]} */
      const given = [];
      for (let round = 0; round < 5; round++) {
        const reply = /** @type {import("../reply.js").CalculatorReply} */ (JSON.parse(answer(kind, query.join("&"), joined(given))));
        if (reply.kind === "invalid") throw new RangeError(`${reply.field}: ${reply.message}`);
        if (reply.kind === "answer") {
          const bits = new BigUint64Array(reply.numbers.map(BigInt));
          const numbers = [...new Float64Array(bits.buffer)].map((value) => (Number.isNaN(value) ? null : value));
          return { status: reply.status, numbers, html: reply.figure + reply.work };
        }
        for (const file of reply.files) {
          const place = index[file];
          if (own?.records[file]) given.push(own.records[file]);
          else if (place) given.push(bytes.subarray(place[0], place[0] + place[1]));
          else throw new RangeError(`There is no record ${file}`);
        }
      }
      throw new Error("Records are still missing");
    };
  }

  /** @param {ModelFile[]} files @param {{ mtp?: boolean, vision?: boolean }} [parts] @returns {Promise<OwnModel>} */
  async function inspect(files, { mtp = false, vision = true } = {}) {
    const answer = await readers();
    const heads = await Promise.all(files.map(({ read: start, size }) => start(Math.min(size, FIRST))));
    for (;;) {
      const lines = files.map(({ name, size }, at) => `${size}\t${heads[at].length}\t${name.replace(/\s/g, " ")}\n`);
      const request = `mtp=${Number(mtp)}&vision=${Number(vision)}\n${lines.join("")}`;
      const reply = /** @type {import("../reply.js").HeaderReply} */ (JSON.parse(answer("header", request, joined(heads))));
      if (reply.kind === "refused") throw new RangeError(`${reply.file}: ${reply.reason}`);
      if (reply.kind === "more") {
        const { file: at, bytes: needed } = reply,
          before = heads[at].length;
        heads[at] = await files[at].read(Math.min(files[at].size, Math.max(needed, 2 * before)));
        if (heads[at].length <= before) throw new RangeError(`${files[at].name}: it ends before its header does`);
        continue;
      }
      const { ledger: html, name, format: stored, record, quality } = reply;
      const bytes = (/** @type {string} */ digits) =>
        Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
      const records = { "models/own-model.txt": bytes(record), "quality/own-model.txt": bytes(quality) };
      return { id: "own-model", format: stored && "own-file", name, html, records };
    }
  }

  return { calculator, inspect };
}
