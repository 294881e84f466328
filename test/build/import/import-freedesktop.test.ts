import { mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import type { SourceRecord } from "#build/dataset/source-record.js";
import { categoryOf } from "#build/import/freedesktop/app-record.js";
import { parseDesktopEntry } from "#build/import/freedesktop/desktop-entry.js";
import { type FreedesktopOptions, importFreedesktop } from "#build/import/freedesktop/import-freedesktop.js";
import { parseMetainfo } from "#build/import/freedesktop/metainfo.js";
import type { AppsResult } from "#build/import/write-app-dataset.js";
import { openCatalog } from "#src/catalog/catalog.js";
import { icons } from "../../support/cli.js";
import { temporaryFolder } from "../../support/folder.js";
import { runHere } from "../../support/run-here.js";

/** A drawing with a note of its origin. */
const svg = (note: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><!-- ${note} --><path d="M1 1h6v3H1z" fill="#1877f2"/></svg>`;

const KITE = `# A comment
[Desktop Entry]
Version=1.5
Type=Application
Name=Kite Flyer
Name[de]=Drachen
Name[de_AT] = Drachen
Name[uk]=Повітряний змій
GenericName=Toy
Comment=Fly kites
Exec=sh -c "touch /tmp/never"
Icon=kite
Categories=GTK;Game;Sport;
Keywords=Wind;Tail\\;less;wind;

[Desktop Action new]
Name=New kite
Icon=other
`;

const KITE_INFO = `<?xml version="1.0"?>
<component type="desktop-application">
  <id>org.example.Kite</id>
  <name>Kite</name>
  <name xml:lang="fr">Cerf-volant</name>
  <summary>Fly</summary>
  <summary xml:lang="de">Flieg</summary>
  <description>
    <p>Fly kites &amp;
      relax.</p>
    <p xml:lang="de">Lass Drachen steigen.</p>
    <ul><li>Alone</li><li xml:lang="de">Allein</li><li>Together</li></ul>
  </description>
  <launchable type="desktop-id">org.example.Kite.desktop</launchable>
  <developer id="org.example"><name>Kite Works</name></developer>
  <url type="bugtracker">https://bugs.example.org</url>
  <url type="homepage">https://kite.example.org</url>
  <project_license>MIT</project_license>
  <keywords><keyword>String</keyword></keywords>
  <releases>
    <release version="0.9" timestamp="1577836800"/>
    <release version="1.0" date="2024-05-11"><description><p>First.</p></description></release>
    <release version="1.1" date="soon"/>
  </releases>
</component>`;

const entry = (...lines: readonly string[]): string => ["[Desktop Entry]", "Type=Application", ...lines, ""].join("\n");

async function imported(
  files: Readonly<Record<string, unknown>>,
  options: Partial<FreedesktopOptions> = {},
): Promise<{
  readonly result: AppsResult;
  readonly records: SourceRecord[];
  imageOf(id: string): string | undefined;
}> {
  const folder = temporaryFolder(files);
  const out = join(temporaryFolder(), "out");
  const result = await importFreedesktop({ roots: [folder], out, ...options });
  const text = readFileSync(join(out, "icons/applications.ndjson"), "utf8").trimEnd();
  const records: SourceRecord[] = text.split("\n").map((line) => JSON.parse(line));
  const imageOf = (wanted: string): string | undefined => {
    const image = records.find(({ id }) => id === wanted)?.image;
    return image === undefined ? undefined : /<!-- (.*) -->/.exec(readFileSync(join(out, image), "utf8"))?.[1];
  };
  return { result, records, imageOf };
}

describe("icons import freedesktop", () => {
  it("imports a dataset that builds", async () => {
    const folder = temporaryFolder({
      "a/usr/share/applications/org.example.Kite.desktop": KITE,
      "a/usr/share/applications/hidden.desktop": entry("Name=Hidden", "NoDisplay=true"),
      "a/usr/share/applications/plain.desktop": entry("Name=Plain"),
      "b/usr/share/metainfo/kite.xml": KITE_INFO,
      "b/usr/share/icons/hicolor/scalable/apps/kite.svg": svg("kite"),
    });
    const out = join(folder, "out");
    const args = ["import", "freedesktop", join(folder, "a"), join(folder, "b"), "--out", out, "--developer", "Acme"];
    const { code, stdout, stderr } = await icons(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^imported Desktop applications into .* \(2 icons, /);
    expect(stdout).toContain("skipped 1 entry that menus hide\n");
    expect(stdout).toContain("1 icon without an image:\n  plain: it has no icon name\n");
    const built = await runHere(["build", out, "--out", join(folder, "artifacts"), "--strict", "--json"]);
    expect(built).toMatchObject({ code: 0, stderr: "" });
    const catalog = openCatalog(join(folder, "artifacts"));
    expect(catalog.get("org.example.Kite").colors).toEqual(["blue"]);
    expect(catalog.get("plain").developer).toBe("Acme");
    expect(catalog.list({ q: "cerf volant" }).total).toBe(1);
  });
});

describe("desktop application record", () => {
  const files = { "usr/share/applications/org.example.Kite.desktop": KITE };

  it("imports the data of the desktop entry", async () => {
    const { records, result } = await imported(files);
    expect(result.withoutImage.first[0]!.reason).toBe('there is no image for its icon "kite"');
    expect(records).toEqual([
      {
        id: "org.example.Kite",
        name: "Kite Flyer",
        developer: "Unknown",
        category: "games",
        aliases: ["Kite", "Drachen", "Повітряний змій"],
        description: "Fly kites",
        aiTags: [{ tag: "Wind" }, { tag: "Tail;less" }],
        attributes: { desktopId: "org.example.Kite.desktop", genericName: "Toy", categories: ["GTK", "Game", "Sport"] },
      },
    ]);
  });

  it("imports the data of the metainfo from any location", async () => {
    const { records, result } = await imported({
      ...files,
      "usr/share/metainfo/org.example.Kite.metainfo.xml": KITE_INFO,
    });
    expect(result.skipped.first).toEqual([]);
    expect(records).toEqual([
      {
        id: "org.example.Kite",
        name: "Kite",
        developer: "Kite Works",
        category: "games",
        aliases: ["Kite Flyer", "Drachen", "Cerf-volant", "Повітряний змій"],
        description: "Fly kites & relax. Alone Together",
        website: "https://kite.example.org/",
        updatedAt: "2024-05-11",
        versionHistory: [
          { version: "1.0", date: "2024-05-11", note: "First." },
          { version: "0.9", date: "2020-01-01" },
        ],
        aiTags: [{ tag: "String" }, { tag: "Wind" }, { tag: "Tail;less" }],
        attributes: {
          desktopId: "org.example.Kite.desktop",
          appStreamId: "org.example.Kite",
          genericName: "Toy",
          license: "MIT",
          categories: ["GTK", "Game", "Sport"],
        },
      },
    ]);
  });

  it.each<[how: string, metainfo: string]>([
    ["its launchable", KITE_INFO.replace("<id>org.example.Kite<", "<id>other<")],
    ["its id", KITE_INFO.replace(/<launchable.*<\/launchable>/, "")],
    ["its id of old", KITE_INFO.replace(/<launchable.*<\/launchable>/, "").replace("Kite</id>", "Kite.desktop</id>")],
    [
      "what it provides",
      KITE_INFO.replace(/<launchable.*/, "<provides><id>org.example.Kite.desktop</id></provides>").replace(
        "<id>org.example.Kite<",
        "<id>x<",
      ),
    ],
    ["the form of old", '<application><id type="desktop">org.example.Kite.desktop</id><name>Kite</name></application>'],
  ])("matches metainfo by %s", async (_how, metainfo) => {
    const { records } = await imported({ ...files, "usr/share/appdata/x.appdata.xml": metainfo });
    expect(records[0]!.name).toBe("Kite");
  });

  it("imports the first root's desktop entry, including subfolders, and skips the application if that entry is hidden", async () => {
    const folder = temporaryFolder({
      "a/share/applications/kde/one.desktop": entry("Name=One of a"),
      "a/share/applications/gone.desktop": entry("Hidden=true"),
      "b/applications/kde/one.desktop": entry("Name=One of b"),
      "b/applications/gone.desktop": entry("Name=Gone"),
      "b/applications/link.desktop": entry("Type=Link", "Name=Late"),
      "b/applications/folder.desktop": "[Desktop Entry]\nType=Directory\nName=Folder\n",
      "b/applications/broken.desktop": "Name=Broken\n",
      "b/applications/nameless.desktop": entry("Icon=x"),
    });
    const { records, result } = await imported({}, { roots: [join(folder, "a"), join(folder, "b")] });
    expect(records.map(({ id, name }) => [id, name])).toEqual([
      ["kde-one", "One of a"],
      ["link", "Late"],
    ]);
    expect(result.hidden).toBe(2);
    expect(result.skipped.first).toEqual([
      { icon: "broken", reason: "has no group [Desktop Entry]" },
      { icon: "nameless", reason: expect.stringContaining("field name") },
    ]);
  });
});

describe("desktop application image", () => {
  const app = { "usr/share/applications/kite.desktop": entry("Name=Kite", "Icon=kite") };
  const at = (...paths: readonly string[]): Record<string, unknown> => ({
    ...app,
    ...Object.fromEntries(paths.map((path) => [`usr/share/${path}`, svg(path)])),
  });

  it.each<[what: string, best: string, others: readonly string[]]>([
    ["a drawing", "icons/hicolor/scalable/apps/kite.svg", ["icons/hicolor/512x512/apps/kite.png", "pixmaps/kite.png"]],
    ["the largest", "icons/hicolor/256x256/apps/kite.png", ["icons/hicolor/64x64/apps/kite.png", "pixmaps/kite.png"]],
    ["the largest in pixels", "icons/hicolor/32x32@2/apps/kite.png", ["icons/hicolor/48x48/apps/kite.png"]],
    ["one of pixmaps before small ones", "pixmaps/kite.png", ["icons/hicolor/16x16/apps/kite.png"]],
    ["that of an application", "icons/hicolor/16x16/apps/kite.png", ["icons/hicolor/64x64/mimetypes/kite.png"]],
    ["that of its own theme", "icons/hicolor/16x16/apps/kite.png", ["icons/breeze/apps/64/kite.svg"]],
    ["that of another theme if there is none", "icons/breeze/apps/64/kite.svg", ["icons/breeze/apps/22/kite.svg"]],
    ["none in one color", "icons/breeze/apps/22/kite.svg", ["icons/hicolor/symbolic/apps/kite.svg"]],
  ])("selects the application's image: %s", async (_what, best, others) => {
    const { imageOf } = await imported(at(best, ...others));
    expect(imageOf("kite")).toBe(best);
  });

  it("reads a compressed drawing like a plain one", async () => {
    const { records, imageOf } = await imported({
      ...app,
      "usr/share/icons/hicolor/scalable/apps/kite.svgz": gzipSync(svg("packed")),
    });
    expect(records[0]!.image).toBe("images/kite.svg");
    expect(imageOf("kite")).toBe("packed");
  });

  it.each<[icon: string, expected: string | undefined]>([
    ["/usr/lib/kite/logo.svg", "logo"],
    ["kite.png", "named"],
    ["/secret.svg", undefined],
    ["/../secret.svg", undefined],
    ["../../../secret", undefined],
    ["/usr/share/pixmaps/out.svg", undefined],
    ["out", undefined],
    ["/usr/share/linked/secret.svg", undefined],
    ["/etc/hostname", undefined],
    ["/usr/share/icons", undefined],
  ])("reads the icon %s inside the root only", async (icon, expected) => {
    const folder = temporaryFolder({
      "secret.svg": svg("secret"),
      "root/usr/share/applications/kite.desktop": entry("Name=Kite", `Icon=${icon}`),
      "root/usr/lib/kite/logo.svg": svg("logo"),
      "root/usr/share/icons/hicolor/64x64/apps/kite.svg": svg("named"),
      "root/usr/share/pixmaps/inside.svg": svg("inside"),
    });
    symlinkSync("../../../../secret.svg", join(folder, "root/usr/share/pixmaps/out.svg"));
    symlinkSync("../../..", join(folder, "root/usr/share/linked"));
    const { imageOf, result } = await imported({}, { roots: [join(folder, "root")] });
    expect(imageOf("kite")).toBe(expected);
    expect(result.withoutImage.count).toBe(expected === undefined ? 1 : 0);
  });

  it("follows image links inside the root, and takes the next best image if the best is outside", async () => {
    const folder = temporaryFolder({
      "secret.svg": svg("secret"),
      "root/usr/share/applications/kite.desktop": entry("Name=Kite", "Icon=kite"),
      "root/usr/share/icons/hicolor/scalable/apps/old.svg": svg("old"),
    });
    const apps = join(folder, "root/usr/share/icons/hicolor/64x64/apps");
    mkdirSync(apps, { recursive: true });
    symlinkSync("../../scalable/apps/old.svg", join(apps, "kite.svg"));
    symlinkSync("../../../../../../../secret.svg", join(apps, "../../scalable/apps/kite.svg"));
    const { imageOf } = await imported({}, { roots: [join(folder, "root")] });
    expect(imageOf("kite")).toBe("old");
  });
});

describe("hostile metainfo", () => {
  it.each<[what: string, text: string]>([
    ["a file as an entity", '<!DOCTYPE c [<!ENTITY e SYSTEM "file:///etc/hostname">]><component>&e;</component>'],
    ["entities of entities", '<!DOCTYPE c [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><component>&b;</component>'],
    ["a hundred thousand elements in each other", "<component>".repeat(100_000)],
    ["no XML", "\u0000\u0001"],
  ])("skips metainfo with %s, and imports the application", async (_what, text) => {
    const { records, result } = await imported({
      "usr/share/applications/kite.desktop": entry("Name=Kite"),
      "usr/share/metainfo/bad.xml": text,
    });
    expect(records.map(({ name }) => name)).toEqual(["Kite"]);
    expect(result.skipped.first).toEqual([{ icon: "bad.xml", reason: expect.stringMatching(/^is not XML: /) }]);
  });

  it("skips metainfo of another component type", () => {
    expect(parseMetainfo('<component type="font"><id>f</id></component>')).toBeUndefined();
    expect(parseMetainfo("<svg/>")).toBeUndefined();
  });
});

describe("desktop entry", () => {
  it("parses desktop entries with escapes, lists, languages and file variants", () => {
    const parsed = parseDesktopEntry(
      "\uFEFF; no comment\r\n[Desktop Entry]\r\nName = a\\sb\\\\c \r\nName=second\r\nName[sr@latin]=c\r\nbroken\r\nEmpty=\r\nList=a;b\\;c;;d\r\n[Other]\r\nIcon=x\r\n",
    );
    expect(parsed?.text("Name")).toBe("a b\\c");
    expect([...(parsed?.translations("Name") ?? [])]).toEqual([["sr@latin", "c"]]);
    expect(parsed?.list("List")).toEqual(["a", "b;c", "d"]);
    expect(parsed?.text("Empty")).toBe("");
    expect(parsed?.text("Icon")).toBeUndefined();
    expect(parseDesktopEntry("[Desktop Entry ]\nName=a")).toBeUndefined();
  });

  it.each<[categories: string, label: string]>([
    ["GTK;Utility;TextEditor", "utilities"],
    ["AudioVideo;Audio;Player", "music"],
    ["AudioVideo;Video", "video"],
    ["AudioVideo;Audio;Video", "multimedia"],
    ["Network;WebBrowser;Office", "internet"],
    ["X-Odd", "other"],
    ["", "other"],
  ])("maps the categories %s to the label %s", (categories, label) => {
    expect(categoryOf(categories.split(";"))).toBe(label);
  });
});

describe("desktop application import", () => {
  it("requires a root folder with at least one application", async () => {
    const folder = temporaryFolder({ "a.txt": "", "empty/usr/share/icons/a.png": "" });
    const out = join(folder, "out");
    const run = (root: string): Promise<AppsResult> => importFreedesktop({ roots: [join(folder, root)], out });
    await expect(run("a.txt")).rejects.toThrow("is not a folder. Give a root");
    await expect(run("nowhere")).rejects.toThrow("is not a folder. Give a root");
    await expect(run("empty")).rejects.toThrow("there is no application to import");
    expect(readdirSync(folder).sort()).toEqual(["a.txt", "empty"]);
  });
});
