/** The package in Node: its files are read from beside this one. */
import { readFile } from "node:fs/promises";
import { api } from "./api.js";

export const { calculator, inspect } = api(async (name) =>
  Uint8Array.from(await readFile(new URL(name, import.meta.url))),
);
