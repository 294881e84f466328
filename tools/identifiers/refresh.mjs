/**
 * Adds identifiers that public repositories state to the shipped records, and lists those that none of them states.
 *
 *     node tools/identifiers/refresh.mjs CHECKOUTS [--write]
 *
 * CHECKOUTS has a checkout of each repository of `sources.mjs`, as `owner/name`. `by-hand.tsv` has what
 * somebody has read in other places: record, kind, identifier, and where it stands.
 */
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fold, hostOf, isOwnDomain, isOwnImage, likenessOfBundle, Records } from "./match.mjs";
import { findPackages } from "./packages.mjs";
import { SOURCES } from "./sources.mjs";

/** Packs of icons, which anybody may add to. */
const PACKS = new Set(["LawnchairLauncher/lawnicons", "Delta-Icons/android"]);

/** Names thousands of programs; many have the name of something else that more people know. */
const DISTRIBUTION = "debian";

/** The most identifiers of a kind that a record may have. */
const MOST = 100;

const [checkouts, option] = process.argv.slice(2);
const folder = new URL("../../data/icons/", import.meta.url);
const files = new Map();
for (const name of await readdir(folder)) files.set(name, JSON.parse(await readFile(new URL(name, folder), "utf8")));

const all = [...files.values()].flat();
const records = new Records(all);
const owners = new Map(all.flatMap((record) => identifiersOf(record).map((key) => [key, record])));

/** Identifiers that are in a statement about a record, by `kind value`, with the repositories of the statements. */
const stated = new Map();

/** Those of them that are the record's own beyond doubt. */
const own = new Set();

for (const [repository, read] of Object.entries(SOURCES))
  for await (const statement of read(join(checkouts, repository))) {
    const record = recordOf(statement);
    if (record === undefined) continue;
    for (const value of statement.values) {
      const key = keyOf(statement.kind, value);
      const known = stated.get(key) ?? new Map();
      known.set(record, new Set(known.get(record)).add(repository));
      stated.set(key, known);
      if (isOwn(value, record, statement, known.get(record))) own.add(key);
    }
  }

/** In `by-hand.tsv`, the record of what is not the application's own, though other sources say so. */
const NOBODY = "-";

const nobodys = new Set();

const byId = new Map(all.map((record) => [record.id, record]));
const byHand = await readFile(new URL("by-hand.tsv", import.meta.url), "utf8");
for (const line of byHand.split("\n").slice(1, -1)) {
  const [id, kind, value, source] = line.split("\t");
  if (id === NOBODY) {
    nobodys.add(keyOf(kind, value));
    continue;
  }
  if (!byId.has(id)) throw new Error(`by-hand.tsv: no record "${id}"`);
  stated.set(keyOf(kind, value), new Map([[byId.get(id), new Set([source])]]));
  own.add(keyOf(kind, value));
}

for (const [record, value, source] of await findPackages(all)) {
  stated.set(keyOf("packages", value), new Map([[record, new Set([source])]]));
  own.add(keyOf("packages", value));
}

for (const key of nobodys) stated.delete(key);

for (const key of [...own].sort(byLabels)) {
  const byRecord = stated.get(key);
  if (byRecord === undefined) continue;
  if (owners.has(key) || byRecord.size > 1) continue;
  const [[record, repositories]] = byRecord;
  const [kind, value] = key.split(" ");
  const known = record.identifiers?.[kind] ?? [];
  if (known.length >= MOST) continue;
  console.log(["added", record.id, kind, value, [...repositories].join(", ")].join("\t"));
  record.identifiers = { ...record.identifiers, [kind]: [...known, value] };
}
for (const [key, record] of owners)
  if (!stated.get(key)?.has(record)) console.log(["without a source", record.id, ...key.split(" ")].join("\t"));

if (option === "--write")
  for (const [name, list] of files) await writeFile(new URL(name, folder), `${JSON.stringify(list, null, 2)}\n`);

/** The record that a statement is about; of a list of domains, the one whose website is in it. */
function recordOf(statement) {
  if (statement.kind !== "domains") return records.find(statement);
  const listed = [...new Set(statement.values.map((value) => records.atHost(value)).filter(Boolean))];
  return listed.length === 1 ? listed[0] : listed.find((record) => statement.names.includes(record.id));
}

/** Packs of icons name modified programs too, so two sources must agree on what only they name. */
function isOwn(value, record, { kind, names, websites }, repositories) {
  if (kind === "domains") return !records.atHost(value) && isOwnDomain(value, record);
  if (kind === "packages") return true;
  if (kind === "containerImages") return isOwnImage(value, record, names);
  const isCalled = names.some((name) => fold(name) === fold(record.name));
  const likeness = likenessOfBundle(value, record);
  if (repositories.has(DISTRIBUTION))
    return isCalled && (likeness > 0 || websites.some((website) => records.atHost(hostOf(website)) === record));
  const isFromPacks = [...repositories].every((repository) => PACKS.has(repository));
  return (likeness === 2 || isCalled) && (!isFromPacks || repositories.size > 1);
}

function identifiersOf({ identifiers = {} }) {
  return ["domains", "bundles", "containerImages", "packages"].flatMap((kind) =>
    (identifiers[kind] ?? []).map((value) => keyOf(kind, value)),
  );
}

/** Fewer labels first, so that of too many domains the second-level ones are kept: `youtube.de`, `youtube.com.ar`. */
function byLabels(one, other) {
  return one.split(".").length - other.split(".").length || (one < other ? -1 : 1);
}

/** Images without a namespace are Docker Hub's official ones. */
function keyOf(kind, value) {
  if (kind === "bundles") return `${kind} ${value}`;
  const isOfficial = kind === "containerImages" && !value.includes("/");
  return `${kind} ${isOfficial ? "library/" : ""}${value.toLowerCase()}`;
}
