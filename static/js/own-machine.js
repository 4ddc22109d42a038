/**
 * The reader's own machine: hands what its tools print to the module of readers, and fills the explorer's
 * machine, count, bandwidth and memory with the reply. The text stays in the page: nothing of it is requested or kept.
 *
 * Contains no tool's format and no name.
 */
import { get, pageData, startModule } from "./estimator-client.js";
import { remember } from "./my-machine.js";
import { understand } from "./understand.js";

const form = /** @type {HTMLFormElement} */ (document.querySelector("#calculator form"));
const box = /** @type {HTMLElement} */ (document.querySelector("[data-part=machine]"));
const text = /** @type {HTMLTextAreaElement} */ (box.querySelector("textarea"));
const refusal = /** @type {HTMLElement} */ (box.querySelector(".error"));
const summary = /** @type {HTMLElement} */ (document.querySelector("[data-part=machine-said]"));
/** @param {string} name */
const field = (name) => /** @type {HTMLInputElement | HTMLSelectElement} */ (form.elements.namedItem(name));

/** @type {Promise<(pasted: string) => string> | undefined} */
let reader;
async function load() {
  const [answer, names] = await Promise.all([
    startModule("readers"),
    get(`${pageData().facts}explore/names.bin`).then((response) => response.arrayBuffer()),
  ]);
  return (/** @type {string} */ pasted) => answer("machine", pasted, new Uint8Array(names));
}

/** The last answer, which is grey while the text names no machine. */
const figure = /** @type {HTMLElement} */ (document.querySelector("#calculator [data-part=figure]"));

/**
 * Shows what was found, or at the text why nothing was, and then mutes the last answer.
 * @param {string} sentence
 * @param {boolean} isError
 */
function say(sentence, isError) {
  text.ariaInvalid = isError ? "true" : null;
  refusal.textContent = isError ? sentence : "";
  refusal.hidden = !isError;
  figure.classList.toggle("muted", isError);
  if (isError) box.setAttribute("open", "");
  else summary.textContent = sentence;
}

/** The models of the site, to be found in a question. @returns {Promise<import("./understand.js").NamedEntry[]>} */
async function models() {
  const [{ fold }, response] = await Promise.all([
    import("./matcher.js"),
    get(`${pageData().facts}choices/models.txt`),
  ]);
  const options = (await response.text()).matchAll(/<option value="([^"]+)">([^<(]+)/g);
  return [...options].map(([, id, term]) => {
    const key = fold(term);
    const name = { text: term, key, joined: "", words: key.split(" "), acronyms: [], isTerm: true, isShown: true };
    return { query: `m=${id}`, term, names: [name], definition: "" };
  });
}

/**
 * Reads a pasted text and fills the form; a text without any known device leaves the form unchanged.
 * @param {string} pasted
 * @param {boolean} [isQuestion] whether a model in it leads to the calculator of its speed on the machine
 */
export async function read(pasted, isQuestion) {
  if (!pasted.trim()) return say("", false);
  try {
    const answer = await (reader ??= load());
    const ask = async (/** @type {string} */ said) =>
      /** @type {import("../../estimator-wasm/reply.js").MachineReply} */ (JSON.parse(answer(said)));
    // A typed line may include the use of the machine, and a model; output of tools has many lines.
    const isOutput = pasted.trim().includes("\n");
    const understood = isOutput ? undefined : await understand(pasted, isQuestion ? await models() : [], ask);
    const reply = understood?.machine ?? (await ask(pasted)),
      values = understood?.values ?? {};
    if (reply.kind === "unknown") return refuse(pasted.trim(), reply);
    const { devices, memory: mem, bandwidth: bw, link, ram } = reply;
    const [first, ...others] = [0, 1, 2, 3].map((at) => devices[at] ?? { id: "", count: 0 });
    const [also, also2, also3] = others.map(({ id }) => id);
    const [na, na2, na3] = others.map(({ count }) => `${count}`);
    for (const [name, value] of Object.entries(values)) if (form.elements.namedItem(name)) field(name).value = value;
    if ("bench" in values) field("sort").value = "score";
    const numbers = { n: `${first.count}`, mem, bw, na, na2, na3, link: link || "usual" };
    choose({ hw: first.id, also, also2, also3 }, isOutput ? numbers : { ...numbers, ram });
    remember({ hw: first.id, name: devices[0].name, n: `${first.count}`, mem, bw });
    say(reply.sentence, false);
    const model = !also && understood?.model?.query.slice(2);
    if (!model) return;
    const several = first.count > 1,
      asked = { hw: first.id, m: model, ...(several && { n: `${first.count}` }), ...given(values) },
      query = new URLSearchParams(asked);
    location.replace(`../calculators/${several ? "parallel" : "decode-speed"}/?${query}&v=1`);
  } catch (error) {
    reader = undefined;
    say(`The text could not be read: ${error instanceof Error ? error.message : error}`, true);
  }
}

/** The conditions that both calculators take. @param {import("./conditions.js").Conditions} values */
const given = ({ c }) => (c ? { c } : {});

/**
 * Shows why a text names no machine. Offers the machines that it may mean, and a search for a single line, which may be
 * a question.
 * @param {string} said
 * @param {{ reason: string, candidates: import("../../estimator-wasm/reply.js").DeviceCount[] }} reply
 */
function refuse(said, { reason, candidates }) {
  say(reason, true);
  for (const { id, name, count } of candidates) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", textContent: name });
    button.onclick = () => {
      say("", false);
      choose({ hw: id }, { n: `${count}`, mem: "", bw: "", na: "0", na2: "0", na3: "0" });
    };
    refusal.append(" ", button);
  }
  if (said.includes("\n")) return;
  const link = document.createElement("a");
  link.href = `../search/?q=${encodeURIComponent(said)}`;
  link.textContent = `Search for “${said}”`;
  refusal.append(" ", link);
}

/** @param {Record<string, string>} devices @param {Record<string, string>} values */
function choose(devices, values) {
  const mode = field("mode");
  for (const [name, device] of Object.entries(devices).filter(([, device]) => device)) {
    const list = /** @type {HTMLSelectElement} */ (field(name));
    // The long list may not have arrived; it keeps what is chosen.
    if (![...list.options].some(({ value }) => value === device)) list.add(new Option(device, device));
    list.value = device;
  }
  for (const [name, value] of Object.entries(values)) field(name).value = value;
  if (mode.value === "which") mode.value = "runs";
  field("hw").dispatchEvent(new Event("change", { bubbles: true }));
}
