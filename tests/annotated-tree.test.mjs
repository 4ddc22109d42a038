/**
 * `rooflight annotate` over random and misnested HTML, read by the parser of the HTML standard: without our links the
 * tree is that of before, a second run changes nothing, and `--undo` restores every byte. The program is ROOFLIGHT_BIN,
 * or the debug build.
 */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { parse } from "parse5";

/** @typedef {import("parse5").DefaultTreeAdapterTypes.Node} Node */

const PROGRAM = path.resolve(process.env.ROOFLIGHT_BIN ?? "target/debug/rooflight");
const GLOSSARY = fileURLToPath(new URL("fixtures/annotate/glossary.json", import.meta.url));
const PAGES = 2000;
const WORDS = ["token", "tokens", "KV cache", " ", ", ", ". ", "é", "\r\n", "&nbsp;", "&", "&#45;", "attention cache"];
const ELEMENTS = (
  "p div b i em span a code pre h2 li ul td tr th table tbody caption svg path main body head nav select option dl " +
  "dt template math mi button form nobr font ruby rt noscript iframe marquee foreignObject title details summary"
).split(" ");
const ATTRIBUTES = ["", "", "", " class=x", " href=y", "/", " data-rooflight-ignore", " a=<b>c", " a='>"];
const REST = (
  "<script> </script> <style> </style> <textarea> </textarea> <xmp> </xmp> <plaintext> <!-- --> <![CDATA[ ]]> <!> " +
  "<? </ < <br> <hr> <input> <img> <wbr> <!doctype html> </br> </p> <frameset> " +
  "<a href='https://terms.example/glossary/token/'>"
).split(" ");

/** Numbers from 0 to 1, the same in every run: a page that fails is found again. @param {number} seed */
function numbers(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** @param {number} seed */
function page(seed) {
  const random = numbers(seed);
  const one = (/** @type {string[]} */ all) => all[Math.floor(random() * all.length)] ?? "";
  const part = () => {
    const kind = random();
    if (kind < 0.45) return one(WORDS);
    if (kind < 0.9) return `<${one(["", "", "/"])}${one(ELEMENTS)}${one(ATTRIBUTES)}>`;
    return one(REST);
  };
  const body = Array.from({ length: Math.floor(random() * 40) }, part).join("");
  return one(["", "<head></head><main>", "<!doctype html><main>", "<table><main>", "<main><p>"]) + body;
}

/**
 * The tree as text, one node a line, with our links unwrapped and our style sheet and script left out.
 * @param {string} html
 */
function tree(html) {
  /** @type {string[]} */
  const lines = [];
  /** @type {(node: Node, depth: number) => void} */
  const write = (node, depth) => {
    const attributes = "attrs" in node ? node.attrs : [];
    const isOurs = attributes.some(({ name }) => name === "data-rooflight-auto");
    const children = "content" in node ? node.content.childNodes : "childNodes" in node ? node.childNodes : [];
    if (isOurs) {
      for (const child of children) write(child, depth);
      return;
    }
    if (node.nodeName === "#text" && "value" in node) {
      const previous = lines.at(-1);
      const start = `${depth} "`;
      if (previous?.startsWith(start)) lines[lines.length - 1] = previous + node.value;
      else lines.push(start + node.value);
      return;
    }
    const named = attributes.map(({ name, value }) => `${name}=${value}`).join(" ");
    lines.push(`${depth} ${node.nodeName} ${named}${"data" in node ? node.data : ""}`);
    for (const child of children) write(child, depth + 1);
  };
  write(parse(html, { scriptingEnabled: true }), 0);
  return lines.join("\n");
}

const folder = await mkdtemp(path.join(tmpdir(), "annotated-"));
after(() => rm(folder, { recursive: true, force: true }));
const ARGUMENTS = ["annotate", folder, "--glossary", GLOSSARY, "--density", "all"];
const run = (/** @type {string[]} */ ...more) => execFileSync(PROGRAM, [...ARGUMENTS, ...more], { stdio: "pipe" });
const pages = Array.from({ length: PAGES }, (_, seed) => {
  return { path: path.join(folder, `${seed}.html`), html: page(seed) };
});
const read = () => Promise.all(pages.map(({ path: file }) => readFile(file, "utf8")));

test("pages differ from those of before by links alone, and come back", async () => {
  await Promise.all(pages.map(({ path: file, html }) => writeFile(file, html)));
  run();
  const once = await read();
  const changed = pages.filter(({ html }, seed) => html !== once[seed]).length;
  assert.ok(changed > PAGES / 10, `only ${changed} pages have a link`);
  for (const [seed, { html }] of pages.entries()) {
    assert.equal(tree(once[seed] ?? ""), tree(html), `page ${seed}:\n${html}\n${once[seed]}`);
  }
  run();
  assert.deepEqual(await read(), once);
  run("--undo");
  assert.deepEqual(await read(), pages.map(({ html }) => html));
});
