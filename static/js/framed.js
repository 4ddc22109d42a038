/**
 * The script of a calculator in a frame: starts the calculator as other pages do, and tells the framing page how high
 * the content is, when that changes and when it asks. Posts nothing else, and reads nothing of a message.
 */
import "./near.js";

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
const tell = () => {
  const height = Math.ceil(main.getBoundingClientRect().bottom + scrollY);
  // Any framing page may know the height, which reveals no more than the frame's scroll bar.
  parent.postMessage({ rooflightHeight: height }, "*");
};

if (parent !== window) {
  new ResizeObserver(tell).observe(main);
  addEventListener("message", ({ source }) => source === parent && tell());
}
