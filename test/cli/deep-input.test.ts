import { expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.js";
import { runHere } from "../support/run-here.js";

const LEVELS = 20_000;
const lists = "[".repeat(LEVELS) + "]".repeat(LEVELS);
const objects = `${'{"a":'.repeat(LEVELS)}1${"}".repeat(LEVELS)}`;
/** As many levels as the YAML parser takes. Aliases multiply them. */
const wrapped = (inner: string): string => "[".repeat(600) + inner + "]".repeat(600);
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
const set = (more: string): string =>
  `{"prefix":"x","icons":{"a":{"body":"<path d=\\"M0 0h4v4z\\"/>"}},"width":8,"height":8${more}}`;
const DESKTOP = "[Desktop Entry]\nType=Application\nName=A\nExec=a\nIcon=a\n";
const METAINFO = `<component type="desktop-application"><id>a.desktop</id><name>A</name><description>${"<p>".repeat(LEVELS)}${"</p>".repeat(LEVELS)}</description></component>`;

/** Files, the command that reads them, and what it prints. */
const CASES: readonly (readonly [name: string, files: Record<string, string>, command: string, printed: string])[] = [
  [
    "JSON",
    { "r.json": `[{"id":"a","attributes":${objects}}]` },
    "import records r.json",
    "r.json: is nested more than",
  ],
  ["YAML", { "r.yaml": `- id: a\n  attributes: ${lists}\n` }, "import records r.yaml", "r.yaml: is nested more than"],
  [
    "YAML with aliases",
    {
      "r.yaml": `- x: &a ${wrapped("1")}\n- x: &b ${wrapped("*a")}\n- id: a\n  name: A\n  attributes: {a: ${wrapped("*b")}}\n`,
    },
    "import records r.yaml",
    "a: field attributes: is nested more than 16 levels deep",
  ],
  [
    "JSON in CSV",
    { "r.csv": `id,name,attributes\na,A,${quoted(objects)}\n` },
    "import records r.csv",
    "a: field attributes: has the wrong type",
  ],
  ["lists in CSV", { "r.csv": `id,name,aliases\na,A,${quoted(lists)}\n` }, "import records r.csv", "a: field aliases:"],
  [
    "dataset.json behind 8 million escapes",
    { "d/dataset.json": `{"name":"${"\\n".repeat(2 ** 23 - 50_000)}","lint":${"[".repeat(100)}${"]".repeat(100)}}` },
    "build d",
    "dataset.json:1: is nested more than 64 levels deep",
  ],
  [
    "the set of an icon",
    {
      "d/dataset.json": '{"name":"x"}',
      "d/icons/a.json": '{"id":"x:a","name":"A","developer":"D","category":"c","image":"iconify:x/a"}',
      "d/iconify/x.json": set(`,"info":${lists}`),
    },
    "build d",
    "the Iconify set x: is not valid JSON: it is nested more than 64 levels deep",
  ],
  [
    "App Store responses",
    { "s.json": lists },
    "import app-store s.json",
    "s.json:1: is not a response of the App Store",
  ],
  ["a set", { "x.json": set(`,"info":{"a":${lists}}`) }, "import iconify x.json", "x.json: is not valid JSON: it is"],
  [
    "a package of a set",
    { "p/icons.json": set(""), "p/info.json": objects },
    "import iconify p",
    "info.json next to it is not valid JSON: it is nested more than",
  ],
  [
    "svgl",
    { "s/src/data/svgs.ts": `export const svgs = [{title:"A",route:"a.svg",x:${lists}}];` },
    "import svgl s",
    "svgs.ts: it is nested too deeply",
  ],
  [
    "theSVG",
    { "s/src/data/icons.json": `[{"slug":"a","x":${lists}}]` },
    "import thesvg s",
    "icons.json: it is nested more than",
  ],
  [
    "Simple Icons",
    { "s/data/simple-icons.json": `[{"slug":"a","x":${lists}}]`, "s/package.json": "{}" },
    "import simple-icons s",
    "simple-icons.json: it is nested more than",
  ],
  [
    "dashboard-icons",
    { "s/metadata.json": `{"a":${lists}}`, "s/svg/a.svg": "<svg/>" },
    "import dashboard-icons s",
    "metadata.json is not JSON: it is nested more than",
  ],
  [
    "metainfo",
    { "f/usr/share/applications/a.desktop": DESKTOP, "f/usr/share/metainfo/a.metainfo.xml": METAINFO },
    "import freedesktop f",
    "a.metainfo.xml: is not XML: it is nested too deeply",
  ],
  ["a configuration", { "c.json": `{"port":${lists}}` }, "serve --config c.json", "c.json:1: is nested more than"],
  [
    "an invalid configuration",
    { "c.json": `{"port":"\n${"[".repeat(LEVELS)}` },
    "serve --config c.json",
    "c.json:1: is nested more than",
  ],
];

it.each(CASES)("says that an input is nested too deeply: %s", async (_, files, command, printed) => {
  const folder = temporaryFolder(files);
  const out = command.startsWith("serve") ? [] : ["--out", "out"];
  const { stdout, stderr } = await runHere([...command.split(" "), ...out], {}, { cwd: folder });
  expect(stdout + stderr).toContain(printed);
  expect(stdout + stderr).not.toContain("call stack");
});
