/**
 * The reader's own machine: hands what its tools print to the module of readers, and fills the explorer's
 * machine, count, bandwidth and memory with the reply. The text stays in the page: nothing of it is requested or kept.
 *
 * Contains no tool's format and no name.
 */
import { get, pageData, startModule } from "./estimator-client.js";
import { remember } from "./my-machine.js";
import { asksOfMemory } from "./conditions.js";
import { devicesOf, pairInputs, understand } from "./understand.js";

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
    get(`${pageData().facts}explore/names.txt`).then((response) => response.arrayBuffer()),
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

/**
 * The models and formats of the site, to be found in a question.
 * @returns {Promise<import("./understand.js").NamedEntry[]>}
 */
async function names() {
  const { fold } = await import("./matcher.js");
  const read = async (/** @type {string} */ list, /** @type {string} */ key) => {
    const text = await get(`${pageData().facts}choices/${list}.txt`).then((response) => response.text());
    return [...text.matchAll(/<option value="([^"]+)">([^<(]+)/g)].map(([, id, term]) => {
      const folded = fold(term),
        rest = { joined: "", acronyms: [], isTerm: true, isShown: true },
        name = { text: term, key: folded, words: folded.split(" "), ...rest };
      return { query: `${key}=${id}`, term: term.trim(), names: [name], definition: "" };
    });
  };
  return (await Promise.all([read("models", "m"), read("formats", "q")])).flat();
}

/**
 * Reads a pasted text and fills the form; a text without any known device leaves the form unchanged.
 * @param {string} pasted
 * @param {boolean} [isQuestion] whether a model in it leads to the calculator of its speed on the machine
 */
export async function read(pasted, isQuestion) {
  if (!pasted.trim()) return say("", false);
  figure.classList.add("muted");
  try {
    const answer = await (reader ??= load());
    const ask = async (/** @type {string} */ said) =>
      /** @type {import("../../estimator-wasm/reply.js").MachineReply} */ (JSON.parse(answer(said)));
    // A typed line may include the use of the machine, and a model; output of tools has many lines.
    const isOutput = pasted.trim().includes("\n");
    const understood = isOutput ? undefined : await understand(pasted, isQuestion ? await names() : [], ask);
    const reply = understood?.machine ?? (await ask(pasted)),
      values = understood?.values ?? {};
    if (reply.kind === "unknown") return refuse(pasted.trim(), reply, isQuestion);
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
    if (understood) sayLeft(pasted.trim(), understood.left);
    const model = understood?.model;
    if (!understood || !model) return;
    if (also) return listAlone(model.term);
    location.replace(answerTo(pasted.trim(), { ...understood, model }));
  } catch (error) {
    reader = undefined;
    say(`The text could not be read: ${error instanceof Error ? error.message : error}`, true);
  }
}

/**
 * Where a model on the machine is answered: a stated speed is judged, requests and a format of the cache are a question
 * of memory first.
 * @param {string} said
 * @param {import("./understand.js").Understood & { model: import("./understand.js").NamedEntry }} understood
 */
function answerTo(said, understood) {
  const { machine, values } = understood;
  if (values.tps) return `../measure/?output=${encodeURIComponent(said)}`;
  const usual = devicesOf(machine)[0].count > 1 ? "parallel" : "decode-speed",
    kind = asksOfMemory(values) ? "memory-fit" : usual;
  return `../calculators/${kind}/?${pairInputs(kind, understood)}&v=1`;
}

/** Lists only the rows of a model: devices of several kinds share it in this list alone. @param {string} name */
function listAlone(name) {
  const filter = /** @type {HTMLInputElement} */ (document.querySelector("[data-filter=name]"));
  filter.value = name;
  filter.dispatchEvent(new Event("input", { bubbles: true }));
  summary.append(` Only ${name} is listed.`);
}

/** Names the words that were not understood. @param {string} said @param {string[]} left */
function sayLeft(said, left) {
  if (left.length) summary.append(` Skipped: “${left.join("”, “")}”. `, searchFor(said));
}

/** @param {string} said */
const searchAddress = (said) => `../search/?q=${encodeURIComponent(said)}`;

/** @param {string} said */
function searchFor(said) {
  const link = document.createElement("a");
  Object.assign(link, { href: searchAddress(said), textContent: `Search for “${said}”` });
  return link;
}

/**
 * Shows why a text names no machine. Offers the machines that it may mean, and a search for a single line, which may be
 * a question; a question of the home page with neither is searched for at once.
 * @param {string} said
 * @param {{ reason: string, candidates: import("../../estimator-wasm/reply.js").DeviceCount[] }} reply
 * @param {boolean} [isQuestion]
 */
function refuse(said, { reason, candidates }, isQuestion) {
  // A quotation is a device that is not known.
  if (isQuestion && !candidates.length && !reason.startsWith("“")) return location.replace(searchAddress(said));
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
  refusal.append(" ", searchFor(said));
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
