/**
 * Drives the system's Firefox by WebDriver BiDi over Node's own WebSocket; playwright-core supports only Firefox
 * builds that it has patched.
 */
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { serve } from "./support.mjs";

/** FIREFOX_PATH, or the first Firefox on PATH; undefined without one. */
function firefoxPath() {
  if (process.env.FIREFOX_PATH) return process.env.FIREFOX_PATH;
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return ["firefox", "firefox-esr"]
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Preferences that switch off first-run pages, updates and reports. */
const QUIET = {
  "app.update.disabledForTesting": true,
  "browser.newtabpage.enabled": false,
  "browser.safebrowsing.update.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.page": 0,
  "datareporting.policy.dataSubmissionEnabled": false,
  // Gives the window the focus without a screen; otherwise nothing in it matches :focus-visible.
  "focusmanager.testmode": true,
  "extensions.getAddons.cache.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "toolkit.telemetry.server": "data:,",
};

/**
 * One Firefox and one server, of the built site or of another, for the tests of a file, which are skipped where no
 * Firefox is installed.
 * @param {() => ReturnType<typeof serve>} [serving]
 */
export function inFirefox(serving = serve) {
  const skip = firefoxPath() ? false : "no Firefox here: install one, or set FIREFOX_PATH";
  /** @type {Promise<[Awaited<ReturnType<typeof launchFirefox>>, Awaited<ReturnType<typeof serve>>]> | undefined} */
  let started;
  // With the first test: a filter by name may leave out all of them.
  const start = () => (started ??= Promise.all([launchFirefox(), serving()]));
  after(async () => {
    const [firefox, site] = (await started) ?? [];
    await firefox?.close();
    site?.close();
  });
  /** @param {string} name @param {(page: FirefoxPage, root: string) => Promise<unknown>} use */
  return (name, use) =>
    test(name, { skip }, async () => {
      const [firefox, site] = await start();
      await use(firefox.page, site.url);
    });
}

/** Starts a Firefox with one page of 1280 by 900. */
async function launchFirefox() {
  const profile = await mkdtemp(path.join(tmpdir(), "rooflight-firefox-"));
  const preferences = Object.entries(QUIET).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`);
  await writeFile(path.join(profile, "user.js"), preferences.join(""));
  const program = firefoxPath() ?? assert.fail("no Firefox");
  const options = ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"];
  const browser = spawn(program, options, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, HOME: profile },
  });
  let output = "";
  const address = await new Promise((found, failed) => {
    createInterface({ input: /** @type {import("node:stream").Readable} */ (browser.stderr) }).on("line", (line) => {
      output += `${line}\n`;
      const [, url] = line.match(/BiDi listening on (ws:\S+)/) ?? [];
      if (url) found(url);
    });
    browser.once("exit", () => failed(new Error(`Firefox exited:\n${output}`)));
  });
  const connection = await connect(`${address}/session`);
  await connection.send("session.new", { capabilities: {} });
  // The tab that Firefox starts with never gets the focus.
  const created = await connection.send("browsingContext.create", { type: "tab" });
  const { context } = /** @type {{ context: string }} */ (created);
  const page = new FirefoxPage(connection.send, context);
  await connection.send("browsingContext.activate", { context });
  await page.resize({ width: 1280, height: 900 });
  const close = async () => {
    const ended = once(browser, "exit");
    await Promise.race([connection.send("browser.close", {}), ended]).catch(() => browser.kill());
    await Promise.race([ended, new Promise((late) => setTimeout(late, 5000)).then(() => browser.kill("SIGKILL"))]);
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  return { page, close };
}

/** @typedef {{ id: number, type: string, result: unknown, error: string, message: string }} Message */
/** @typedef {(method: string, params: object) => Promise<unknown>} Send Sends a command and returns its result. */
/** @typedef {{ result: { value?: string }, exceptionDetails?: { text: string } }} Evaluated */

/** @param {string} address @returns {Promise<{ send: Send }>} */
async function connect(address) {
  assert.ok("WebSocket" in globalThis, "Node needs --experimental-websocket up to version 21");
  const socket = new WebSocket(address);
  /** @type {Map<number, { done: (result: unknown) => void, failed: (error: Error) => void }>} */
  const waiting = new Map();
  let last = 0;
  await new Promise((open, failed) => {
    socket.addEventListener("open", open, { once: true });
    socket.addEventListener("error", () => failed(new Error(`no connection to ${address}`)), { once: true });
  });
  socket.addEventListener("message", ({ data }) => {
    const { id, type, result, error, message } = /** @type {Message} */ (JSON.parse(data));
    const command = waiting.get(id);
    waiting.delete(id);
    if (type === "success") command?.done(result);
    else command?.failed(new Error(`${error}: ${message}`));
  });
  /** @type {Send} */
  const send = (method, params) =>
    new Promise((done, failed) => {
      waiting.set(++last, { done, failed });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
  return { send };
}

/** Keys as WebDriver names them. */
export const KEYS = { Tab: "\uE004", Enter: "\uE007", Escape: "\uE00C", ArrowDown: "\uE015", ArrowUp: "\uE013" };
const CONTROL = "\uE009";

/** The operations on a page that the tests need. */
export class FirefoxPage {
  /** @param {Send} send @param {string} context */
  constructor(send, context) {
    this.send = send;
    this.context = context;
  }

  /** @param {string} url */
  async goto(url) {
    await this.send("browsingContext.navigate", { context: this.context, url, wait: "complete" });
  }

  /** @param {{ width: number, height: number }} viewport */
  async resize(viewport) {
    await this.send("browsingContext.setViewport", { context: this.context, viewport });
  }

  /** The value of an expression, transferred as JSON. @param {string} expression */
  async evaluate(expression) {
    const evaluated = await this.send("script.evaluate", {
      expression: `(async () => JSON.stringify(await (${expression})))()`,
      awaitPromise: true,
      target: { context: this.context },
    });
    const { result, exceptionDetails } = /** @type {Evaluated} */ (evaluated);
    assert.ok(!exceptionDetails, exceptionDetails?.text);
    return result.value === undefined ? undefined : JSON.parse(result.value);
  }

  /** Waits until an expression is true. @param {string} expression @param {number} [ms] at most so long */
  async until(expression, ms = 10_000) {
    for (const end = Date.now() + ms; Date.now() < end;) {
      if (await this.evaluate(expression).catch(() => false)) return;
      await this.pause(25);
    }
    assert.fail(`never: ${expression}`);
  }

  /** @param {number} ms */
  pause(ms) {
    return new Promise((done) => setTimeout(done, ms));
  }

  /**
   * Moves a pointer and optionally presses and releases it.
   * @param {number} x
   * @param {number} y
   * @param {"mouse" | "touch"} [pointerType]
   * @param {boolean} [press]
   */
  async pointer(x, y, pointerType = "mouse", press = false) {
    const move = { type: "pointerMove", x: Math.round(x), y: Math.round(y) };
    const pressed = press
      ? [
          { type: "pointerDown", button: 0 },
          { type: "pointerUp", button: 0 },
        ]
      : [];
    await this.perform({ type: "pointer", id: pointerType, parameters: { pointerType }, actions: [move, ...pressed] });
  }

  /** @param {keyof typeof KEYS} key */
  async press(key) {
    await this.type(KEYS[key]);
  }

  /** Presses the keys of a text, one after the other. @param {string} text */
  async type(text) {
    const actions = [...text].flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await this.perform({ type: "key", id: "keyboard", actions });
  }

  /** Selects all that the focus can. */
  async selectAll() {
    const actions = [
      { type: "keyDown", value: CONTROL },
      { type: "keyDown", value: "a" },
      { type: "keyUp", value: "a" },
      { type: "keyUp", value: CONTROL },
    ];
    await this.perform({ type: "key", id: "keyboard", actions });
  }

  /** Chooses files in a field. @param {string} expression @param {string[]} files their paths */
  async setFiles(expression, files) {
    const target = { context: this.context };
    const evaluated = await this.send("script.evaluate", { expression, target, awaitPromise: false });
    const { result } = /** @type {{ result: { sharedId?: string } }} */ (evaluated);
    const element = { sharedId: result.sharedId ?? assert.fail(`no ${expression}`) };
    await this.send("input.setFiles", { context: this.context, element, files });
  }

  /** @param {object} source */
  async perform(source) {
    await this.send("input.performActions", { context: this.context, actions: [source] });
  }
}
