/** Reads HTML with the parser of the HTML standard, for tests that look at pages without a browser. */
import { parse } from "parse5";

/** @typedef {import("parse5").DefaultTreeAdapterTypes.Element} Element */
/** @typedef {import("parse5").DefaultTreeAdapterTypes.Node} Node */

/** All elements of a page in document order, with those for browsers without scripts. @param {string} html */
export const elements = (html) => inside(parse(html, { scriptingEnabled: false }));

/** All elements below a node in document order. @param {Node} node @returns {Element[]} */
export function inside(node) {
  // The content of a template element is not part of the document.
  const children = "childNodes" in node ? node.childNodes : [];
  return children.flatMap((child) => ("tagName" in child ? [child, ...inside(child)] : []));
}

/** @param {Element} element @param {string} name */
export const attribute = (element, name) => element.attrs.find((each) => each.name === name)?.value;

/** @param {Node} node @returns {string} */
export function textOf(node) {
  if ("value" in node) return node.value;
  return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
}

/** The URLs of the style sheets and scripts that a page loads by itself. @param {Element[]} page */
export function linkedFiles(page) {
  const sheets = page.filter(
    ({ tagName, attrs }) =>
      tagName === "link" && attrs.some(({ name, value }) => name === "rel" && value === "stylesheet"),
  );
  const hrefs = sheets.map((sheet) => attribute(sheet, "href") ?? "");
  const sources = page.filter(({ tagName }) => tagName === "script").map((script) => attribute(script, "src"));
  return { styles: hrefs, scripts: sources.filter((source) => source !== undefined) };
}
