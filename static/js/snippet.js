/** The code that embeds a calculator in other sites; its URL carries the inputs of the answer. */
const code = /** @type {HTMLElement} */ (document.querySelector("[data-part=embed]"));
const printed = /** @type {HTMLElement} */ (document.querySelector("[data-part=printed]"));
const [before = "", address = "", after = ""] = (code.textContent ?? "").split(/src="([^"]*)"([^]*)/);

// The calculator's script updates the URL with every answer.
new MutationObserver(() => {
  code.textContent = `${before}src="${address}${location.search.replaceAll('"', "%22")}"${after}`;
}).observe(printed, { childList: true });
