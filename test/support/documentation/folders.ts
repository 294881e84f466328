import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { create } from "tar";
import { inject } from "vitest";
import { readCurrent } from "#src/catalog/generation/generation.js";
import { DEBIAN } from "../debian.js";
import { temporaryFolder } from "../folder.js";
import { shippedArtifacts } from "../shipped-artifacts.js";
import { startStoreServer } from "../store-server.js";
import { runCommand } from "./run-command.js";
import { UNITS, type Unit } from "./units.js";

/** What a reader has before the first command of a section. */
interface Given {
  /** Default: two small datasets, `data` and `my-icons`. */
  readonly files?: Files;
  /** Whether `artifacts` has the shipped icons. */
  readonly shipped?: boolean;
  /** Command lines run before. */
  readonly built?: readonly string[];
  /** What takes the place of a name in commands, such as that of a host. */
  standIns?(folder: string): StandIns | Promise<StandIns>;
  /** Folders made into archives: `.tar.gz` files, or packages of Debian. */
  readonly packed?: Readonly<Record<string, string>>;
}
type Files = Readonly<Record<string, unknown>>;
type StandIns = Readonly<Record<string, string>>;

/** A folder for commands. */
export interface Prepared {
  readonly folder: string;
  /** @returns a command with absolute paths inside the folder, and with stand-ins */
  translate(line: string): string;
}

