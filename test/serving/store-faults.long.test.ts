import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { serve } from "../support/cli.js";
import { describeWith } from "../support/debian.js";
import { failCalls } from "../support/failing-files.js";
import { temporaryFolder } from "../support/folder.js";
import { PATIENTLY } from "../support/patiently.js";
import { buildNamed, publishInto } from "../support/published.js";
import { startStoreServer } from "../support/store-server.js";

/**
 * Duration of faults after they are noticed; `npm run test:long` runs the long form, with every fault of every call,
 * permanent and single.
 */
const SECONDS = Number(process.env.FAULT_SECONDS ?? 0);
const IS_LONG = SECONDS > 1;
const ERRORS = ["EMFILE", "EACCES", "ENOMEM", "EIO"] as const;
const NAMES = ["one", "two"] as const;

const work = mkdtempSync(join(tmpdir(), "icons-store-faults-"));
const generations: string[] = [];

beforeAll(async () => {
  for (const name of NAMES) generations.push(await buildNamed(work, join(work, name), name));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** A system call that fails while a generation is fetched from a store. */
interface Refused {
  readonly calls: string;
  /** The affected path, from the artifacts folder and both generations; undefined for all calls of this kind. */
  readonly path?: (artifacts: string, next: string, before: string) => string;
  /** Number of the first call that fails; default: 1. */
  readonly from?: number;
  /**
   * Limits the case: if the generation is already live, the next attempt has nothing to do; a single fault may affect
   * another poller of the file.
   */
  readonly only?: "once" | "lasting";
}

const part = (artifacts: string, next: string): string => join(artifacts, ".fetching", next, "cards-0000.json.part");
const manifest = (artifacts: string, next: string): string => join(artifacts, ".fetching", next, "manifest.json");
const currentAside = (artifacts: string): string => join(artifacts, "CURRENT.tmp");
/** With one connection per request, the first is for CURRENT, the second for the manifest, the third for a file. */
const REFUSED: readonly Refused[] = [
  { calls: "socket" },
  { calls: "connect" },
  { calls: "connect", from: 2 },
  { calls: "connect", from: 3 },
  { calls: "openat", path: (artifacts) => join(artifacts, ".fetching.lock") },
  { calls: "mkdir", path: (artifacts, next) => join(artifacts, ".fetching", next) },
  { calls: "openat", path: part },
  { calls: "write", path: part },
  { calls: "fsync", path: part },
  { calls: "rename", path: part },
  { calls: "openat", path: manifest },
  { calls: "write", path: manifest },
  { calls: "openat", path: (artifacts) => artifacts },
  { calls: "openat", path: (artifacts) => join(artifacts, "LOCK") },
  { calls: "rename", path: (artifacts, next) => join(artifacts, ".fetching", next) },
  { calls: "openat", path: currentAside },
  { calls: "write,pwrite64", path: currentAside },
  { calls: "rename", path: currentAside },
  { calls: "fsync", path: (artifacts) => artifacts, only: "once" },
  { calls: "statx", path: (artifacts, _next, before) => join(artifacts, before, "ids.bin") },
  { calls: "openat", path: (artifacts) => join(artifacts, "CURRENT"), only: "lasting" },
];

interface Poll {
  readonly name: string;
  readonly status: string;
  readonly code?: string;
}

/** Runs a server while steps fail with one error, with a new generation for each step. */
async function expectRecovery(error: string, steps: readonly (Refused & { lasting: boolean })[]): Promise<string[]> {
  const folder = resolve(temporaryFolder());
  const store = join(folder, "store");
  const artifacts = join(folder, "artifacts");
  mkdirSync(store);
  const web = await startStoreServer(store);
  web.endConnections();
  await publishInto(store, join(work, NAMES[0]));
  const own = ["--keys", join(folder, "keys.json"), "--usage", join(folder, "usage.bin")];
  // strace counts per thread; with a single thread for files, a single fault occurs once.
  const server = await serve(
    ["serve", artifacts, "--from", web.url, "--poll", "1", "--keep", "1", "--anonymous", "pro", ...own],
    { UV_THREADPOOL_SIZE: "1" },
  );
  const state = async (): Promise<{ status: number; generation?: string; store?: Poll }> => {
    const response = await fetch(`http://127.0.0.1:${server.port}/readyz`);
    const { generation, polls } = (await response.json()) as { generation: string; polls?: Poll[] };
    const store = polls?.find(({ name }) => name === "store");
    return { status: response.status, generation, ...(store === undefined ? {} : { store }) };
  };
  const times = (text: string): number => server.stdout().split(text).length - 1;
  await vi.waitFor(async () => expect(await state()).toMatchObject({ generation: generations[0] }), PATIENTLY);

  const waits: string[] = [];
  for (const [round, { calls, path, from = 1, lasting }] of steps.entries()) {
    const before = generations[round % 2]!;
    const next = generations[(round + 1) % 2]!;
    const name = `${calls} ${path?.("", "NEW", "OLD") ?? `from the ${from}.`} ${error} ${lasting ? "lasting" : "once"}`;
    await vi.waitFor(async () => expect((await state()).store?.status, name).toBe("ok"), PATIENTLY);
    const refused = times("fetch failed");
    const recovered = times("the store is readable again");
    const when = lasting ? `${from}+` : `${from}`;
    const fault = await failCalls(
      server.process.pid!,
      path?.(artifacts, next, before),
      calls,
      `error=${error}:when=${when}`,
    );
    await publishInto(store, join(work, NAMES[(round + 1) % 2]!));
    await vi.waitFor(() => expect(times("fetch failed"), name).toBeGreaterThan(refused), PATIENTLY);
    if (lasting) {
      // If creating a folder fails, Node often reports the error of checking for the folder instead.
      const code = calls === "mkdir" ? expect.stringMatching(/^(ENOENT|EACCES)$/) : error;
      expect((await state()).store, name).toMatchObject({ status: "failing", code });
      await sleep(SECONDS * 1000);
      expect(await state(), name).toMatchObject({ status: 200, generation: before, store: { status: "failing" } });
      await fault.end();
    }
    const ended = performance.now();
    await vi.waitFor(async () => expect((await state()).generation, name).toBe(next), PATIENTLY);
    await vi.waitFor(() => expect(times("the store is readable again"), name).toBe(recovered + 1), PATIENTLY);
    waits.push(`${name}: ${((performance.now() - ended) / 1000).toFixed(1)} s`);
    if (!lasting) await fault.end();
    expect(fault.count(), name).toBeGreaterThan(0);
  }
  expect(server.stdout()).toContain(error);
  expect(await server.stop()).toBe(0);
  return waits;
}

describeWith(["strace"], "server with system errors while it fetches a generation", () => {
  it(
    "keeps serving, shows and logs an error at any step, and loads the generation once the error is over",
    async () => {
      const waits = await Promise.all(
        ERRORS.map((error, at) => {
          const steps = REFUSED.flatMap((step, n) => {
            // In the short form, each case has one of the errors, permanent or once.
            if (!IS_LONG && n % ERRORS.length !== at) return [];
            const modes = (["lasting", "once"] as const).filter((mode) => mode === (step.only ?? mode));
            const used = IS_LONG ? modes : [modes[(n >> 2) % modes.length]];
            return used.map((mode) => ({ ...step, lasting: mode === "lasting" }));
          });
          return expectRecovery(error, steps);
        }),
      );
      if (IS_LONG) console.log(waits.flat().join("\n"));
    },
    60_000 + 50 * (SECONDS + 10) * 1000,
  );
});
