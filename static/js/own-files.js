/** The files of the reader's own model, chosen or dropped: own-model.js is fetched when there are some. */

/** @typedef {import("./estimator-client.js").EstimatorClient} EstimatorClient */

export class OwnFiles {
  /** @type {Promise<import("./own-model.js").OwnModel> | undefined} */
  #model;

  /** @param {HTMLElement} box @param {EstimatorClient} client */
  constructor(box, client) {
    this.box = box;
    this.client = client;
  }

  model() {
    this.#model ??= import("./own-model.js").then(({ OwnModel }) => new OwnModel(this.box, this.client));
    this.#model.catch(() => (this.#model = undefined));
    return this.#model;
  }

  /** Whether an earlier page of this tab left a model; without storage none did. */
  isKept() {
    try {
      return "rooflightModel" in sessionStorage;
    } catch {
      return false;
    }
  }

  /** Offers that model in the form. */
  async offer() {
    if (this.isKept()) (await this.model()).offer();
  }

  /**
   * Reads files as soon as they are there.
   * @param {() => Promise<void>} filled the form has its lists
   * @param {() => void} fail
   */
  listen(filled, fail) {
    /** @param {FileList | null | undefined} files */
    const read = async (files) => {
      if (!files?.length) return;
      // A list of files is emptied by the next choice.
      const chosen = [...files];
      try {
        await filled();
        await (await this.model()).read(chosen);
      } catch {
        fail();
      }
    };
    const input = /** @type {HTMLInputElement} */ (this.box.querySelector("[type=file]"));
    input.addEventListener("change", () => read(input.files));
    // Files that were chosen while this script was loading.
    read(input.files);
    // A file that misses the calculator would replace the page.
    for (const name of ["dragover", "dragleave", "drop"]) {
      document.addEventListener(name, (event) => {
        const { dataTransfer } = /** @type {DragEvent} */ (event);
        if (!dataTransfer?.types.includes("Files")) return;
        event.preventDefault();
        this.box.classList.toggle("over", name === "dragover");
        if (name === "drop") read(dataTransfer.files);
      });
    }
  }
}
