/** The package in Node: reads its files from the folder of this module. */
import { readFile } from "node:fs/promises";
import { api } from "./api.js";

export const { calculator, inspect } = api(async (name) =>
  Uint8Array.from(await readFile(new URL(name, import.meta.url))),
);
