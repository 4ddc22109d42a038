#!/usr/bin/env node
/**
 * Starts the program of this system, which npm installed beside this package, with the same arguments, streams and
 * exit code. Downloads nothing.
 */
"use strict";
const { spawn } = require("node:child_process");

const packaged = `@rooflight/${process.platform}-${process.arch}`;
const file = process.platform === "win32" ? "rooflight.exe" : "rooflight";

/** The path of the program, or nothing if its package is not there. */
function find() {
  try {
    return require.resolve(`${packaged}/${file}`);
  } catch {
    return undefined;
  }
}

const program = find();
if (program) {
  const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
  // A terminal sends Ctrl-C to both; other signals reach this process alone.
  for (const signal of ["SIGTERM", "SIGHUP", "SIGINT"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    console.error(`rooflight: ${error.message}`);
    process.exit(2);
  });
  child.on("exit", (code, signal) => {
    if (signal) process.removeAllListeners(signal).kill(process.pid, signal);
    else process.exit(code ?? 2);
  });
} else {
  console.error(`rooflight: ${packaged} is not installed. Install again without --omit=optional; if there is no such`);
  console.error("package, see https://github.com/rooflight/rooflight#install for other ways.");
  process.exit(2);
}
