import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { compile } from "#build/compile/compile.js";
import { followCatalog, type LiveCatalog } from "#src/catalog/live.js";
import { temporaryFolder } from "../support/folder.js";
import { PATIENTLY } from "../support/patiently.js";

async function buildInto(folder: string, name: string): Promise<string> {
  const data = join(folder, "data.json");
  writeFileSync(data, JSON.stringify([{ id: "icon", name, developer: "D", category: "c" }]));
  return (await compile({ data, out: join(folder, "out"), jobs: 1 })).generation;
}

/** An artifacts folder for builds of datasets with one icon. */
function workshop() {
  const folder = temporaryFolder();
  const out = join(folder, "out");
  const build = (name: string): Promise<string> => buildInto(folder, name);
  const damage = (generation: string, file: string, change: (path: string) => void): void => {
    const path = join(out, generation, file);
    chmodSync(path, 0o644);
    change(path);
  };
  return { out, build, damage };
}

const flip = (path: string): void => {
  const bytes = readFileSync(path);
  bytes[bytes.length - 4]! ^= 1;
  writeFileSync(path, bytes);
};

function follow(out: string): {
  live: LiveCatalog;
  refused: string[];
  recovered: number[];
  name: () => string | undefined;
} {
  const refused: string[] = [];
  const recovered: number[] = [];
  const live = followCatalog(out, {
    onRefused: ({ message }) => refused.push(message),
    onRecovered: ({ failures }) => recovered.push(failures),
  });
  onTestFinished(() => live.close());
  return { live, refused, recovered, name: () => live.current()?.record(0).name };
}

describe("live catalog", () => {
  it("serves nothing until the first build, then each new generation", async () => {
    const { out, build } = workshop();
    const { live, name } = follow(out);
    expect(name()).toBeUndefined();
    await build("one");
    await live.refresh();
    expect(name()).toBe("one");
    await build("two");
    await vi.waitFor(() => expect(name()).toBe("two"), PATIENTLY);
  });

  it("keeps the previous generation if the new one is damaged, reports that once, and loads the new one after a rebuild", async () => {
    const { out, build, damage } = workshop();
    await build("one");
    const { live, refused, name } = follow(out);
    for (const change of [flip, (path: string) => truncateSync(path, 30)]) {
      const generation = await build("two");
      damage(generation, "cards-0000.json", change);
      await live.refresh();
      await live.refresh();
      expect(name()).toBe("one");
      // A poll during the change may have seen the file in another state.
      expect(refused.length).toBeGreaterThan(0);
      expect(new Set(refused).size).toBe(refused.length);
      refused.length = 0;
      expect(await build("two")).toBe(generation);
      await live.refresh();
      expect(name()).toBe("two");
      await build("one");
      await live.refresh();
    }
  });

  it("falls back at startup to the newest older generation that is intact", async () => {
    const { out, build, damage } = workshop();
    await build("one");
    damage(await build("two"), "ids.bin", flip);
    damage(await build("three"), "manifest.json", flip);
    const { live, refused, name } = follow(out);
    await live.refresh();
    expect(name()).toBe("one");
    expect(refused).toHaveLength(1);
  });

  it("serves a first generation immediately, and drops it when its checksums turn out wrong", async () => {
    const { out, build, damage } = workshop();
    await build("one");
    damage(await build("two"), "cards-0000.json", flip);
    const { live, name } = follow(out);
    expect(name()).toBe("two");
    await live.refresh();
    expect(name()).toBe("one");
  });

  it("returns to the first generation if its checksums match after all", async () => {
    const { out, build, damage } = workshop();
    const one = await build("one");
    const good = readFileSync(join(out, one, "cards-0000.json"));
    damage(one, "cards-0000.json", flip);
    const { live, refused, name } = follow(out);
    await live.refresh();
    expect(name(), "there is nothing else to serve").toBe("one");
    expect(refused).toEqual([expect.stringMatching(new RegExp(`${one}/cards-0000.json: has the SHA-256 .* damaged`))]);
    expect(live.status()).toMatchObject({ name: "generation", fault: { failures: 1 } });
    writeFileSync(join(out, one, "cards-0000.json"), good);
    await live.refresh();
    expect(live.status().fault).toBeUndefined();
  });
});

/** Replacements of a file, and the expected problem. */
const STANDINS: readonly (readonly [what: string, make: (path: string) => void, problem: RegExp])[] = [
  ["a named pipe", (path) => execFileSync("mkfifo", [path]), /is a named pipe, not a regular file/],
  ["a folder", (path) => mkdirSync(path), /is a folder, not a regular file/],
  ["an endless device", (path) => symlinkSync("/dev/zero", path), /is a device, not a regular file/],
  ["a link to itself", (path) => symlinkSync(path, path), /is (missing|a link to itself)/],
  ["a huge file", (path) => hugeFile(path), /has 1099511627776 bytes/],
];

