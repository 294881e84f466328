import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { KEYWORD_PACKAGES } from "#build/import/iconify/keyword-packages.js";
import { temporaryFolder } from "../../support/folder.js";
import { runHere } from "../../support/run-here.js";
import { KEYWORD_EXCERPTS, type KeywordExcerpt } from "./keyword-excerpts.js";

const LUCIDE = KEYWORD_EXCERPTS.find((excerpt) => excerpt.package === "lucide-static")!;

/** A folder with the files of a package. */
function installed({ package: name, version, file, content }: KeywordExcerpt, at = name): Record<string, unknown> {
  return { [`${at}/package.json`]: { name, version }, [`${at}/${file}`]: content };
}

/** A set with these icons. */
function setOf(prefix: string, icons: readonly string[], more: object = {}): object {
  const drawn = icons.map((icon) => [icon, { body: '<circle cx="8" cy="8" r="5"/>' }]);
  return { prefix, icons: Object.fromEntries(drawn), ...more };
}

async function importHere(folder: string, args: readonly string[]) {
  const { code, stdout, stderr } = await runHere(["import", "iconify", ...args, "--out", join(folder, "out")]);
  return { code, stdout, stderr };
}

/** The keywords of each imported icon. */
function keywordsIn(folder: string, prefix: string): Record<string, readonly string[] | undefined> {
  const lines = readFileSync(join(folder, `out/icons/${prefix}.ndjson`), "utf8")
    .trimEnd()
    .split("\n");
  const records = lines.map((text) => JSON.parse(text));
  return Object.fromEntries(records.map(({ id, keywords }) => [id.slice(prefix.length + 1), keywords]));
}

const given = (keywords: readonly string[]): readonly string[] | undefined =>
  keywords.length > 0 ? keywords : undefined;

