/** Checks the scripts and tests beyond the compiler: the length of lines, and types that switch it off. */
import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import path from "node:path";
import { test } from "node:test";

const HOME = path.resolve(import.meta.dirname, "..");
const FOLDERS = ["static/js", "src/edge", "estimator-wasm", "packaging", "tests", "benches"];
const MAX_COLUMNS = 120;
/** `any` as a type, in JSDoc and in declarations; and comments that silence the compiler. */
const UNTYPED = /[{<(|&:,\s]any\s*[}>)|&,;[\]]|@ts-(ignore|nocheck|expect-error)/;

const listed = await Promise.all(
  FOLDERS.map(async (folder) => {
    const names = await readdir(path.join(HOME, folder), { recursive: folder !== "estimator-wasm" });
    return names.filter((name) => /\.(m?js|d\.ts)$/.test(name)).map((name) => path.join(folder, name));
  }),
);
const files = await Promise.all(
  listed.flat().map(async (name) => {
    const lines = (await readFile(path.join(HOME, name), "utf8")).split("\n");
    return lines.map((text, at) => ({ where: `${name}:${at + 1}`, text }));
  }),
);
const lines = files.flat();

/** Comments and declarations; in code and in sentences "any" is a word. @param {string} text */
const isType = (text) => /@(type|param|returns|typedef|template|ts-)|^\s*\*?\s*(\w+\??|\[\w+: \w+\]): |=>/.test(text);

test("the scripts are found", () => assert.ok(files.length > 30 && lines.length > 3000));

test(`no line is longer than ${MAX_COLUMNS} columns`, () => {
  const long = lines.filter(({ text }) => [...text].length > MAX_COLUMNS);
  assert.deepEqual(
    long.map(({ where, text }) => `${where}: ${[...text].length}`),
    [],
  );
});

test("no type is `any`, and no comment silences the compiler", () => {
  // This file has to write what it looks for.
  const own = path.relative(HOME, import.meta.filename);
  const found = lines.filter(({ where, text }) => !where.startsWith(own) && isType(text) && UNTYPED.test(text));
  assert.deepEqual(
    found.map(({ where, text }) => `${where}: ${text.trim()}`),
    [],
  );
});

test("the check for `any` finds it", () => {
  const typed = [
    "/** @param {any} a */",
    "/** @type {any[]} */",
    "/** @returns {Promise<any>} */",
    "  key: any;",
    "/** @type {Map<string, any>} */",
    " * @param {(a: any) => void} b",
    "// @ts-ignore",
  ];
  for (const text of typed) assert.ok(isType(text) && UNTYPED.test(text), text);
  for (const text of ["// any of them", "/** @param {string} a any text */", "const any = 1;"]) {
    assert.ok(!(isType(text) && UNTYPED.test(text)), text);
  }
});
