/**
 * Documentation checked as continuous integration does it: the glossary by its address, findings as annotations at
 * their line with heading and sentence, a summary in Markdown, and the steps of `action.yml` that run it. The program
 * is ROOFLIGHT_BIN, or the debug build.
 */
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";

const PROGRAM = path.resolve(process.env.ROOFLIGHT_BIN ?? "target/debug/rooflight");
const FIXTURE = fileURLToPath(new URL("fixtures/annotate", import.meta.url));
const TEXT = "# Guide\n\n## How it works\n\nIt reads. Two *tokens* and an attention cache | of `code`.\n";
/** @type {string} */
let folder;
/** @type {import("node:http").Server} */
let server;
let address = "";
/** @type {string[]} */
const asked = [];

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "rooflight-docs-"));
  await writeFile(path.join(folder, "a.md"), TEXT);
  server = createServer(async (request, response) => {
    asked.push(request.url ?? "");
    if (request.url === "/terms/glossary.json") response.end(await readFile(path.join(FIXTURE, "glossary.json")));
    else response.writeHead(404).end("none");
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", () => ready(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  address = `http://127.0.0.1:${port}`;
});
after(async () => {
  server.close();
  await rm(folder, { recursive: true, force: true });
});

/**
 * Runs a command in the folder and gives its exit code and output.
 * @param {string} command
 * @param {string[]} flags
 * @param {Record<string, string>} [env]
 * @returns {Promise<{ code: number, out: string, errors: string }>}
 */
const run = (command, flags, env = {}) =>
  new Promise((told) =>
    execFile(command, flags, { cwd: folder, env: { ...process.env, ...env } }, (error, out, errors) =>
      told({ code: error ? Number(error.code) : 0, out, errors }),
    ),
  );
/** @param {string} glossary @param {...string} flags */
const check = (glossary, ...flags) => run(PROGRAM, ["check", "--docs", "a.md", "--glossary", glossary, ...flags]);

test("the glossary is fetched by the address of its site or of its file", async () => {
  const local = await check(path.join(FIXTURE, "glossary.json"), "--message-format", "short");
  assert.match(local.out, /^a\.md:5:16: warning\[unlinked-mention\]: `tokens`/m);
  for (const glossary of [`${address}/terms/`, `${address}/terms/glossary.json`]) {
    const { out } = await check(glossary, "--message-format", "short");
    const placed = (/** @type {string} */ text) => text.split("\n").filter((line) => line.startsWith("a.md"));
    assert.deepEqual(placed(out), placed(local.out));
  }
  assert.deepEqual(asked, ["/terms/glossary.json", "/terms/glossary.json"]);
});

test("an address that does not answer, or is not allowed, is an error that names it", async () => {
  for (const [glossary, said] of [
    [`${address}/nowhere/`, /nowhere\/glossary\.json.*no glossary\.json is there/],
    ["http://terms.example/", /no address of https, and none of plain HTTP on this machine/],
  ]) {
    const { code, errors } = await check(/** @type {string} */ (glossary));
    assert.equal(code, 2);
    assert.match(errors, /** @type {RegExp} */ (said));
  }
});

test("every format says the heading and the sentence", async () => {
  const glossary = path.join(FIXTURE, "glossary.json");
  const sentence = "Two tokens and an attention cache | of code.";
  const human = await check(glossary);
  assert.ok(human.out.includes(`note: under \`How it works\`: ${sentence}`), human.out);
  const json = await check(glossary, "--message-format", "json");
  const parsed = JSON.parse(json.out.split("\n")[0]);
  const first = /** @type {{ heading: string, sentence: string, place: { line: number } }} */ (parsed);
  assert.deepEqual([first.heading, first.sentence, first.place.line], ["How it works", sentence, 5]);
});

test("the steps of the action annotate the line and write a summary", async () => {
  await symlink(PROGRAM, path.join(folder, "rooflight"));
  const action = await readFile(new URL("../action.yml", import.meta.url), "utf8");
  /** @param {string} name */
  const script = (name) => {
    const [, text] = action.match(new RegExp(`- name: ${name}\\n(?:      .*\\n)*?      run: (.*)\\n`)) ?? [];
    return text ?? assert.fail(name);
  };
  const env = {
    PATH: `${folder}${path.delimiter}${process.env.PATH}`,
    GITHUB_STEP_SUMMARY: path.join(folder, "summary.md"),
    GLOSSARY: `${address}/terms`,
    WITHIN: "",
    STRICT: "",
  };
  const shell = ["--noprofile", "--norc", "-eo", "pipefail", "-c"];
  const lenient = await run("bash", [...shell, script("Check documentation")], { ...env, DOCS: "a.md" });
  assert.equal(lenient.code, 0);
  const lines = lenient.out.trim().split("\n");
  assert.equal(
    lines[0],
    "::warning file=a.md,line=5,col=16,endColumn=22,title=unlinked-mention::" +
      "`tokens` (`token`) is mentioned first here, without a link" +
      "%0Aunder `How it works`: Two tokens and an attention cache | of code." +
      "%0Alink it to https://terms.example/glossary/token/",
  );
  const strict = await run("bash", [...shell, script("Check documentation")], { ...env, DOCS: "a.md", STRICT: "yes" });
  assert.equal(strict.code, 1);
  assert.match(strict.out, /^::error file=a\.md,line=5/);
  await cp(path.join(FIXTURE, "site"), path.join(folder, "site"), { recursive: true });
  const linked = await run("bash", [...shell, script("Link terms")], { ...env, DOCS: "site" });
  assert.equal(linked.code, 0);
  const summary = await readFile(env.GITHUB_STEP_SUMMARY, "utf8");
  assert.match(summary, /^## Terms in the documentation\n\n1 file: 1 first mention without a link, 1 name to avoid/);
  const row = /^\| a\.md:5 \| How it works \| \\`tokens\\` .* \| Two tokens and an attention cache \\\| of code\. \|$/m;
  assert.match(summary, row);
  assert.match(summary, /## Terms linked in the documentation\n\n- 3 pages, 3 changed/);
});
