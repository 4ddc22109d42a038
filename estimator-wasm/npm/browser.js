/** The package in a page: fetches its files from the folder of this module. */
import { api } from "./api.js";

export const { calculator, inspect } = api(async (name) => {
  const response = await fetch(new URL(name, import.meta.url));
  if (!response.ok) throw new Error(`${response.status} ${name}`);
  return new Uint8Array(await response.arrayBuffer());
});
