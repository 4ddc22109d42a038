/**
 * Time of `rooflight annotate` compared with the generator that built the pages: `ROOFLIGHT_BIN=PATH node
 * benches/annotate.mjs GLOSSARY DIR COMMAND…`, where COMMAND runs the generator and writes the pages to DIR, which must
 * not exist. Both run within the same minute.
 *
 * Prints CPU time (user and system) and wall time of both, the time of a second run, and whether that run changed
 * nothing and `--undo` restored the bytes. Needs bash. Prints figures for docs/benchmarks.md.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const PROGRAM = path.resolve(process.env.ROOFLIGHT_BIN ?? "target/release/rooflight");
const [glossary, folder, ...command] = process.argv.slice(2);
if (!command.length || existsSync(folder)) throw new Error("GLOSSARY DIR COMMAND…, and DIR must not exist yet");

/** @typedef {{ clock: number, processor: number, output: string }} Run */
/** Runs a command under bash's `time`. @param {string[]} words @returns {Run} */
function timed(words) {
  const script = 'TIMEFORMAT="%R %U %S"; { time "$@" 2>&3; } 3>/dev/null';
  const options = /** @type {const} */ ({ encoding: "utf8", maxBuffer: 1 << 28 });
  const out = execFileSync("bash", ["-c", `exec 2>&1; ${script}`, "bash", ...words], options);
  const lines = out.trimEnd().split("\n");
  const [clock, user, system] = (lines.pop() ?? "").split(" ").map(Number);
  return { clock, processor: user + system, output: lines[0] ?? "" };
}

/** Hashes all files below the folder, names included. */
function hash() {
  const sum = createHash("sha256");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const file of files.map((entry) => path.join(entry.parentPath, entry.name)).sort()) {
    sum.update(`${file}\0`).update(readFileSync(file));
  }
  return sum.digest("hex");
}

/** @param {string} name @param {Run} run */
const print = (name, { clock, processor, output }) =>
  console.log(`${name}: ${processor.toFixed(2)} s of a processor, ${clock.toFixed(2)} s on the clock. ${output}`);

const generator = timed(command);
print("generator", { ...generator, output: "" });
const before = hash();
const annotate = [PROGRAM, "annotate", folder];
const first = timed([...annotate, "--glossary", glossary]);
print("annotate", first);
const once = hash();
const second = timed([...annotate, "--glossary", glossary]);
print(`again (${hash() === once ? "nothing changed" : "SOMETHING CHANGED"})`, second);
const undo = timed([...annotate, "--undo"]);
print(`undo (${hash() === before ? "the bytes of before" : "OTHER BYTES"})`, undo);
console.log(`share: ${((100 * first.processor) / generator.processor).toFixed(1)} % of the generator's processor time`);
console.log(`load at the end: ${os.loadavg()[0].toFixed(1)}`);
