/**
 * A Firefox for the tests: the system's own, driven by WebDriver BiDi over the WebSocket that comes with Node. playwright-core drives only
 * Firefoxes that it has patched itself.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { spawn } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { once } from "node:events";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { serve } from "./support.mjs";

/** The program: FIREFOX_PATH, or the first of the usual ones on PATH; nothing if there is none. */
function firefoxPath() {
  if (process.env.FIREFOX_PATH) return process.env.FIREFOX_PATH;
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return ["firefox", "firefox-esr"].flatMap((name) => folders.map((folder) => path.join(folder, name))).find((file) => {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

/** No first-run pages, no updates, no reports: nothing but what a test asks for. */
const QUIET = {
  "app.update.disabledForTesting": true,
  "browser.newtabpage.enabled": false,
  "browser.safebrowsing.update.enabled": false,
  "browser.shell.checkDefaultBrowser": false,
  "browser.startup.page": 0,
  "datareporting.policy.dataSubmissionEnabled": false,
  // A window has the focus even where there is no screen: else nothing in it matches :focus-visible.
  "focusmanager.testmode": true,
  "extensions.getAddons.cache.enabled": false,
  "network.captive-portal-service.enabled": false,
  "network.connectivity-service.enabled": false,
  "toolkit.telemetry.server": "data:,",
};

/** One Firefox and the built site for the tests of a file; gives what makes a test. They are left out where no Firefox is installed. */
export function inFirefox() {
  const skip = firefoxPath() ? false : "no Firefox here: install one, or set FIREFOX_PATH";
  /** @type {Awaited<ReturnType<typeof launchFirefox>>} */
  let firefox;
  /** @type {Awaited<ReturnType<typeof serve>>} */
  let site;
  before(async () => {
    if (!skip) [firefox, site] = await Promise.all([launchFirefox(), serve()]);
  });
  after(async () => {
    await firefox?.close();
    site?.close();
  });
  /** @param {string} name @param {(page: FirefoxPage, root: string) => Promise<unknown>} use */
  return (name, use) => test(name, { skip }, async () => void await use(firefox.page, site.url));
}

/** Starts a Firefox with one page of 1280 by 900. */
async function launchFirefox() {
  const profile = await mkdtemp(path.join(tmpdir(), "rooflight-firefox-"));
  await writeFile(path.join(profile, "user.js"), Object.entries(QUIET).map(([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`).join(""));
  const program = firefoxPath() ?? assert.fail("no Firefox");
  const browser = spawn(program, ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"], { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, HOME: profile } });
  let said = "";
  const address = await new Promise((found, failed) => {
    createInterface({ input: /** @type {import("node:stream").Readable} */ (browser.stderr) }).on("line", (line) => {
      said += `${line}\n`;
      const [, url] = line.match(/BiDi listening on (ws:\S+)/) ?? [];
      if (url) found(url);
    });
    browser.once("exit", () => failed(new Error(`Firefox ended:\n${said}`)));
  });
  const line = await connect(`${address}/session`);
  await line.send("session.new", { capabilities: {} });
  // A tab of our own: the one that Firefox starts with never gets the focus.
  const { context } = await line.send("browsingContext.create", { type: "tab" });
  const page = new FirefoxPage(line.send, context);
  await line.send("browsingContext.activate", { context });
  await line.send("browsingContext.setViewport", { context, viewport: { width: 1280, height: 900 } });
  const close = async () => {
    const ended = once(browser, "exit");
    await Promise.race([line.send("browser.close", {}), ended]).catch(() => browser.kill());
    await Promise.race([ended, new Promise((late) => setTimeout(late, 5000)).then(() => browser.kill("SIGKILL"))]);
    await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  return { page, close };
}

/** @param {string} address */
async function connect(address) {
  assert.ok("WebSocket" in globalThis, "Node needs --experimental-websocket up to version 21");
  const socket = new WebSocket(address);
  /** @type {Map<number, { done: (result: any) => void, failed: (error: Error) => void }>} */
  const waiting = new Map();
  let last = 0;
  await new Promise((open, failed) => {
    socket.addEventListener("open", open, { once: true });
    socket.addEventListener("error", () => failed(new Error(`no connection to ${address}`)), { once: true });
  });
  socket.addEventListener("message", ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(data);
    const asked = waiting.get(id);
    waiting.delete(id);
    if (type === "success") asked?.done(result);
    else asked?.failed(new Error(`${error}: ${message}`));
  });
  /** @param {string} method @param {object} params @returns {Promise<any>} */
  const send = (method, params) => new Promise((done, failed) => {
    waiting.set(++last, { done, failed });
    socket.send(JSON.stringify({ id: last, method, params }));
  });
  return { send };
}

/** Keys as WebDriver names them. */
export const KEYS = { Tab: "\uE004", Enter: "\uE007", Escape: "\uE00C", ArrowDown: "\uE015", ArrowUp: "\uE013" };

/** A page, as far as the tests need it. */
export class FirefoxPage {
  /** @param {(method: string, params: object) => Promise<any>} send @param {string} context */
  constructor(send, context) {
    this.send = send;
    this.context = context;
  }

  /** @param {string} url */
  async goto(url) {
    await this.send("browsingContext.navigate", { context: this.context, url, wait: "complete" });
  }

  /** The value of an expression, by way of JSON. @param {string} expression @returns {Promise<any>} */
  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send("script.evaluate", {
      expression: `(async () => JSON.stringify(await (${expression})))()`, awaitPromise: true, target: { context: this.context },
    });
    assert.ok(!exceptionDetails, exceptionDetails?.text);
    return result.value === undefined ? undefined : JSON.parse(result.value);
  }

  /** Waits until an expression is true. @param {string} expression */
  async until(expression) {
    for (const end = Date.now() + 10_000; Date.now() < end;) {
      if (await this.evaluate(expression).catch(() => false)) return;
      await this.pause(25);
    }
    assert.fail(`never: ${expression}`);
  }

  /** @param {number} ms */
  pause(ms) {
    return new Promise((done) => setTimeout(done, ms));
  }

  /** Moves a pointer; with `press` it also presses and releases. @param {number} x @param {number} y @param {"mouse" | "touch"} [pointerType] @param {boolean} [press] */
  async pointer(x, y, pointerType = "mouse", press = false) {
    const move = { type: "pointerMove", x: Math.round(x), y: Math.round(y) };
    const pressed = press ? [{ type: "pointerDown", button: 0 }, { type: "pointerUp", button: 0 }] : [];
    await this.send("input.performActions", { context: this.context, actions: [{ type: "pointer", id: pointerType, parameters: { pointerType }, actions: [move, ...pressed] }] });
  }

  /** @param {keyof typeof KEYS} key */
  async press(key) {
    await this.type(KEYS[key]);
  }

  /** Presses the keys of a text, one after the other. @param {string} text */
  async type(text) {
    const actions = [...text].flatMap((value) => [{ type: "keyDown", value }, { type: "keyUp", value }]);
    await this.send("input.performActions", { context: this.context, actions: [{ type: "key", id: "keyboard", actions }] });
  }
}
