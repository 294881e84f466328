import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { icons } from "../../support/cli.js";
import { temporaryFolder } from "../../support/folder.js";
import { steeringIn } from "../../support/untrusted.js";
import { HOSTILE_DATASETS, type HostileDataset } from "./hostile-datasets.js";

const MAX_PEAK_BYTES = 400 * 2 ** 20;
/** A guard against endless work; on an idle machine, no case takes a tenth of it. */
const MAX_SECONDS = 40;
/** Ends a build that hangs, so that its dataset is the first one without a result. */
const ALL_MS = 100_000;
const BUILD_EACH = [process.execPath, "test/build/read/build-each.mjs"] as const;
/** Root reads any file until it gives up these capabilities. */
const AS_ANY_USER = ["setpriv", "--bounding-set=-dac_override,-dac_read_search", ...BUILD_EACH] as const;

interface Built {
  readonly code: number;
  readonly said: string;
  readonly seconds: number;
  readonly peak: number;
  readonly out: string;
}

/** Builds datasets one after the other in a separate process. */
async function buildAll(datasets: readonly HostileDataset[], folder: string): Promise<Built[]> {
  const tasks = datasets.map(({ write, meanwhile }, at) => {
    const [data, out] = [join(folder, `${at}`), join(folder, `${at}-out`)];
    mkdirSync(data);
    mkdirSync(out);
    const changed = meanwhile && { ...meanwhile, file: join(data, meanwhile.file) };
    return { data: write(data), out, meanwhile: changed };
  });
  const [command, ...args] = process.getuid?.() === 0 ? AS_ANY_USER : BUILD_EACH;
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"], timeout: ALL_MS });
  child.stdin.end(JSON.stringify(tasks));
  const [told] = await Promise.all([text(child.stdout), once(child, "close")]);
  const lines = told.split("\n").filter((line) => line !== "");
  return lines.map((line, at) => ({ ...JSON.parse(line), out: tasks[at]!.out }));
}

describe("hostile dataset", () => {
  const built = new Map<string, Built>();
  let folder = "";
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "icons-test-"));
    const results = await buildAll(HOSTILE_DATASETS, folder);
    for (const [at, { name }] of HOSTILE_DATASETS.entries()) {
      if (results[at] !== undefined) built.set(name, results[at]);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each(HOSTILE_DATASETS)(
    "rejects with a clear message or builds unchanged, within limits: $name",
    ({ name, says }) => {
      const result = built.get(name);
      if (result === undefined) throw new Error("the build ended without a word before it came to this dataset");
      const { code, said, seconds, peak, out } = result;
      expect(steeringIn(said, true)).toBeUndefined();
      expect(said).not.toContain("call stack");
      expect(seconds).toBeLessThan(MAX_SECONDS);
      expect(peak).toBeLessThan(MAX_PEAK_BYTES);
      expect(Math.max(...said.split("\n").map(({ length }) => length))).toBeLessThan(3000);
      if (says === undefined) {
        expect([code, existsSync(join(out, "CURRENT"))]).toEqual([0, true]);
        return;
      }
      const line = said.split("\n").find((candidate) => says.every((part) => candidate.includes(part)));
      expect(line, said.slice(0, 2000)).toBeDefined();
      expect(code).toBe(1);
      expect(readdirSync(out).filter((entry) => entry !== "LOCK")).toEqual([]);
    },
  );
});

it("ends icons build and icons lint with the same message if dataset.json is a named pipe", async () => {
  const pipe = HOSTILE_DATASETS.find(({ name }) => name === "dataset.json is a pipe")!;
  const folder = temporaryFolder();
  const data = pipe.write(folder);
  const build = await icons(["build", data, "--out", join(folder, "out")]);
  expect([build.code, build.stderr]).toEqual([1, expect.stringContaining("dataset.json:1: is a named pipe")]);
  const lint = await icons(["lint", data, "--artifacts", join(folder, "out")]);
  expect([lint.code, lint.stdout]).toEqual([1, expect.stringContaining("is a named pipe, not a regular file")]);
});
