/** The numbers that the native estimator computed for a list of queries, and how they relate to what a page prints. */
import { readFile } from "node:fs/promises";

/** @typedef {{ query: string, numbers: (number | null)[] }} Golden */

/** The order of the `numbers` of decode speed: tokens a second, tokens a second, …, bytes per token. */
export const CEILING = 0,
  LOW = 1,
  TYPICAL = 2,
  HIGH = 3,
  BYTES = 4;

/** @param {string} [kind] of calculator */
export async function golden(kind = "decode-speed") {
  const text = await readFile(new URL(`golden/${kind}.json`, import.meta.url), "utf8");
  return /** @type {Golden[]} */ (JSON.parse(text));
}

/**
 * Whether a printed number is this value, rounded to the digits that are printed.
 * @param {string} printed "1,034" or "35.2" @param {number} value
 */
export function prints(printed, value) {
  const digits = printed.replaceAll(",", ""),
    decimals = digits.split(".")[1]?.length ?? 0;
  return digits !== "" && Math.abs(Number(digits) - value) <= 0.5 * 10 ** -decimals * (1 + 1e-9);
}
