/** Opens the search, by the link at the head of the page or by `/` where nobody types; what it takes comes with the first use. */
/** @type {any} */
const link = document.querySelector("a.find");

/** @param {any} event */
function open(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  import(new URL(link.dataset.search, location.href).href).then((search) => search.open(link)).catch(() => location.assign(link.href));
}

/** Where storage is refused, the key works. */
function off() {
  try {
    return localStorage.rooflightSlash === "off";
  } catch {}
}

link.onclick = (/** @type {any} */ event) => event.shiftKey || open(event);
addEventListener("keydown", (/** @type {any} */ event) => event.key !== "/" || event.isComposing || event.target.matches(":read-write, select") || off() || open(event));
