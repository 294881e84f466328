import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readKeyFile } from "#src/access/key-file.js";
import { readCurrent } from "#src/catalog/generation/generation.js";
import { icons, type Ran } from "../support/cli.js";
import { describeWith } from "../support/debian.js";
import { temporaryFolder } from "../support/folder.js";
import { ask, buildHere, expectOneOf, makeDataset, nameIcons } from "./generations.js";
import { forEach, IS_LONG, LONGEST_MS } from "./points.js";
import { type FileCall, PID, trace } from "./traced.js";
import { canFail, ERRORS, NAMES, REMEDIES } from "./victims.js";

const BUILDING = `out/.building-${PID}`;
/** The calls that fail in the short form: each kind of step of a build once. */
const STEPS: readonly (readonly [call: string, path: string | RegExp])[] = [
  ["mkdir", BUILDING],
  ["write", `${BUILDING}/runs/terms-0`],
  ["openat", `${BUILDING}/ids.bin`],
  ["write", `${BUILDING}/cards-0000.json`],
  ["fsync", `${BUILDING}/records-0000.msgpack`],
  ["fsync", `${BUILDING}/manifest.json`],
  ["fsync", BUILDING],
  ["rename", BUILDING],
  ["fsync", "out"],
  ["write", "out/CURRENT.tmp"],
  ["fsync", "out/CURRENT.tmp"],
  ["rename", "out/CURRENT.tmp"],
  ["unlink", /^out\/\.removing-[0-9a-f]+\/ids\.bin$/],
];

/** A folder with a generation, a dataset for another one, and the results of both. */
async function twoGenerations(): Promise<{
  before: string;
  data: string;
  old: string;
  fresh: string;
  results: Map<string, unknown>;
}> {
  const folder = temporaryFolder();
  const before = join(folder, "before");
  const after = join(folder, "after");
  const { generation: old } = await buildHere(makeDataset(folder, "old"), join(before, "out"));
  const data = makeDataset(folder, "new");
  cpSync(before, after, { recursive: true });
  const { generation: fresh } = await buildHere(data, join(after, "out"));
  const results = new Map([old, fresh].map((name) => [name, ask(join(name === old ? before : after, "out"))]));
  return { before, data, old, fresh, results };
}

/**
 * Whether a build must fail if a call fails. It may continue if the call concerns the cache, opens for reading, or
 * creates a folder that already exists: on a read-only file system, this fails, and Node.js then checks whether it
 * exists.
 */
const matters = (call: FileCall): boolean =>
  canFail(call) && !call.path.startsWith("out/cache") && !(call.call === "mkdir" && call.path === "out");

describeWith(["strace"], "build on a failing disk", () => {
  it(
    "reports the failure with a remedy, keeps the old generation live until the new one is, and tries nothing twice",
    async () => {
      const { before, data, old, fresh, results } = await twoGenerations();
      const root = temporaryFolder();
      const copy = (name: string): string => {
        const folder = join(root, name);
        cpSync(before, folder, { recursive: true, preserveTimestamps: true });
        return folder;
      };
      const args = (folder: string): string[] => [
        ...["build", data, "--out", join(folder, "out"), "--jobs", "1", "--keep", "1"],
      ];
      const whole = copy("whole");
      const { calls } = await trace(args(whole), whole);
      const live = calls.findIndex(({ call, path }) => call === "rename" && path === "out/CURRENT.tmp");
      const isStep = ({ call, path }: FileCall): boolean =>
        STEPS.some(([of, at]) => of === call && (at instanceof RegExp ? at.test(path) : at === path));
      const chosen = calls.filter((call) => matters(call) && (IS_LONG || isStep(call)));
      const cases = chosen.flatMap((at) =>
        (IS_LONG ? ERRORS[at.call]! : ERRORS[at.call]!.slice(0, 1)).map((code) => ({ at, code })),
      );
      // The last flush of `out` happens after CURRENT was replaced.
      expect(cases.length).toBeGreaterThan(STEPS.length);
      await forEach(cases, async ({ at, code }, index) => {
        const folder = copy(String(index));
        const out = join(folder, "out");
        const ran = await trace(args(folder), folder, { what: `error=${code}`, at });
        try {
          const isLive = calls.indexOf(at) > live;
          expect(ran).toMatchObject({ code: 1, stderr: expect.stringMatching(REMEDIES[code]!) });
          expect(ran.stderr).toMatch(NAMES[code] ?? code);
          expect(ran.stderr).toContain(basename(at.path).replace(PID, ""));
          if (isLive) expect(ran.stderr).toContain(`generation ${fresh} is live, but`);
          expect(await expectOneOf(out, results)).toBe(isLive ? fresh : old);
          expect(ran.calls.filter(({ call, path }) => call === "fsync" && path === at.path)).toHaveLength(
            at.call === "fsync" ? at.nth : ran.calls.filter(({ call }) => call === "fsync").length,
          );
          if (!isLive)
            expect(
              readdirSync(out)
                .filter((name) => name !== fresh)
                .sort(),
            ).toEqual(["CURRENT", "LOCK", "cache", old].sort());
          await buildHere(data, out, 1);
          expect(await expectOneOf(out, results)).toBe(fresh);
          expect(readdirSync(out).sort()).toEqual(["CURRENT", "LOCK", "cache", fresh].sort());
        } catch (error) {
          throw new Error(`${code} at ${JSON.stringify(at)}: ${(error as Error).message}\n${ran.stderr}`, {
            cause: error,
          });
        }
      });
      if (IS_LONG) console.log(`${cases.length} failures of ${chosen.length} calls`);
    },
    LONGEST_MS,
  );
});