const drawing = (path: string, color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><path d="${path}" fill="${color}"/></svg>`;
const COMPASS = drawing("M1 1h14v14H1zM4 4v8h8V4z", "#1877f2");
const ABACUS = drawing("M2 8l12-6v12z", "#d32f2f");
const KITE = drawing("M8 0l4 6-4 10-4-10z", "#1db954");

const image = (id: string, name: string, category: string): object => ({
  ...{ id, name, category, developer: `${name} Works`, image: `${id}.svg` },
});
const RECORDS = [image("compass", "Compass", "travel"), image("abacus", "Abacus", "music")];

/** A small dataset in a folder. */
const dataset = (folder: string, records: readonly object[] = RECORDS): Files => ({
  [`${folder}/dataset.json`]: { name: `Icons of ${folder}` },
  [`${folder}/icons/some.json`]: records,
  [`${folder}/compass.svg`]: COMPASS,
  [`${folder}/abacus.svg`]: ABACUS,
});
const PICTURES = { "my-icons/travel/compass.svg": COMPASS, "my-icons/music/abacus.svg": ABACUS };

/** An installed package with an Iconify set. */
const ICONIFY_SET = {
  prefix: "mdi",
  info: { name: "Some set", author: { name: "Ann" }, license: { title: "MIT", spdx: "MIT" } },
  icons: { home: { body: '<path fill="currentColor" d="M1 1h4L1 15z"/>' } },
};
const ICONIFY_JSON = {
  "package.json": { name: "@iconify/json", version: "2.2.0" },
  "collections.json": { mdi: ICONIFY_SET.info },
  "json/mdi.json": ICONIFY_SET,
};

const APP = {
  trackId: 1000000001,
  bundleId: "com.example.kite",
  trackName: "Kite",
  artistName: "Kite Works",
  kind: "software",
};
const ENTRY = "[Desktop Entry]\nType=Application\nName=Kite\nIcon=kite\nExec=kite\nCategories=Game;\n";
const CONTROL = (name: string): string =>
  `Package: ${name}\nVersion: 1\nArchitecture: all\nMaintainer: Ann <ann@example.com>\nDescription: something\n`;

/** By document, or by document and section. */
const GIVEN: Readonly<Record<string, Given>> = {
  "README.md#Quick start": { shipped: true },
  "docs/search.md#Explanations": { shipped: true },
  "docs/tutorial.md#Your icons": { files: PICTURES },
  "docs/assistants.md#Installation": { files: PICTURES },
  "docs/dashboards.md": { files: dataset("my-icons") },
  "docs/dataset.md#Quick start": {
    files: {
      ...PICTURES,
      "my-icons.json": documented("docs/dataset.md#Quick start"),
      "compass.svg": COMPASS,
      "abacus.svg": ABACUS,
      "downloads/kite.svg": KITE,
    },
  },
  "docs/dataset.md#Importing tables and lists": { files: { "apps.csv": "title,developer\nKite,Kite Works\n" } },
  "docs/dataset.md#Importing Iconify sets": {
    files: {
      "node_modules/@iconify-json/mdi/package.json": { name: "@iconify-json/mdi", version: "1.2.0" },
      "node_modules/@iconify-json/mdi/icons.json": ICONIFY_SET,
    },
  },
  "docs/dataset.md#Importing App Store responses": {
    files: { "responses/kite.json": { resultCount: 1, results: [APP] } },
  },
  "docs/dataset.md#Importing desktop applications": {
    files: {
      "program/DEBIAN/control": CONTROL("gimp"),
      "program/usr/share/applications/kite.desktop": ENTRY,
      "more/DEBIAN/control": CONTROL("gimp-data"),
      "more/usr/share/icons/hicolor/scalable/apps/kite.svg": KITE,
    },
    packed: { "gimp_1_all.deb": "program", "gimp-data_1_all.deb": "more" },
    // Not the applications of this machine.
    standIns: () => ({ " / ": " program " }),
  },
  "docs/dataset.md#Importing icon collections": {
    files: {
      "dashboard-icons/metadata.json": { kite: { base: "svg", aliases: [], categories: [], update: {} } },
      "dashboard-icons/svg/kite.svg": KITE,
      "selfhst/index.json": [
        { Name: "Kite", Reference: "kite", SVG: "Yes", PNG: "No", WebP: "No", Light: "No", Dark: "No" },
      ],
      "selfhst/svg/kite.svg": KITE,
    },
    packed: { "selfhst-icons.tar.gz": "selfhst" },
  },
  "docs/dataset.md#Importing brand icons": {
    files: {
      "node_modules/simple-icons/package.json": { name: "simple-icons", version: "15.0.0", license: "CC0-1.0" },
      "node_modules/simple-icons/data/simple-icons.json": [
        { title: "Kite", slug: "kite", hex: "1DB954", source: "https://kite.app" },
      ],
      "node_modules/simple-icons/icons/kite.svg": KITE,
      "svgl-main/src/data/svgs.ts":
        'export const svgs = [{ title: "Kite", category: "Software", route: "/library/kite.svg", url: "https://kite.app/" }];\n',
      "svgl-main/static/library/kite.svg": KITE,
      "thesvg-main/src/data/icons.json": [
        { slug: "kite", title: "Kite", variants: { default: "/icons/kite/default.svg" } },
      ],
      "thesvg-main/public/icons/kite/default.svg": KITE,
    },
    packed: { "svgl-main.tar.gz": "svgl-main", "thesvg-main.tar.gz": "thesvg-main" },
  },
  "docs/maintaining.md#Updating an import": {
    files: {
      "node_modules/simple-icons/package.json": { name: "simple-icons", version: "16.0.0", license: "CC0-1.0" },
      "node_modules/simple-icons/data/simple-icons.json": [{ title: "Kite", slug: "kite" }],
      "node_modules/simple-icons/icons/kite.svg": KITE,
      "ids.txt": "kite\n",
    },
    built: ["icons import simple-icons simple-icons --out brands", "icons build brands"],
  },
  "docs/dataset.md#Exporting icons": { built: ["icons build"] },
  "docs/iconify.md": {
    files: Object.fromEntries(
      Object.entries(ICONIFY_JSON).map(([path, content]) => [`node_modules/@iconify/json/${path}`, content]),
    ),
  },
  "bench/README.md": {
    files: Object.fromEntries(
      Object.entries(ICONIFY_JSON).map(([path, content]) => [`bench/node_modules/@iconify/json/${path}`, content]),
    ),
  },
  "docs/maintaining.md#Comparing generations": {
    files: {
      ...dataset("data"),
      ...dataset("my-icons"),
      "old-icons.json": [{ id: "kite", name: "Kite", developer: "Kite Works", category: "games" }],
      "new-icons.json": [{ id: "kite", name: "Kite 2", developer: "Kite Works", category: "games" }],
    },
    built: ["icons build old-icons.json", "icons build data --allow-removals", "icons build data --out srv/icons"],
    standIns: (folder) => ({ "390641966c68177b405e9e8c3d00307a": readCurrent(join(folder, "artifacts"))! }),
  },
  "docs/maintaining.md#Merging datasets": {
    files: {
      ...dataset("my-icons"),
      ...dataset("simple-icons", [{ ...image("kiteapp", "Kite", "games"), image: "compass.svg" }]),
      ...dataset("logos", [image("abacus", "Abacus", "games")]),
    },
  },
  "docs/operations.md": {
    files: { ...dataset("data"), ...dataset("my-icons"), ...dataset("before", RECORDS.slice(1)) },
    built: ["icons build before"],
    standIns: async (folder) => {
      const store = await startStoreServer(join(folder, "store"));
      const bucket = await startStoreServer(join(folder, "bucket"), "icons");
      return { "https://store.example.com/icons": store.url, "https://minio.example.com": bucket.url };
    },
  },
};

/** @returns the sections, or documents, whose commands continue each other, by their name */
export function groupOf({ document, section }: Unit): string {
  return section === "" || document in GIVEN ? document : `${document}#${section}`;
}

