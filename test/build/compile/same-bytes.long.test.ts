import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import type { BuildResult } from "#build/compile/options.js";
import { temporaryFolder } from "../../support/folder.js";

const MAIN = resolve("cli/icons.mjs");
/** A file system that lists files in a different order than the disk: the most recently written first. */
const IN_MEMORY = "/dev/shm";
/** More than a section holds, so that threads encode and runs are merged. */
const MANY = 33_000;
/** Letters with special rules in Turkish and Swedish. */
const WORDS = ["TITLE", "Iğdır", "İstanbul", "ılık", "Ängel", "zebra", "Öl", "Åre", "straße", "Ωmega"];

/**
 * Writes a dataset with some shipped records with images, and many without. @param backwards whether to write files in
 * reverse order
 */
function writeDataset(folder: string, backwards: boolean): void {
  const files = new Map(
    readdirSync("data/icons")
      .slice(0, 1)
      .map((name) => [`icons/${name}`, readFileSync(join("data/icons", name), "utf8")]),
  );
  files.set("dataset.json", JSON.stringify({ name: "same bytes" }));
  files.set(
    "icons/zz.ndjson",
    Array.from({ length: MANY }, (_, n) => {
      const words = [WORDS[n % 10], WORDS[(n >> 3) % 10], n % 977].join(" ");
      return JSON.stringify({
        id: `z-${n}`,
        name: words,
        developer: WORDS[n % 7],
        category: `c${n % 9}`,
        mood: WORDS[n % 3],
      });
    }).join("\n"),
  );
  const entries = [...files];
  for (const [name, content] of backwards ? entries.reverse() : entries) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** A folder on another file system, if there is one. */
function otherFolder(): string {
  try {
    accessSync(IN_MEMORY, constants.W_OK);
  } catch {
    return temporaryFolder();
  }
  const folder = mkdtempSync(join(IN_MEMORY, "icons-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Builds in a separate process. @returns the name of the generation and the SHA-256 of each of its files, including the
 * manifest
 */
async function build(run: {
  readonly data: string;
  readonly out: string;
  readonly flags: readonly string[];
  readonly env: Record<string, string>;
  readonly umask: string;
  readonly cwd: string;
}): Promise<{ generation: string; analyzed: number; files: Record<string, string> }> {
  const { data, out, flags, env, umask, cwd } = run;
  const args = [MAIN, "build", relative(cwd, data), "--out", relative(cwd, out), "--json", ...flags];
  const { stdout } = await promisify(execFile)(
    "sh",
    ["-c", `umask ${umask} && exec "$0" "$@"`, process.execPath, ...args],
    {
      cwd,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      maxBuffer: 1 << 26,
    },
  );
  const { generation, analyzed } = JSON.parse(stdout) as BuildResult;
  const names = readdirSync(join(out, generation)).sort();
  const digest = (name: string): string =>
    createHash("sha256")
      .update(readFileSync(join(out, generation, name)))
      .digest("hex");
  return { generation, analyzed, files: Object.fromEntries(names.map((name) => [name, digest(name)])) };
}

it("builds the same bytes in any time zone, locale and folder, with any umask, cache and number of workers", async () => {
  const folder = temporaryFolder();
  const data = join(folder, "data");
  writeDataset(data, false);
  const backwards = join(otherFolder(), "elsewhere");
  writeDataset(backwards, true);
  const kept = ["--cache", join(folder, "kept")];

  const first = await build({
    data,
    out: join(folder, "first"),
    flags: ["--jobs", "1", "--no-cache"],
    env: { TZ: "UTC", LC_ALL: "C" },
    umask: "022",
    cwd: folder,
  });
  const others = [
    await build({
      data: backwards,
      out: join(folder, "second"),
      flags: ["--jobs", "5", ...kept],
      env: { TZ: "Pacific/Kiritimati", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" },
      umask: "077",
      cwd: resolve("test"),
    }),
    await build({
      data,
      out: join(backwards, "third"),
      flags: ["--jobs", "2", ...kept],
      env: { TZ: "America/New_York", LANG: "sv_SE.UTF-8", LC_ALL: "sv_SE.UTF-8" },
      umask: "002",
      cwd: "/",
    }),
  ];
  expect(others.map(({ analyzed }) => analyzed)).toEqual([first.analyzed, 0]);
  for (const { generation, files } of others)
    expect({ generation, files }).toEqual({ generation: first.generation, files: first.files });
  expect(Object.keys(first.files)).toContain("manifest.json");
}, 240_000);
