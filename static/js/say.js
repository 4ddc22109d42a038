/** Texts of the program on a page. */

/** Puts a text into an element: what stands between backticks is code. @param {Element} element @param {string} text */
export function say(element, text) {
  element.replaceChildren(
    ...text.split("`").map((part, at) => {
      if (at % 2 === 0) return part;
      const code = document.createElement("code");
      code.textContent = part;
      return code;
    }),
  );
}
