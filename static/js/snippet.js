/** The code for a frame on other sites, on a calculator's own page: its address carries the inputs of the answer. */
const code = /** @type {HTMLElement} */ (document.querySelector("[data-part=embed]"));
const printed = /** @type {HTMLElement} */ (document.querySelector("[data-part=printed]"));
const [before = "", address = "", after = ""] = (code.textContent ?? "").split(/src="([^"]*)"([^]*)/);

// The script of the calculator writes the address there with every answer.
new MutationObserver(() => {
  code.textContent = `${before}src="${address}${location.search.replaceAll('"', "%22")}"${after}`;
}).observe(printed, { childList: true });
