/**
 * The colour scheme that the reader chose: the system's, light or dark. Runs before the page is first painted, so that
 * it never flashes; without storage a choice lasts as long as the page.
 */
const KEY = "rooflightTheme";
const NEXT = /** @type {const} */ ({ "": "light", light: "dark", dark: "" });
const NAMES = { "": "{{theme.system}}", light: "{{theme.light}}", dark: "{{theme.dark}}" };
/** @typedef {keyof typeof NEXT} Theme */
const root = document.documentElement;

/** @param {string | undefined} text @returns {Theme} */
const known = (text) => (text === "light" || text === "dark" ? text : "");

/** @param {Theme} theme */
function show(theme) {
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  const button = document.querySelector("#scheme");
  if (button) button.ariaLabel = "{{theme.now}}".replace("{theme}", NAMES[theme]);
}

/** @returns {Theme} */
function saved() {
  try {
    return known(localStorage[KEY]);
  } catch {
    return "";
  }
}

show(saved());
addEventListener("DOMContentLoaded", () => show(known(root.dataset.theme)));
addEventListener("click", ({ target }) => {
  if (!(target instanceof Element && target.closest("#scheme"))) return;
  const theme = NEXT[known(root.dataset.theme)];
  show(theme);
  try {
    if (theme) localStorage[KEY] = theme;
    else localStorage.removeItem(KEY);
  } catch {
    // The choice holds for this page.
  }
});
