/** Shows a calculator's answer: figure, work, status texts, and the state of the block. */

/** @typedef {import("../../estimator-wasm/reply.js").CalculatorReply} CalculatorReply */
/** @typedef {import("./estimator-client.js").EstimatorClient} EstimatorClient */
/**
 * `busy`: the answer to the last input is pending; `answered`: it is shown; `ready`: its work is shown, it is announced
 * and in the URL; `invalid`: a field explains why there is no answer; `failed`: the estimator could not be loaded.
 * @typedef {"busy" | "answered" | "ready" | "invalid" | "failed"} State
 */

const SHORT_PAUSE = 100;

/** @param {string} name */
const part = (name) => /** @type {HTMLElement | null} */ (document.querySelector(`[data-part=${name}]`));

/** @param {string} name @param {string} text */
export function setText(name, text) {
  const element = part(name);
  if (!element) return;
  element.textContent = text;
  if (name === "note") element.hidden = !text;
}

/** @param {"figure" | "work"} name @param {string} html */
function setHtml(name, html) {
  const element = part(name);
  if (element) element.innerHTML = html;
}

/** An answer that takes longer than this marks the one before it. */
const SLOW_MS = 200;

export class CalculatorView {
  #workTimer = 0;
  #staleTimer = 0;

  /** @param {HTMLElement} block @param {EstimatorClient} client */
  constructor(block, client) {
    this.block = block;
    this.client = client;
  }

  /**
   * An answer that is long in coming, as on a slow line, leaves the earlier one standing as such.
   * @param {State} state
   */
  setState(state) {
    this.block.dataset.state = state;
    clearTimeout(this.#staleTimer);
    if (state === "busy") this.#staleTimer = setTimeout(() => this.setStale(true), SLOW_MS);
  }

  /** Marks the answer as belonging to earlier values, or to the present ones. @param {boolean} isStale */
  setStale(isStale) {
    for (const name of ["figure", "work"]) {
      const shown = part(name);
      if (!shown) continue;
      shown.classList.toggle("stale", isStale);
      shown.ariaBusy = isStale ? "true" : null;
    }
  }

  /**
   * Shows figure and work.
   * @param {CalculatorReply & { kind: "answer" }} reply
   * @param {boolean} done whether the reader has finished the input
   */
  show({ figure, work }, done) {
    setHtml("figure", figure);
    clearTimeout(this.#workTimer);
    // Drawing the work takes longer than the figure and would slow down a slider that is being moved.
    if (done) setHtml("work", work);
    else this.#workTimer = setTimeout(setHtml, SHORT_PAUSE, "work", work);
  }
}
