/**
 * Adds buttons that copy to the blocks of code, the drawings and the tables of a text, where the page may write to the
 * clipboard. A drawing is copied as a picture; a table as Markdown, with the address of its section below it.
 */
const MESSAGE_MS = 2000;

/**
 * A button that says whether it has copied.
 * @param {string} words
 * @param {() => Promise<void>} copy
 */
function button(words, copy) {
  const made = document.createElement("button"),
    status = document.createElement("span");
  made.type = "button";
  made.append(words);
  status.className = "status";
  status.role = "status";
  made.onclick = async () => {
    made.textContent = status.textContent = await copy().then(
      () => "{{text.copied}}",
      () => "{{text.not_copied}}",
    );
    setTimeout(() => {
      made.textContent = words;
      status.textContent = "";
    }, MESSAGE_MS);
  };
  return [made, status];
}

/** @param {HTMLElement} code */
function addToCode(code) {
  const block = document.createElement("div"),
    pre = /** @type {HTMLElement} */ (code.parentElement);
  block.className = "code";
  pre.replaceWith(block);
  block.append(pre, ...button("{{text.copy}}", () => navigator.clipboard.writeText(code.textContent ?? "")));
}

/** The address of an element with an id. @param {Element | null} element */
const address = (element) => location.href.replace(/#.*/, "") + (element?.id ? `#${element.id}` : "");

/** Puts buttons below a figure. @param {Element} figure @param {...(readonly [string, () => Promise<void>])} all */
function addBelow(figure, ...all) {
  const line = document.createElement("p");
  line.className = "copies";
  line.append(...all.flatMap(([words, copy]) => button(words, copy)));
  figure.after(line);
}

/** @param {HTMLElement} drawing */
function addToDrawing(drawing) {
  /** @param {boolean} asFile */
  const picture = async (asFile) =>
    (await import("./picture.js")).copyPicture(drawing, document.title, address(drawing), asFile);
  addBelow(drawing, ["{{calculator.copy_picture}}", () => picture(false)], ["SVG", () => picture(true)]);
}

/** A table as Markdown. @param {HTMLTableElement} table */
function markdown(table) {
  const rows = [...table.rows].map(({ cells }) =>
    [...cells].map(({ textContent }) => (textContent ?? "").trim().replace(/\s+/g, " ").replaceAll("|", "\\|")),
  );
  const rule = (rows[0] ?? []).map(() => "---");
  return [rows[0] ?? [], rule, ...rows.slice(1)].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

/** @param {HTMLTableElement} table */
function addToTable(table) {
  let named = /** @type {Element | null} */ (table.closest(".scroll") ?? table);
  const below = /** @type {Element} */ (named);
  while (named && !named.id) named = named.previousElementSibling;
  const source = `[${document.title}](${address(named)})`;
  const copy = () => navigator.clipboard.writeText(`${markdown(table)}\n\n${source}\n`);
  addBelow(below, ["{{text.copy_table}}", copy]);
}

/** @template {Element} Kind @param {string} selector @param {(element: Kind) => void} add */
const each = (selector, add) => /** @type {NodeListOf<Kind>} */ (document.querySelectorAll(selector)).forEach(add);

if (navigator.clipboard) {
  each("pre > code", addToCode);
  each("figure.drawing[id]", addToDrawing);
  each(".flow.text table", addToTable);
}
