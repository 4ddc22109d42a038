/**
 * The exercise of a lesson: whether the reader's number is one of the answer's, which is folded below. A sum by hand
 * rounds on its way, so three per cent are allowed.
 */
const TOLERANCE = 0.03;

const form = /** @type {HTMLFormElement} */ (document.querySelector("#exercise"));
const field = /** @type {HTMLInputElement} */ (form.querySelector("input"));
const said = /** @type {HTMLOutputElement} */ (form.querySelector("output"));
const answer = /** @type {HTMLDetailsElement} */ (form.nextElementSibling);

/** The numbers in a text. @param {string} text */
const numbers = (text) => (text.replaceAll(",", "").match(/\d+(\.\d+)?/g) ?? []).map(Number);

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const [own] = numbers(field.value);
  const known = numbers(answer.querySelector("b")?.textContent ?? "");
  const isRight = known.some((number) => Math.abs(own - number) <= number * TOLERANCE);
  if (isRight) answer.open = true;
  const wrong = own === undefined ? "Type a number." : "Not a number of the answer. Try again, or open it.";
  said.value = isRight ? "Right: it is in the answer." : wrong;
});
