/**
 * Built documents against their specifications: pages by the Nu HTML checker, JSON feeds by the schema of JSON Feed
 * 1.1, `glossary.json` by the schema that is published beside it.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { DIST, htmlFiles } from "./browser/support.mjs";

const jar = createRequire(import.meta.url).resolve("vnu-jar/build/dist/vnu.jar");
const java = process.env.JAVA_HOME ? path.join(process.env.JAVA_HOME, "bin/java") : "java";

/** @typedef {{ url?: string, lastLine: number, lastColumn: number, message: string }} Message */
/** The errors that the Nu HTML checker finds in files and folders. @param {string[]} places */
async function errors(...places) {
  const options = [
    "-Xss8m",
    "-jar",
    jar,
    "--errors-only",
    "--exit-zero-always",
    "--skip-non-html",
    "--format",
    "json",
    ...places,
  ];
  const { stderr } = await promisify(execFile)(java, options, { maxBuffer: 1 << 28 });
  const { messages } = /** @type {{ messages: Message[] }} */ (JSON.parse(stderr));
  return messages.map(
    ({ url, lastLine, lastColumn, message }) => `${url?.split(DIST).at(-1)}:${lastLine}:${lastColumn} ${message}`,
  );
}

const noJava = await promisify(execFile)(java, ["-version"]).then(
  () => false,
  () => "skipped without a Java runtime",
);
if (noJava) assert.ok(!process.env.CI, "cargo xtask test installs a Java runtime for the Nu HTML checker");

test("the Nu HTML checker finds no error on any page", { skip: noJava }, async () => {
  assert.ok((await htmlFiles()).length > 300);
  assert.deepEqual((await errors(DIST)).slice(0, 30), []);
});

test("the Nu HTML checker finds the errors of a bad page", { skip: noJava }, async () => {
  const found = await errors(fileURLToPath(new URL("fixtures/html/bad.html", import.meta.url)));
  assert.ok(
    found.some((line) => line.includes("Duplicate ID")) && found.some((line) => line.includes("“alt” attribute")),
    found.join("\n"),
  );
});

/** @typedef {Record<string, unknown> & { feed_url: string, items: Record<string, unknown>[] }} Feed */
/** @param {string} text */
const parseFeed = (text) => /** @type {Feed} */ (JSON.parse(text));
const schemaText = await readFile(new URL("feeds/jsonfeed-1.1.schema.json", import.meta.url), "utf8");
const schema = /** @type {import("ajv").AnySchema} */ (JSON.parse(schemaText));
const check = new Ajv({ allErrors: true }).compile(schema);
const feeds = (await readdir(DIST, { recursive: true })).filter((name) => path.basename(name) === "feed.json").sort();

test("every JSON feed is valid JSON Feed 1.1, with unique ids", async () => {
  assert.ok(feeds.length > 10 && feeds.includes("feed.json"));
  for (const name of feeds) {
    const feed = parseFeed(await readFile(path.join(DIST, name), "utf8"));
    check(feed);
    assert.deepEqual((check.errors ?? []).slice(0, 5), [], name);
    assert.equal(new Set(feed.items.map(({ id }) => id)).size, feed.items.length, name);
    assert.ok(feed.feed_url.endsWith(`/${name}`), feed.feed_url);
  }
});

test("the schema refuses what JSON Feed 1.1 does not allow", async () => {
  const text = await readFile(path.join(DIST, "feed.json"), "utf8");
  /** @type {[string, (feed: Feed) => unknown][]} */
  const broken = [
    ["no version", (feed) => delete feed.version],
    ["an older version", (feed) => (feed.version = "https://jsonfeed.org/version/1")],
    ["an item without an id", (feed) => delete feed.items[0].id],
    ["a number as an id", (feed) => (feed.items[0].id = 7)],
    ["an item without content", (feed) => delete feed.items[0].content_html],
    ["a date without a time", (feed) => (feed.items[0].date_published = "2026-11-20")],
    ["a relative URL", (feed) => (feed.items[0].url = "glossary/x/")],
    ["one author, as in version 1.0", (feed) => (feed.author = { name: "A" })],
    ["an empty author", (feed) => (feed.authors = [{}])],
  ];
  for (const [what, spoil] of broken) {
    const feed = parseFeed(text);
    spoil(feed);
    assert.equal(check(feed), false, what);
  }
});

/**
 * @typedef {{
 *   version: unknown, entries: Record<string, unknown>[], layers: Record<string, unknown>[],
 * }} GlossaryFile
 */

/** @param {string} name */
const built = async (name) => JSON.parse(await readFile(path.join(DIST, name), "utf8"));

test("glossary.json fits its published schema, which refuses what is no glossary", async () => {
  const schema = /** @type {object} */ (await built("glossary.schema.json"));
  const fits = new Ajv2020({ allErrors: true, validateFormats: false }).compile(schema);
  const glossary = /** @type {GlossaryFile} */ (await built("glossary.json"));
  fits(glossary);
  assert.deepEqual((fits.errors ?? []).slice(0, 5), []);
  assert.ok(glossary.entries.length > 0);
  /** @type {((glossary: GlossaryFile) => unknown)[]} */
  const spoils = [
    (file) => (file.version = 1),
    (file) => delete file.entries[0].url,
    (file) => (file.entries[0].aliases = "one"),
    (file) => (file.entries[0].match = "sometimes"),
    (file) => (file.layers[0].url = "layers/x/"),
  ];
  for (const spoil of spoils) {
    const broken = structuredClone(glossary);
    spoil(broken);
    assert.equal(fits(broken), false, String(spoil));
  }
});
