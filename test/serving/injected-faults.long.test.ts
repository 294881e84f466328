import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { readCurrent } from "#src/catalog/generation/generation.js";
import { serve } from "../support/cli.js";
import { describeWith } from "../support/debian.js";
import { temporaryFolder } from "../support/folder.js";
import { PATIENTLY } from "../support/patiently.js";
import { buildNamed } from "../support/published.js";

/** Duration of a fault; `npm run test:long test/serving/injected-faults` makes it 10 seconds. */
const FAULT_MS = Number(process.env.FAULT_SECONDS ?? 1.2) * 1000;
/** Whether to test both permanent and single faults on every file. */
const IS_LONG = process.env.FAULT_SECONDS !== undefined;
/** Calls that open, check, read and map a file. */
const CALLS = "openat,statx,pread64,mmap";
const LONGEST_MS = 60_000 + 20 * FAULT_MS;

const work = mkdtempSync(join(tmpdir(), "icons-injected-"));
const NAMES = ["one", "two"] as const;
const generations = new Map<string, string>();

beforeAll(async () => {
  for (const name of NAMES) generations.set(name, await buildNamed(work, join(work, name), name));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Makes a process's calls on a path fail until this is ended. @param when such as `1`: only the first of each kind */
async function inject(pid: number, path: string, error: string, when = "1+"): Promise<() => Promise<void>> {
  const strace = spawn(
    "strace",
    ["-f", "-p", `${pid}`, "-P", path, "-e", `trace=${CALLS}`, "-e", `inject=${CALLS}:error=${error}:when=${when}`],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  let told = "";
  strace.stderr.on("data", (chunk) => (told += chunk));
  await vi.waitFor(() => expect(told).toMatch(/attached/), PATIENTLY);
  return async () => {
    const gone = once(strace, "close");
    strace.kill("SIGINT");
    await gone;
    expect(told, "the fault happened").toContain("(INJECTED)");
  };
}

/** Injects faults into a server for each file that describes a generation. */
async function expectRecovery(error: string): Promise<void> {
  const folder = resolve(temporaryFolder());
  const artifacts = join(folder, "out");
  cpSync(join(work, "one"), artifacts, { recursive: true });
  cpSync(join(work, "two", generations.get("two")!), join(artifacts, generations.get("two")!), { recursive: true });
  const own = ["--keys", join(folder, "keys.json"), "--usage", join(folder, "usage.bin"), "--anonymous", "pro"];
  const server = await serve(["serve", artifacts, ...own]);
  const live = async (): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${server.port}/readyz`);
    expect(response.status).toBe(200);
    return ((await response.json()) as { generation: string }).generation;
  };
  const goLive = (generation: string): void => {
    writeFileSync(join(artifacts, "CURRENT.tmp"), `${generation}\n`);
    renameSync(join(artifacts, "CURRENT.tmp"), join(artifacts, "CURRENT"));
  };
  const recoveries = (): number[] =>
    [...server.stdout().matchAll(/"failures":(\d+),.*"the generation is readable again"/g)].map(([, failures]) =>
      Number(failures),
    );
  const reports = (): number => server.stdout().split("generation rejected").length - 1;

  for (const file of ["CURRENT", "manifest.json", "ids.bin"]) {
    for (const lasting of IS_LONG || file === "CURRENT" ? [true, false] : [true]) {
      const before = readCurrent(artifacts)!;
      const next = [...generations.values()].find((name) => name !== before)!;
      const path = file === "CURRENT" ? join(artifacts, file) : join(artifacts, next, file);
      // The first generation's checksums are verified, and earlier requests are finished.
      await sleep(600);
      const reported = reports();
      const recovered = recoveries().length;
      const end = await inject(server.process.pid!, path, error, lasting ? "1+" : "1");
      goLive(next);
      if (lasting) {
        await vi.waitFor(() => expect(reports()).toBeGreaterThan(reported), PATIENTLY);
        await sleep(FAULT_MS);
        expect(await live(), `${file}: the one before serves on`).toBe(before);
        expect(reports() - reported, `${file}: one report`).toBe(1);
        expect(
          server
            .stdout()
            .split("\n")
            .findLast((line) => line.includes("rejected")),
        ).toMatch(new RegExp(error));
        await end();
      }
      await vi.waitFor(async () => expect(await live(), file).toBe(next), PATIENTLY);
      await vi.waitFor(() => expect(recoveries().length).toBe(recovered + 1), PATIENTLY);
      // Each poll since then has retried.
      if (lasting) expect(recoveries().at(-1)).toBeGreaterThan(FAULT_MS / 1000);
      if (!lasting) await end();
    }
  }
  expect(await server.stop()).toBe(0);
}

describeWith(["strace"], "server with system errors while it reads a generation", () => {
  it(
    "keeps serving, reports the error once, and loads the generation once the error is over",
    async () => {
      // Run concurrently, since they mostly wait.
      await Promise.all(["EMFILE", "EACCES", "ENOMEM", "EIO"].map(expectRecovery));
    },
    LONGEST_MS,
  );
});
