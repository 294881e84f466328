import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { importAppStore } from "#build/import/app-store/import-app-store.js";
import { importBrands } from "#build/import/collections/brands.js";
import { importDashboardIcons } from "#build/import/collections/dashboard-icons.js";
import { importSelfhst } from "#build/import/collections/selfhst.js";
import { SIMPLE_ICONS } from "#build/import/collections/simple-icons.js";
import { SVGL } from "#build/import/collections/svgl.js";
import { THE_SVG } from "#build/import/collections/the-svg.js";
import { importFreedesktop } from "#build/import/freedesktop/import-freedesktop.js";
import { importIconify } from "#build/import/iconify/import-iconify.js";
import { importRecords } from "#build/import/records/import-records.js";
import { temporaryFolder } from "../../support/folder.js";

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M1 1h6v3H1z" fill="#1877f2"/></svg>';
const IMAGE = /\.(?:svg|png)$/;
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 999\n`;
const EXPLAINED = "is a Git LFS pointer, not the file itself; run `git lfs pull` where it was checked out";

interface Source {
  readonly files: Readonly<Record<string, string>>;
  /** Whether it looks for images by the endings of their names. */
  readonly looks?: boolean;
  /** Imports a folder. @returns what it says about images and entries that it leaves out */
  run(source: string, out: string): Promise<unknown>;
}

const KITE = { id: "kite", name: "Kite", developer: "Acme", category: "games", image: "art/kite.svg" };
const SOURCES: Readonly<Record<string, Source>> = {
  "dashboard-icons": {
    files: {
      "metadata.json": JSON.stringify({ kite: { colors: { light: "kite-light" } } }),
      "meta/bow.json": "{}",
      "takedowns.json": JSON.stringify({ gone: { date: "2026-06-01" } }),
      ...{ "svg/kite.svg": SVG, "svg/kite-light.svg": SVG, "svg/bow.svg": SVG, "svg/unlisted.svg": SVG },
      LICENSE: "MIT License\n",
    },
    looks: true,
    run: (source, out) => importDashboardIcons({ source, out }),
  },
  selfhst: {
    files: { "index.json": JSON.stringify([{ Reference: "kite", Name: "Kite" }]), "svg/kite.svg": SVG },
    looks: true,
    run: (source, out) => importSelfhst({ source, out }),
  },
  "simple-icons": {
    files: {
      "package.json": JSON.stringify({ version: "99.0.0", license: "MIT" }),
      "data/simple-icons.json": JSON.stringify([{ title: "Kite", slug: "kite" }]),
      "icons/kite.svg": SVG,
    },
    run: (source, out) => importBrands(SIMPLE_ICONS, { source, out }),
  },
  svgl: {
    files: {
      "src/data/svgs.ts": 'export const svgs = [{ title: "Kite", route: "/kite.svg" }];',
      "static/kite.svg": SVG,
    },
    run: (source, out) => importBrands(SVGL, { source, out }),
  },
  thesvg: {
    files: {
      "src/data/icons.json": JSON.stringify([{ slug: "kite", title: "Kite", variants: { default: "/kite.svg" } }]),
      "public/kite.svg": SVG,
    },
    run: (source, out) => importBrands(THE_SVG, { source, out }),
  },
  iconify: {
    files: {
      "icons.json": JSON.stringify({ prefix: "kites", icons: { kite: { body: '<path d="M0 0h9v9z"/>' } } }),
      "info.json": JSON.stringify({ name: "Kites", author: { name: "Acme" }, license: { title: "MIT" } }),
    },
    run: (source, out) => importIconify({ sources: [source], out }),
  },
  freedesktop: {
    files: {
      "applications/kite.desktop": "[Desktop Entry]\nName=Kite\nIcon=kite\n",
      "metainfo/kite.xml":
        '<component type="desktop-application"><id>kite.desktop</id><name>Kite Pro</name></component>',
      "icons/hicolor/scalable/apps/kite.svg": SVG,
    },
    looks: true,
    run: (source, out) => importFreedesktop({ roots: [source], out }),
  },
  "app-store": {
    files: { "response.json": JSON.stringify({ results: [{ trackId: 1, trackName: "Kite" }] }), "art/1.svg": SVG },
    looks: true,
    run: (source, out) => importAppStore({ sources: [`${source}/response.json`], images: `${source}/art`, out }),
  },
  records: {
    files: { "apps.json": JSON.stringify([KITE]), "art/kite.svg": SVG },
    looks: true,
    run: (source, out) => importRecords({ file: `${source}/apps.json`, out }),
  },
};

/** All files of a dataset. */
function contents(folder: string): Readonly<Record<string, string>> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort();
  return Object.fromEntries(paths.map((path) => [path, readFileSync(join(folder, path), "utf8")]));
}

async function imported(
  { files, run }: Source,
  change: (path: string, content: string) => string,
  folder = temporaryFolder({}),
) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, "source", path, ".."), { recursive: true });
    writeFileSync(join(folder, "source", path), change(path, content));
  }
  const told = await run(join(folder, "source"), join(folder, "out")).catch((error: Error) => error.message);
  return { told: JSON.stringify(told), files: existsSync(join(folder, "out")) ? contents(join(folder, "out")) : {} };
}

describe.each(Object.entries(SOURCES))("icons import %s", (_name, source) => {
  it("ignores byte order marks", async () => {
    const plain = await imported(source, (_, content) => content);
    expect(Object.keys(plain.files).length).toBeGreaterThan(2);
    const marked = await imported(source, (path, content) => (IMAGE.test(path) ? content : `\uFEFF${content}`));
    const own = Object.entries(marked.files).filter(([path]) => !path.startsWith("iconify/"));
    for (const [path, content] of own) expect(content, path).toBe(plain.files[path]);
    expect(Object.keys(marked.files)).toEqual(Object.keys(plain.files));
  });

  it("names Git LFS pointers and the remedy, for images and for texts", async () => {
    const without = await imported(source, (path, content) => (IMAGE.test(path) ? POINTER : content));
    const images = Object.keys(source.files).filter((path) => IMAGE.test(path)).length;
    expect(without.told.split(EXPLAINED)).toHaveLength(images + 1);
    expect(Object.values(without.files).join("\n")).not.toContain("git-lfs");
    const { told, files } = await imported(source, () => POINTER);
    expect(told.replace(". Run `git", "; run `git")).toContain(EXPLAINED);
    expect(files).toEqual({});
  });

  // The index of the others names each file.
  if (!source.looks) return;

  it("finds images with endings in upper case", async () => {
    const folder = temporaryFolder({});
    const upper = Object.entries(source.files).map(([path, content]) => [path.replace(IMAGE, ".SVG"), content]);
    const files: Readonly<Record<string, string>> = Object.fromEntries(
      upper.map(([path, content]) => [path, content!.replace("kite.svg", "kite.SVG")]),
    );
    const plain = await imported(source, (_, content) => content);
    const found = await imported({ ...source, files }, (_, content) => content, folder);
    const records = (all: Readonly<Record<string, string>>) => Object.values(all).join("").replaceAll(".SVG", ".svg");
    expect(records(found.files)).toBe(records(plain.files));
  });
});
