/** `parseReply` of the calculator's script, which expects a page when it is loaded: an empty one will do. */
const element = {
  dataset: {},
  querySelector: () => element,
  querySelectorAll: () => [],
  addEventListener() {},
};
Object.assign(globalThis, {
  document: { baseURI: "http://localhost/", querySelector: () => element },
  location: new URL("http://localhost/"),
});

/** @typedef {import("./types/estimator.js").Reply} Reply */
// By URL, since the compiler would check a browser's script with Node's types.
const script = await import(new URL("../static/js/calculator.js", import.meta.url).href);
export const { parseReply } = /** @type {{ parseReply(text: string): Reply }} */ (script);
