/**
 * Makes the package from a built site: `node estimator-wasm/npm/pack.mjs SITE FOLDER`. Removes the hashes from the
 * names of the modules, and concatenates the records into one file. `cargo xtask npm` runs it.
 */
import { cp, mkdir, readFile, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const FILES = ["api.js", "browser.js", "node.mjs", "index.d.ts", "README.md"];

/** @param {string} site @param {string} folder */
export async function pack(site, folder) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await Promise.all(FILES.map((name) => cp(path.join(HERE, name), path.join(folder, name))));
  const root = path.join(HERE, "../..");
  for (const name of ["LICENSE-APACHE", "LICENSE-MIT"]) await cp(path.join(root, name), path.join(folder, name));
  const unhashed = (/** @type {string} */ name) => name.replace(/\.[0-9a-f]{10}(?=\.)/, "");
  const modules = path.join(site, "assets/estimator");
  for (const name of await readdir(modules)) await cp(path.join(modules, name), path.join(folder, unhashed(name)));
  await packFacts(site, folder);
  const cargo = await readFile(path.join(root, "Cargo.toml"), "utf8");
  const description = {
    name: "rooflight-estimator",
    version: /^version = "([^"]+)"$/m.exec(cargo)?.[1],
    description: "How fast open-weight language models run on a machine, as WebAssembly, with the records behind it",
    license: "MIT OR Apache-2.0",
    repository: "github:rooflight/rooflight",
    type: "module",
    types: "./index.d.ts",
    exports: { ".": { types: "./index.d.ts", node: "./node.mjs", default: "./browser.js" } },
    sideEffects: false,
  };
  await writeFile(path.join(folder, "package.json"), `${JSON.stringify(description, null, 2)}\n`);
}

/** Concatenates the records, and writes their offsets and lengths. @param {string} site @param {string} folder */
async function packFacts(site, folder) {
  const facts = path.join(site, "data/facts");
  const [hash] = await readdir(facts);
  const files = await readdir(path.join(facts, hash), { recursive: true });
  // The lists that pages show are no records.
  const names = files.filter((name) => name.endsWith(".txt") && !name.startsWith("choices"));
  /** @type {Record<string, [number, number]>} */
  const index = {};
  const all = [];
  let at = 0;
  for (const name of names.map((name) => name.split(path.sep).join("/")).sort()) {
    const bytes = await readFile(path.join(facts, hash, name));
    index[name] = [at, bytes.length];
    all.push(bytes);
    at += bytes.length;
  }
  await writeFile(path.join(folder, "facts.bin"), Buffer.concat(all));
  await writeFile(path.join(folder, "facts.json"), `${JSON.stringify(index)}\n`);
}

const [, script, site, folder] = process.argv;
if (site && folder && import.meta.url === pathToFileURL(script).href) await pack(site, folder);
