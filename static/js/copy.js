/** A button beside each block of code that copies it. Without scripts, or where a page may not write to the clipboard, there is none. */
const SHOWN = 2000;

/** @param {HTMLElement} code */
function offer(code) {
  const block = document.createElement("div"), button = document.createElement("button"), said = document.createElement("span");
  block.className = "code";
  button.type = "button";
  button.append("Copy");
  said.className = "status";
  said.role = "status";
  button.onclick = async () => {
    const text = await navigator.clipboard.writeText(code.textContent ?? "").then(() => "Copied", () => "Not copied");
    button.textContent = said.textContent = text;
    setTimeout(() => {
      button.textContent = "Copy";
      said.textContent = "";
    }, SHOWN);
  };
  const pre = /** @type {HTMLElement} */ (code.parentElement);
  pre.replaceWith(block);
  block.append(pre, button, said);
}

if (navigator.clipboard) document.querySelectorAll("pre > code").forEach((code) => offer(/** @type {HTMLElement} */ (code)));