/** Whether this machine has the programs that the commands of a group need. */
export function canRun(group: string): boolean {
  const archives = Object.keys(GIVEN[group]?.packed ?? {});
  return !archives.some((name) => name.endsWith(".deb")) || existsSync(DEBIAN.dpkg) || process.env.CI !== undefined;
}

/** A cache for all folders, since the first analysis of a command takes a second of processor time. */
export function sharedCache(): string {
  return join(inject("shippedFolder"), "documentation");
}

/** Makes the folder in which the commands of a group are run. It is removed after the test. */
export async function prepareFolder(group: string): Promise<Prepared> {
  const given = GIVEN[group] ?? {};
  const folder = temporaryFolder(given.files ?? { ...dataset("data"), ...dataset("my-icons") });
  if (given.shipped) symlinkSync(shippedArtifacts, join(folder, "artifacts"));
  else shareCache(join(folder, "artifacts"));
  for (const [archive, from] of Object.entries(given.packed ?? {})) {
    if (archive.endsWith(".deb")) execFileSync(DEBIAN.dpkg, ["--build", from, archive], { cwd: folder, stdio: "pipe" });
    else await create({ gzip: true, file: join(folder, archive), cwd: folder }, [from]);
  }
  for (const line of given.built ?? []) {
    const { code, stderr } = await runCommand(line, folder, "checked", { ICONS_CACHE: sharedCache() });
    if (code !== 0) throw new Error(`${line}: ${stderr}`);
  }
  const standIns = Object.entries((await given.standIns?.(folder)) ?? {});
  return {
    folder,
    translate: (line) =>
      standIns.reduce(
        (translated, [name, standIn]) => translated.replaceAll(name, standIn),
        line.replace(/(?<= )\/(?=(?:srv|var|home)\/)/g, `${folder}/`),
      ),
  };
}

/**
 * Lets commands find the shared cache in the artifacts folder, too: `icons lint` and others that compare images have no
 * option for another one.
 */
function shareCache(artifacts: string): void {
  for (const folder of [sharedCache(), artifacts]) mkdirSync(folder, { recursive: true });
  symlinkSync(sharedCache(), join(artifacts, "cache"));
}

/** @returns the content of a documented JSON file */
function documented(key: string): unknown {
  return JSON.parse(UNITS.find((unit) => unit.key === key)!.code);
}
