/** Adds a button that copies the text to each block of code, where the page may write to the clipboard. */
const MESSAGE_MS = 2000;

/** @param {HTMLElement} code */
function addButton(code) {
  const block = document.createElement("div"),
    button = document.createElement("button");
  const status = document.createElement("span"),
    pre = /** @type {HTMLElement} */ (code.parentElement);
  block.className = "code";
  button.type = "button";
  button.append("{{text.copy}}");
  status.className = "status";
  status.role = "status";
  button.onclick = async () => {
    const copied = navigator.clipboard.writeText(code.textContent ?? "");
    button.textContent = status.textContent = await copied.then(
      () => "{{text.copied}}",
      () => "{{text.not_copied}}",
    );
    setTimeout(() => {
      button.textContent = "{{text.copy}}";
      status.textContent = "";
    }, MESSAGE_MS);
  };
  pre.replaceWith(block);
  block.append(pre, button, status);
}

const blocks = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("pre > code"));
if (navigator.clipboard) blocks.forEach(addButton);