describe("icons import iconify --keywords", () => {
  it("has an excerpt of every package", () => {
    expect(KEYWORD_EXCERPTS.map((excerpt) => excerpt.package).sort()).toEqual(
      KEYWORD_PACKAGES.map((known) => known.package).sort(),
    );
  });

  it("is documented in the command's help with all packages and their sets", async () => {
    const { stdout } = await runHere(["import", "iconify", "--help"]);
    const text = stdout.replaceAll(/\s+/g, " ");
    for (const { package: name, sets } of KEYWORD_PACKAGES) {
      const listed = text.split(`${name} (`)[1]!.split(")")[0]!;
      const prefixes = listed.split(", ");
      const isListed = (set: string): boolean =>
        prefixes.some((prefix) => (prefix.endsWith("*") ? set.startsWith(prefix.slice(0, -1)) : set === prefix));
      expect([name, Object.keys(sets).filter((set) => !isListed(set))]).toEqual([name, []]);
      expect(prefixes.length).toBeLessThanOrEqual(Object.keys(sets).length);
    }
  });

  it.each(KEYWORD_EXCERPTS)("adds the keywords of $package to the icons of the set $prefix", async (excerpt) => {
    const { prefix, expected, chars } = excerpt;
    const folder = temporaryFolder({
      ...installed(excerpt, "upstream"),
      "set.json": setOf(prefix, [...Object.keys(expected), "not-in-it"], { chars }),
    });
    const { code, stderr } = await importHere(folder, [join(folder, "set.json"), "--keywords", `${folder}/upstream`]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const wanted = Object.entries(expected).map(([icon, keywords]) => [icon, given(keywords)]);
    expect(keywordsIn(folder, prefix)).toEqual({ ...Object.fromEntries(wanted), "not-in-it": undefined });
  });

  it("reads several packages, and reports how many icons got keywords from each", async () => {
    const [first, second] = KEYWORD_EXCERPTS;
    const folder = temporaryFolder({
      ...installed(first!, "one"),
      ...installed(second!, "two"),
      "sets/a.json": setOf(first!.prefix, Object.keys(first!.expected)),
      "sets/b.json": setOf("unknown", Object.keys(second!.expected)),
    });
    const args = [`${folder}/sets`, "--keywords", `${folder}/one`, "--keywords", `${folder}/two`];
    const { stdout } = await importHere(folder, [...args, "--json"]);
    expect(JSON.parse(stdout).keywords).toEqual([
      { package: first!.package, version: first!.version, icons: 2 },
      { package: second!.package, version: second!.version, icons: 0 },
    ]);
    const again = await importHere(folder, [...args, "--force"]);
    expect(again.stdout).toContain(`added keywords of ${first!.package} ${first!.version} to 2 icons`);
    expect(keywordsIn(folder, "unknown")).toEqual(
      Object.fromEntries(Object.keys(second!.expected).map((icon) => [icon, undefined])),
    );
  });

  it("finds a package that is installed beside the set's package, unless another folder of it is given", async () => {
    const other = { ...LUCIDE, version: "0.0.1", content: { house: ["cottage"] } };
    const folder = temporaryFolder({
      "node_modules/@iconify-json/lucide/package.json": { name: "@iconify-json/lucide" },
      "node_modules/@iconify-json/lucide/icons.json": setOf("lucide", ["house"]),
      ...installed(LUCIDE, "node_modules/lucide-static"),
      ...installed(other, "other"),
    });
    const source = join(folder, "node_modules/@iconify-json/lucide");
    expect((await importHere(folder, [source])).code).toBe(0);
    expect(keywordsIn(folder, "lucide")).toEqual({ house: LUCIDE.expected.house });
    expect((await importHere(folder, [source, "--keywords", join(folder, "other"), "--force"])).code).toBe(0);
    expect(keywordsIn(folder, "lucide")).toEqual({ house: ["cottage"] });
  });

  it("leaves out keywords whose words name or alias contain, repeats and more than a record may have", async () => {
    const many = Array.from({ length: 150 }, (_, n) => `tag ${n}`);
    const tags = ["House", "HÓUSE!", "big", "little house", "home", "Home.", " two\nlines ", "", 5, ...many];
    const folder = temporaryFolder({
      ...installed({ ...LUCIDE, content: { house: [...tags, "x".repeat(99)], long: ["y".repeat(99)] } }, "upstream"),
      "set.json": setOf("lucide", ["house", "long"], { aliases: { "big-little-house": { parent: "house" } } }),
    });
    await importHere(folder, [join(folder, "set.json"), "--keywords", join(folder, "upstream")]);
    const { house, long } = keywordsIn(folder, "lucide");
    expect(house).toEqual(["home", "two lines", ...many].slice(0, 100));
    expect(long).toEqual(["y".repeat(60)]);
  });

  const INVALID: readonly (readonly [what: string, files: Record<string, unknown>, said: readonly string[]])[] = [
    ["a folder that is not a package", {}, ["up/package.json: does not exist", "Give the folder of an installed"]],
    ["another package", { "up/package.json": { name: "left-pad" } }, ['"left-pad" is not a package with', "lucide"]],
    ["a package without the file", { "up/package.json": { name: "lucide-static" } }, ["up/tags.json: does not exist"]],
    [
      "a file that is not JSON",
      { "up/package.json": { name: "lucide-static" }, "up/tags.json": "{" },
      ["up/tags.json: is not valid JSON", "Install a version of lucide-static"],
    ],
    ...[[], {}, 5, null, { house: "home" }, { house: [5] }, [{ name: 5, tags: {} }]].map(
      (content) =>
        [
          `a file with ${JSON.stringify(content)}`,
          { "up/package.json": { name: "lucide-static" }, "up/tags.json": JSON.stringify(content) },
          ["up/tags.json: contains no keywords in the form of lucide-static", "Install a version"],
        ] as const,
    ),
  ];

  it.each(INVALID)("rejects %s, with the file and the remedy", async (_, files, said) => {
    const folder = temporaryFolder({ ...files, "set.json": setOf("lucide", ["house"]) });
    const { code, stderr } = await importHere(folder, [join(folder, "set.json"), "--keywords", join(folder, "up")]);
    expect(code).toBe(1);
    for (const text of said) expect(stderr).toContain(text);
    expect(stderr).not.toMatch(/^\s+at /m);
  });

  it.each(KEYWORD_PACKAGES)("survives any content of $file of $package", ({ read }) => {
    const odd = [null, 5, "text", [], {}, [null], [[]], [{}], { icons: null }, { icons: [{ tags: 5 }] }, { a: null }];
    const nested = [[{ name: [], aliases: "a", search: [], tags: [null], skins: { a: 5 }, altnames: {} }]];
    for (const content of [...odd, ...nested]) expect(() => read(content)).not.toThrow();
  });

  it("imports without the keywords of a package that is found but can't be read, and says so", async () => {
    const folder = temporaryFolder({
      ...installed(LUCIDE, "node_modules/lucide-static"),
      "lucide.json": setOf("lucide", ["house"]),
    });
    rmSync(join(folder, "node_modules/lucide-static/tags.json"));
    const { code, stdout } = await importHere(folder, [join(folder, "lucide.json")]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/skipped the keywords of lucide-static: .*tags\.json: does not exist/);
    expect(keywordsIn(folder, "lucide")).toEqual({ house: undefined });
  });
});
