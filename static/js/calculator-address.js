/**
 * Reads and writes a calculator's values in the page's URL: the device, the values that differ from the defaults, and
 * the version of their names. A URL without a device means the reader's own, so URLs written here always name one.
 */

/** @typedef {import("./calculator-form.js").CalculatorForm} CalculatorForm */
/** @typedef {import("./calculator-form.js").Values} Values */

const VERSION = "1";
/** Name of the device in forms and addresses. */
const DEVICE = "hw";
/** Parameters of older URLs, which held two results to compare; the explorer compares now. */
const SECOND = "vs";

/**
 * The page's URL with these values; without parameters if they are the page's own.
 * @param {CalculatorForm} form
 * @param {Values} values
 */
export function addressOf({ initial, defaults }, values) {
  const url = new URL(location.href),
    { searchParams } = url;
  for (const key of [...Object.keys(initial), "v", SECOND]) searchParams.delete(key);
  if (Object.entries(values).every(([key, value]) => value === initial[key])) return url.href;
  const named = Object.entries(values).filter(([key, value]) => key === DEVICE || value !== defaults[key]);
  for (const [key, value] of named) searchParams.set(key, value);
  searchParams.set("v", VERSION);
  return url.href;
}

/** Whether the URL has values for the form. @param {CalculatorForm} form */
export function hasValues({ initial }) {
  const given = new URLSearchParams(location.search);
  return [...Object.keys(initial), "v", SECOND].some((key) => given.has(key));
}

/**
 * Takes over the URL's values, and returns the parameters that cannot be used, each with the value in its place.
 * @param {CalculatorForm} form
 * @param {() => Promise<string>} update recalculates, and returns the name of a field that cannot be used, or nothing
 * @param {Values} mine values of the reader's machine, which count where the URL names no other
 */
export async function restore({ fields, initial, defaults }, update, mine) {
  const given = new URLSearchParams(location.search);
  // Pages that search for set-ups do not start with the reader's machine.
  const own = given.has(DEVICE) || given.get("mode") === "which" ? {} : mine;
  /** @type {string[]} */
  const ignored = [];
  /** @param {typeof fields[number]} field @param {string} value */
  const ignore = (field, value) => {
    field.value = initial[field.name];
    ignored.push(`${field.name}=${value}${field.value && ` (${field.value} is used)`}`);
  };
  for (const field of fields) {
    const value = given.get(field.name);
    if (value === null) {
      const usual = own[field.name] || defaults[field.name];
      if (initial[field.name] !== usual) field.value = usual;
      continue;
    }
    field.value = value;
    // A select element does not accept a value that it has no option for.
    if (field.value !== value) ignore(field, value);
  }
  // Each round resets one invalid field.
  for (let rounds = fields.length; rounds > 0; rounds--) {
    const invalid = await update(),
      field = fields.find(({ name }) => name === invalid);
    if (!field || field.value === initial[field.name]) break;
    ignore(field, field.value);
  }
  const second = given.get(SECOND);
  if (second !== null) ignored.push(`${SECOND}=${second}`);
  return ignored;
}
