/**
 * Makes npm's packages from unpacked archives: `node packaging/npm/pack.mjs OUT VERSION PLATFORM=FOLDER…`, where a
 * platform is Node's own name of one, such as `linux-x64`. Each program is a package of its own for its system; the
 * package `rooflight` depends on all of them, npm installs the one that fits, and `rooflight.js` starts it.
 * `cargo xtask dist` runs it.
 */
import { execFile } from "node:child_process";
import { chmod, cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";

const HERE = path.dirname(new URL(import.meta.url).pathname);
const run = promisify(execFile);
const [, , out, version, ...platforms] = process.argv;

/** What all packages say of themselves. @param {string} name @param {string} description */
const shared = (name, description) => ({
  name,
  version,
  description,
  license: "(MIT OR Apache-2.0) AND OFL-1.1",
  repository: "github:rooflight/rooflight",
});

/** Packs a folder and leaves the tarball in `out`. @param {string} folder @param {object} manifest */
async function pack(folder, manifest) {
  await writeFile(path.join(folder, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  await run("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", path.resolve(out)], { cwd: folder });
}

/** @param {string} folder @param {string} into */
async function licences(folder, into) {
  const names = (await readdir(folder)).filter((name) => name.startsWith("LICENSE"));
  await Promise.all(names.map((name) => cp(path.join(folder, name), path.join(into, name))));
}

const work = await mkdtemp(path.join(os.tmpdir(), "rooflight-npm-"));
try {
  /** @type {Record<string, string>} */
  const optionalDependencies = {};
  for (const given of platforms) {
    const [platform, folder] = given.split("=");
    const [system, processor] = platform.split("-");
    const file = system === "win32" ? "rooflight.exe" : "rooflight";
    const into = path.join(work, platform);
    await mkdir(into);
    await cp(path.join(folder, file), path.join(into, file));
    await chmod(path.join(into, file), 0o755);
    await licences(folder, into);
    const name = `@rooflight/${platform}`;
    await pack(into, { ...shared(name, `The program rooflight for ${platform}`), os: [system], cpu: [processor] });
    optionalDependencies[name] = version;
  }
  const main = path.join(work, "main");
  await mkdir(main);
  await cp(path.join(HERE, "rooflight.js"), path.join(main, "rooflight.js"));
  const root = path.join(HERE, "../..");
  await cp(path.join(root, "README.md"), path.join(main, "README.md"));
  await licences(root, main);
  const description = "A static site generator for glossaries whose pages estimate how fast language models run";
  await pack(main, {
    ...shared("rooflight", description),
    bin: { rooflight: "rooflight.js" },
    engines: { node: ">=20" },
    optionalDependencies,
  });
} finally {
  await rm(work, { recursive: true });
}
