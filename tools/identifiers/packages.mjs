import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { fold, hostOf } from "./match.mjs";

const run = promisify(execFile);

/**
 * Packages that their registry's metadata ascribe to a record: npm's, whose homepage is the record's website, or for one
 * that the record names already, whose repository bears its name. Those of PyPI that a record names are looked up among
 * the packages of Debian (`python3-NAME`), which state the website.
 *
 * @param {object[]} records
 * @returns {Promise<[record: object, value: string, source: string][]>}
 */
export async function findPackages(records) {
  const [npm, debian] = await Promise.all([findNpmPackages(records), findPythonPackages(records)]);
  return [...npm, ...debian];
}

async function findNpmPackages(records) {
  const { stdout } = await run("npm", ["config", "get", "registry"]);
  const found = [];
  const queue = records.flatMap((record) => candidates(record).map((name) => [record, name]));
  const work = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [record, name] = next;
      const response = await fetch(`${stdout.trim()}${name.replace("/", "%2f")}/latest`);
      const text = await response.text();
      const { homepage, repository } = response.ok ? JSON.parse(text) : {};
      const isNamed = packagesOf(record, "npm").includes(name);
      if (isSite(homepage, record) || (isNamed && bearsName(repository?.url ?? repository, record)))
        found.push([record, `npm:${name}`, "npm"]);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  return found;
}

async function findPythonPackages(records) {
  const { stdout } = await run("apt-cache", ["dumpavail"], { maxBuffer: 2 ** 30 });
  const homepages = new Map();
  for (const [, name, rest] of stdout.matchAll(/^Package: python3-([a-z0-9.+-]+)\n((?:.+\n)*)/gm))
    homepages.set(name, /^Homepage: (.*)$/m.exec(rest)?.[1]);
  return records.flatMap((record) =>
    packagesOf(record, "pypi")
      .filter((name) => isSite(homepages.get(name), record) || bearsName(homepages.get(name), record))
      .map((name) => [record, `pypi:${name}`, "Debian"]),
  );
}

const packagesOf = ({ identifiers }, registry) =>
  (identifiers?.packages ?? [])
    .filter((value) => value.startsWith(`${registry}:`))
    .map((value) => value.slice(registry.length + 1));

const isSite = (homepage, { website }) =>
  typeof homepage === "string" &&
  URL.canParse(homepage) &&
  website !== undefined &&
  hostOf(website) !== undefined &&
  hostOf(new URL(homepage).origin) === hostOf(website);

/** Whether the owner or the name of a repository is the record's name: `git+https://github.com/webpack/webpack.git`. */
function bearsName(repository, { id, name }) {
  const parts = String(repository ?? "")
    .replace(/\.git$/, "")
    .split("/")
    .slice(-2)
    .map(fold);
  return [id, name].map(fold).some((word) => parts.some((part) => part === word || part === `${word}js`));
}

/** Names that the package of a record would have: `vue`, `svelte.js`, `@angular/core`. */
function candidates(record) {
  const { id, name, website } = record;
  if (website === undefined) return packagesOf(record, "npm");
  const words = [id, fold(name)];
  const scoped = words.flatMap((word) => ["core", "sdk", "cli"].map((part) => `@${word}/${part}`));
  const names = new Set([
    ...packagesOf(record, "npm"),
    ...words,
    name.toLowerCase().replaceAll(/\s+/g, "-"),
    ...scoped,
  ]);
  return [...names].filter((candidate) => /^(?:@[a-z0-9-]+\/)?[a-z0-9][a-z0-9._-]*$/.test(candidate));
}
