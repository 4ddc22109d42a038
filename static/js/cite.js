/**
 * Writes the citation of the shown answer: figure, conditions, the nearest measured run with its source, publisher and
 * date, and the URL with the inputs. All parts are on the page, where the build writes them for readers without scripts
 * (`crates/compiler/src/writers/html/citation.rs`).
 */

/** @param {Element | null | undefined} element */
const text = (element) => element?.textContent?.trim() ?? "";

/** The run under the answer's own conditions, else the first of the table, with its source. */
function measured() {
  const section = document.querySelector("#h-measured")?.parentElement,
    table = section?.querySelector("table"),
    own = section?.querySelector("tr.on"),
    row = own ?? table?.querySelector("tbody tr:not(.group)");
  const head = row?.closest("tbody")?.querySelector("tr.group th")?.cloneNode(true);
  const speed = /** @type {HTMLTableCellElement | null | undefined} */ (row?.querySelector(".c, .r, .m"));
  if (!table || !row || !speed || !(head instanceof Element)) return "";
  for (const part of head.querySelectorAll("svg, small")) part.remove();
  const heads = table.querySelectorAll("thead th"),
    unit = text(heads[speed.cellIndex].querySelector("small")),
    depth = (heads[0].firstChild?.textContent ?? "").toLowerCase(),
    words = own ? "Measured" : "Measured under other conditions",
    link = head.querySelector("a");
  const run = `${words}: ${text(speed)} ${unit} (${depth} ${text(row.firstElementChild)})`;
  return ` ${run}, ${text(head)}${link ? `, ${link.href}` : ""}.`;
}

/** @param {string} by who publishes it, and the day of the data @param {string} address */
export function citation(by, address) {
  const answer = document.querySelector("#answer");
  return `${text(answer)}. ${text(answer?.parentElement?.querySelector(".sub"))}.${measured()} ${by}, ${address}`;
}
