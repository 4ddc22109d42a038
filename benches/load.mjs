/**
 * Time and memory of large loads: `ROOFLIGHT_BIN=PATH node benches/load.mjs [names|long|edits]…`, all by
 * default.
 *
 * - `names`: a build of 20,000 entries with ten aliases each.
 * - `long`: a build of one entry of 15 MB.
 * - `edits`: 1,000 edits under `serve` with 300 open pages; compares the memory after the first minute with that at the
 *   end. `ROOFLIGHT_EDITS` sets another number.
 *
 * Needs Linux: memory is read from `/proc`. Prints figures for docs/robustness.md and asserts nothing.
 */
import { execFile, spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";

const PROGRAM = path.resolve(process.env.ROOFLIGHT_BIN ?? "target/release/rooflight");
const EDITS = Number(process.env.ROOFLIGHT_EDITS ?? 1000);
const PAGES = 300;
const MINUTE = 60_000;

/**
 * Returns a figure of `/proc/PID/status` in MB.
 * @param {number} pid @param {string} name @returns {Promise<number | undefined>}
 */
async function memory(pid, name) {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const found = new RegExp(`${name}:\\s+(\\d+) kB`).exec(status);
  return found ? Math.round((Number(found[1]) * 1024) / 1e6) : undefined;
}

/** @param {string} root @param {number} at @param {string} aliases @param {string} body */
async function entry(root, at, aliases, body) {
  const text = [
    "---",
    `term: entry number ${at}`,
    "layer: one",
    `aliases: [${aliases}]`,
    `definition: The entry with the number ${at}.`,
    "sources: [{title: S, url: https://example.org/}]",
    "published: 2026-01-01",
    "---",
    `${body}\n`,
  ].join("\n");
  await writeFile(path.join(root, `content/glossary/entry-${at}.md`), text);
}

/** @param {string} root */
async function settings(root) {
  await mkdir(path.join(root, "content/glossary"), { recursive: true });
  const text =
    "title: Load\nbase_url: https://load.example/\nauthor: Nobody\ndescription: Load.\n" +
    "layers: [{id: one, title: One, summary: All.}]\n";
  await writeFile(path.join(root, "content/site.yaml"), text);
}

/** Builds a site and prints time, peak memory and exit code. @param {string} root @param {string} name */
async function build(root, name) {
  const start = performance.now();
  const child = spawn(PROGRAM, ["build", "--root", root, "--out", path.join(root, "dist")], { stdio: "ignore" });
  const { pid } = child;
  let peak = 0;
  const ended = new Promise((resolve) => child.on("exit", resolve));
  const watch = setInterval(async () => {
    peak = Math.max(peak, (pid && (await memory(pid, "VmHWM"))) || 0);
  }, 20);
  const code = await ended;
  clearInterval(watch);
  console.log(`${name}: exit ${code}, ${((performance.now() - start) / 1000).toFixed(1)} s, peak ${peak} MB`);
}

/** @param {string} root */
async function names(root) {
  await settings(root);
  const aliases = (/** @type {number} */ at) => Array.from({ length: 10 }, (_, of) => `name ${of} of ${at}`).join(", ");
  for (let at = 0; at < 20_000; at++) {
    const [near, other] = [(at * 7) % 20_000, (at * 3) % 20_000];
    await entry(root, at, aliases(at), `It is near entry number ${near} and name 3 of ${other}.`);
  }
  await build(root, "20,000 entries with 200,000 aliases");
}

/** @param {string} root */
async function long(root) {
  await settings(root);
  await entry(root, 1, "first", "The first one.");
  await entry(root, 2, "", "It is near the first and says entry number 1 again.\n\n".repeat(280_000));
  await build(root, "one entry of 15 MB");
}

/** @param {string} root */
async function edits(root) {
  await promisify(execFile)(PROGRAM, ["init", root]);
  const server = spawn(PROGRAM, ["serve", "--root", root, "--port", "0"], { stdio: ["ignore", "pipe", "ignore"] });
  const { pid } = server;
  const address = await new Promise((resolve) =>
    server.stdout?.on("data", (text) => {
      const found = /http:\/\/[^/]+/.exec(String(text));
      if (found) resolve(found[0]);
    }),
  );
  const agent = new http.Agent({ keepAlive: true, maxSockets: PAGES });
  let heard = 0;
  for (let at = 0; at < PAGES; at++) {
    const request = http.get(`${address}/_rooflight/events`, { agent });
    request.on("response", (answer) => answer.on("data", () => heard++)).on("error", () => {});
  }
  const file = path.join(root, "content/glossary/metre.md");
  const text = await readFile(file, "utf8");
  const start = performance.now();
  let minute;
  for (let at = 1; at <= EDITS; at++) {
    await writeFile(file, `${text}\nEdit number ${at}.\n`);
    await sleep(150);
    if (!minute && performance.now() - start > MINUTE) minute = { at, memory: await memory(pid ?? 0, "VmRSS") };
  }
  await sleep(2000);
  const end = await memory(pid ?? 0, "VmRSS");
  const shown = await (await fetch(`${address}/glossary/metre/`)).text();
  console.log(
    `${EDITS} edits with ${PAGES} open pages in ${((performance.now() - start) / 1000).toFixed(0)} s, ` +
      `${heard} messages heard; ` +
      `${minute?.memory} MB after the first minute (${minute?.at} edits), ${end} MB at the end; ` +
      `the last edit ${shown.includes(`Edit number ${EDITS}.`) ? "is" : "is not"} shown`,
  );
  server.kill();
  agent.destroy();
}

const all = { names, long, edits };
const wanted = process.argv.slice(2);
for (const [name, run] of Object.entries(all)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const folder = await mkdtemp(path.join(os.tmpdir(), "rooflight-load-"));
  await run(path.join(folder, "site"));
  await rm(folder, { recursive: true, force: true });
}
