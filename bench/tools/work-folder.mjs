import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { runChild } from "./children.mjs";

const BENCH = fileURLToPath(new URL("..", import.meta.url));
/** The root of the repository. */
export const PRODUCT = resolve(BENCH, "..");
const WORK = resolve(process.env.BENCH_WORK ?? join(BENCH, ".work"));

/** The `icons` command. */
export const ICONS = join(PRODUCT, "cli/icons.mjs");
/** The folder of the peers' programs. */
export const PEERS = join(BENCH, "peers");

/** A path in the work folder, whose parent folder is created. */
export function workPath(...parts) {
  const path = join(WORK, ...parts);
  mkdirSync(resolve(path, ".."), { recursive: true });
  return path;
}

/**
 * The NDJSON file of `count` synthetic records, created if it is missing or the generator has changed.
 *
 * @param options `palettes`, `dates`, `identifiers`: whether they have them; `words`: number of words of descriptions
 */
export function datasetOf(count, options = {}) {
  const sources = ["generate-dataset.mjs", "tools/random.mjs", "tools/vocabulary.mjs"].map((name) => join(BENCH, name));
  const flags = flagsOf(options);
  const name = `icons-${nameOf(count, flags)}.ndjson`;
  return made(workPath("data", name), sources, async (path) => {
    await runChild(process.execPath, [sources[0], String(count), path, ...flags.map((flag) => `--${flag}`)]);
  });
}

/** The flags of the generator for the given options. */
function flagsOf(options) {
  const flags = ["palettes", "dates", "identifiers"].filter((flag) => options[flag]);
  return options.words === undefined ? flags : [...flags, `words=${options.words}`];
}

function nameOf(count, flags) {
  return [count, ...flags].join("-").replaceAll("=", "-");
}

/** The artifacts folder built from `count` records, rebuilt if the product's code has changed. */
export async function artifactsOf(count, options = {}) {
  const data = await datasetOf(count, options);
  return made(workPath("artifacts", nameOf(count, flagsOf(options))), [...productFiles(), data], async (path) => {
    await runChild(process.execPath, [ICONS, "build", data, "--out", path, "--json"]);
  });
}

/** The artifacts folder of `count` records that are expensive to search. */
export async function hostileArtifactsOf(count) {
  const sources = ["generate-hostile-dataset.mjs", "tools/hostile-texts.mjs", "tools/random.mjs"];
  const paths = sources.map((name) => join(BENCH, name));
  const data = await made(workPath("data", `hostile-${count}.ndjson`), paths, async (path) => {
    await runChild(process.execPath, [paths[0], String(count), path]);
  });
  return made(workPath("artifacts", `hostile-${count}`), [...productFiles(), data], async (path) => {
    await runChild(process.execPath, [ICONS, "build", data, "--out", path, "--json"]);
  });
}

/** The artifacts folder of the shipped dataset, rebuilt if it or the product's code has changed. */
export async function shippedArtifacts() {
  const data = join(PRODUCT, "data");
  const files = readdirSync(data, { recursive: true }).filter((name) => name.endsWith(".json"));
  const sources = [...productFiles(), ...files.sort().map((name) => join(data, name))];
  return made(workPath("artifacts", "shipped"), sources, async (path) => {
    await runChild(process.execPath, [ICONS, "build", data, "--out", path, "--json"]);
  });
}

/** Keeps the result of a measured build, so that `artifactsOf` need not build it again. */
export async function keepArtifacts(count, built) {
  const data = await datasetOf(count);
  const path = workPath("artifacts", String(count));
  rmSync(path, { recursive: true, force: true });
  renameSync(built, path);
  writeFileSync(`${path}.made-from`, fingerprintOf([...productFiles(), data]));
}

/** The SQLite database of `count` records. */
export async function databaseOf(count) {
  const data = await datasetOf(count);
  const script = join(PEERS, "sqlite-import.mjs");
  return made(workPath("sqlite", `icons-${count}.db`), [script, data], async (path) => {
    await runChild(process.execPath, [script, data, path]);
  });
}

/** Creates `path` by `make` unless it already exists for the same sources. */
export async function made(path, sources, make) {
  const stamp = `${path}.made-from`;
  const fingerprint = fingerprintOf(sources);
  if (existsSync(path) && existsSync(stamp) && readFileSync(stamp, "utf8") === fingerprint) return path;
  console.error(`making ${path}`);
  const part = `${path}.part-${process.pid}`;
  await make(part);
  rmSync(path, { recursive: true, force: true });
  renameSync(part, path);
  writeFileSync(stamp, fingerprint);
  return path;
}

/** Code is identified by its content, generated data by its own sources. */
function fingerprintOf(sources) {
  const hash = createHash("sha256");
  for (const source of sources) {
    const stamp = `${source}.made-from`;
    hash.update(readFileSync(existsSync(stamp) ? stamp : source));
  }
  return hash.digest("hex");
}

/** The compiled code. */
export function productFiles() {
  return ["src", "build", "cli"]
    .flatMap((folder) =>
      readdirSync(join(PRODUCT, "dist", folder), { recursive: true }).map((name) => join(folder, name)),
    )
    .filter((name) => name.endsWith(".js") || name.endsWith(".wasm"))
    .sort()
    .map((name) => join(PRODUCT, "dist", name));
}