/** Checks the state after a build that ran out of space. */
async function expectRefused(ran: Ran, out: string, old: string, results: ReadonlyMap<string, unknown>): Promise<void> {
  expect(ran.code).toBe(1);
  expect(ran.stderr).toContain(`${join(out, ".building-")}`);
  expect(await expectOneOf(out, results)).toBe(old);
  expect(readdirSync(out).sort()).toEqual(["CURRENT", "LOCK", "cache", old].sort());
}

describe("build without disk space", () => {
  it("keeps the live generation if the disk truncates writes", async () => {
    const { before, data, old, results } = await twoGenerations();
    const out = join(before, "out");
    // Items are larger than the limit, all earlier files smaller: their write is incomplete, and the next one fails.
    nameIcons(data, "new", 80, 10);
    const limited = join(temporaryFolder(), "limited.sh");
    writeFileSync(
      limited,
      `ulimit -f 4\nexec "${process.execPath}" cli/icons.mjs build "$1" --out "$2" --jobs 1 2>&1\n`,
    );
    let said = "";
    try {
      said = execFileSync("bash", [limited, data, out], { encoding: "utf8" });
    } catch (error) {
      said = (error as { stdout: string }).stdout;
    }
    expect(said).toContain("cards-0000.json: EFBIG");
    await expectRefused({ code: 1, stdout: "", stderr: said }, out, old, results);
  });

  it("keeps the live generation on a full disk, and succeeds once there is room", async ({ skip }) => {
    const { before, data, old, fresh, results } = await twoGenerations();
    const disk = temporaryFolder();
    try {
      execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], { stdio: "ignore" });
    } catch {
      skip("no file system may be mounted here");
    }
    // This process has mapped files on it.
    onTestFinished(() => void execFileSync("umount", ["--lazy", disk]));
    cpSync(before, disk, { recursive: true, preserveTimestamps: true });
    const out = join(disk, "out");
    fill(join(disk, "ballast"));
    await expectRefused(await icons(["build", data, "--out", out]), out, old, results);
    const key = ["keys", "create", "--tier", "free", "--keys", join(disk, "keys.json")];
    expect(await icons(key)).toMatchObject({ code: 1, stderr: expect.stringContaining("free some space") });
    expect(readKeyFile(join(disk, "keys.json"))).toEqual([]);
    rmSync(join(disk, "ballast"));
    expect((await icons(["build", data, "--out", out])).code).toBe(0);
    expect(await expectOneOf(out, results)).toBe(fresh);
    expect((await icons(key)).code).toBe(0);
  });

  it("continues a build without its cache and reports that", async () => {
    const folder = temporaryFolder();
    const data = makeDataset(folder, "new");
    const out = join(folder, "out");
    mkdirSync(out);
    writeFileSync(join(out, "cache"), "a file where the cache's folder should be");
    const { code, stdout, stderr } = await icons(["build", data, "--out", out, "--json"]);
    expect(code).toBe(0);
    const { cacheFailure, analyzed, skipped, generation } = JSON.parse(stdout);
    expect({ analyzed, skipped, stderr }).toEqual({ analyzed: 2, skipped: [], stderr: "" });
    expect(cacheFailure).toContain(join(out, "cache"));
    expect(readCurrent(out)).toBe(generation);
    expect((await icons(["build", data, "--out", out])).stderr).toContain("can't be cached for the next build");
  });
});

/** Writes a file until the disk is full. */
function fill(path: string): void {
  const block = Buffer.alloc(4096);
  try {
    for (;;) writeFileSync(path, block, { flag: "a" });
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe("ENOSPC");
  }
  expect(statSync(path).size).toBeGreaterThan(0);
}
