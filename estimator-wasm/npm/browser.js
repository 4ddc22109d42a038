/** The package in a page: its files are fetched from beside this one. */
import { api } from "./api.js";

export const { calculator, inspect } = api(async (name) => {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${response.status} ${name}`);
  return new Uint8Array(await response.arrayBuffer());
});