const built = mkdtempSync(join(tmpdir(), "icons-live-"));
const builtNames: string[] = [];

beforeAll(async () => {
  for (const name of ["one", "two"]) builtNames.push(await buildInto(built, name));
});
afterAll(() => rmSync(built, { recursive: true, force: true }));

/** A copy of an artifacts folder with two generations. */
function twoBuilt() {
  const out = join(temporaryFolder(), "out");
  cpSync(join(built, "out"), out, { recursive: true, preserveTimestamps: true });
  const [one, two] = builtNames as [string, string];
  return { out, one, two, setCurrent: (name: string) => writeFileSync(join(out, "CURRENT"), `${name}\n`) };
}

function hugeFile(path: string): void {
  writeFileSync(path, "");
  truncateSync(path, 2 ** 40);
}

describe("artifacts folder with a special file in place of a regular one", () => {
  it.each(STANDINS)(
    "rejects the generation immediately with the file's name, and loads it once the file is restored: %s",
    async (_, make, problem) => {
      const { out, one, two, setCurrent } = twoBuilt();
      setCurrent(one);
      const { live, refused, recovered, name } = follow(out);
      await live.refresh();
      for (const file of ["CURRENT", "manifest.json", "ids.bin", "cards-0000.json"]) {
        setCurrent(two);
        const path = file === "CURRENT" ? join(out, file) : join(out, two, file);
        const right = readFileSync(path);
        rmSync(path);
        make(path);
        await live.refresh();
        expect([name(), refused.length], file).toEqual(["one", 1]);
        expect(refused[0]).toMatch(problem);
        expect(refused[0]!.startsWith(`${path}: `), refused[0]).toBe(true);
        const remedy =
          file === "CURRENT" ? /remove it, then run/ : new RegExp(`${two} is damaged: build or fetch it again`);
        expect(refused[0]).toMatch(remedy);
        rmSync(path, { recursive: true });
        writeFileSync(path, right);
        await live.refresh();
        expect([name(), recovered.length], file).toEqual(["two", 1]);
        refused.length = 0;
        recovered.length = 0;
        setCurrent(one);
        await live.refresh();
        expect(live.current()?.generation).toBe(one);
      }
    },
  );

  it.each<[string, string | Buffer, RegExp | undefined]>([
    ["empty", "", /must hold the name of a generation, not ""; remove it/],
    [
      "binary",
      Buffer.from([0, 27, 255, 0xc2, 0x9b]),
      /must hold the name of a generation, not "\\u0000\\u001b\\ufffd\\u009b"/,
    ],
    ["a path", "../../../etc", /must hold the name of a generation, not "..\/..\/..\/etc"/],
    ["a page", `<!doctype html>${" ".repeat(200)}`, /has 215 bytes, more than the 100 that are allowed; remove it/],
    ["upper case", "A".repeat(32), /must hold the name of a generation/],
    ["a name and a line end of Windows", "NAME\r\n", undefined],
    ["a name behind a byte order mark", "\ufeffNAME", undefined],
    [
      "the name of a generation that is not there",
      "0".repeat(32),
      /0{32}\/manifest.json: is missing; generation 0{32} is damaged/,
    ],
  ])(
    "serves the generation that CURRENT names, or reports CURRENT's content if it names none: %s",
    async (_, content, problem) => {
      const { out, build } = workshop();
      await build("one");
      const two = await build("two");
      writeFileSync(join(out, "CURRENT"), typeof content === "string" ? content.replace("NAME", two) : content);
      const { live, refused, name } = follow(out);
      await live.refresh();
      expect(name()).toBe("two");
      if (problem === undefined) expect(refused).toEqual([]);
      else expect(refused).toEqual([expect.stringMatching(problem)]);
    },
  );

  it("reports a removed CURRENT and keeps serving", async () => {
    const { out, build } = workshop();
    await build("one");
    const { live, refused, name } = follow(out);
    rmSync(out, { recursive: true });
    await live.refresh();
    expect(name()).toBe("one");
    expect(refused).toEqual([
      expect.stringMatching(/CURRENT: is gone; generation .* is served until the server stops; build or fetch/),
    ]);
    await build("two");
    await live.refresh();
    expect([name(), live.status().fault]).toEqual(["two", undefined]);
  });
});
