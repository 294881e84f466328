import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, vi } from "vitest";
import { compile } from "#build/compile/compile.js";
import { readCurrent } from "#src/catalog/generation/generation.js";
import { type Running, serve, start } from "../support/cli.js";
import { DEBIAN, describeWith } from "../support/debian.js";
import { drawing, drawnDataset, drawnRecord } from "../support/drawings.js";
import { failCalls } from "../support/failing-files.js";
import { PATIENTLY } from "../support/patiently.js";
import { workersOf } from "../support/workers.js";

/**
 * Duration of faults after they have occurred; `npm run test:long` runs the long form, with every fault of every call,
 * permanent and single.
 */
const SECONDS = Number(process.env.FAULT_SECONDS ?? 0);
const IS_LONG = SECONDS > 1;
const ERRORS = ["EMFILE", "EACCES", "ENOMEM", "EIO"] as const;

/** A call on a part of the dataset that fails, and the edit that happens meanwhile. */
interface Refused {
  readonly calls: string;
  /** Relative to the dataset's folder. */
  readonly path: string;
  readonly edit: (data: string, n: number) => void;
}

const rename: Refused["edit"] = (data, n) => {
  const file = join(data, "icons/a.json");
  writeFileSync(file, readFileSync(file, "utf8").replace(/"Icon 0[^"]*"/, `"Icon 0 ${n}"`));
};
const redraw: Refused["edit"] = (data, n) => writeFileSync(join(data, "pictures/1.svg"), drawing(colorFor(n)));
const colorFor = (n: number): string => `#${(n * 7919 + 1_000_000).toString(16).slice(-6).padStart(6, "0")}`;
/** Adds a folder with an image that a new record names. */
const addFolder: Refused["edit"] = (data, n) => {
  rmSync(join(data, "more"), { recursive: true, force: true });
  mkdirSync(join(data, "more"));
  writeFileSync(join(data, "more/6.svg"), drawing(colorFor(n)));
  writeFileSync(join(data, "icons/b.json"), JSON.stringify([{ ...drawnRecord(6), image: "more/6.svg" }]));
};
const redrawAll = (data: string): void => {
  for (let n = 0; n < 40; n++) writeFileSync(join(data, `pictures/${n}.svg`), drawing(colorFor(n + 500)));
  const file = join(data, "icons/a.json");
  writeFileSync(file, JSON.stringify(Array.from({ length: 40 }, (_, n) => drawnRecord(n))));
};
const replaceFolder: Refused["edit"] = (data, n) => {
  cpSync(data, `${data}-fresh`, { recursive: true });
  rename(`${data}-fresh`, n);
  renameSync(data, `${data}-before`);
  renameSync(`${data}-fresh`, data);
  rmSync(`${data}-before`, { recursive: true });
};

const REFUSED: readonly Refused[] = [
  { calls: "openat", path: "icons/a.json", edit: rename },
  { calls: "inotify_add_watch", path: "more", edit: addFolder },
  { calls: "statx", path: "", edit: rename },
  { calls: "openat", path: "pictures/1.svg", edit: redraw },
  { calls: "openat", path: "dataset.json", edit: rename },
  { calls: "openat", path: "icons", edit: rename },
  { calls: "inotify_add_watch", path: "", edit: replaceFolder },
  { calls: "read,pread64", path: "icons/a.json", edit: rename },
  { calls: "statx", path: "more", edit: addFolder },
];

/** Runs a command that watches a dataset while system calls fail with one error. */
async function expectRecovery(
  error: string,
  command: "build" | "dev",
  cases: readonly (Refused & { lasting: boolean })[],
) {
  const folder = drawnDataset(6);
  const data = join(folder, "data");
  const out = join(folder, "out");
  const own = ["--keys", join(folder, "keys.json"), "--usage", join(folder, "usage.bin")];
  const running: Running =
    command === "dev"
      ? await serve(["dev", data, "--out", out, ...own])
      : start(["build", data, "--out", out, "--watch"]);
  await vi.waitFor(() => expect(running.stdout()).toContain("Watching "), PATIENTLY);
  // `dev` builds in a process of its own.
  const pid = command === "dev" ? workersOf(running)[0]! : running.process.pid!;
  const waits: string[] = [];
  for (const [n, { calls, path, edit, lasting }] of cases.entries()) {
    const name = `${command} ${calls} ${path} ${error} ${lasting ? "lasting" : "once"}`;
    const how = `error=${error}${lasting ? "" : ":when=1"}`;
    const fault = await failCalls(pid, join(data, path), calls, how);
    edit(data, 2 * n);
    await vi.waitFor(() => expect(fault.count(), name).toBeGreaterThan(0), PATIENTLY);
    if (lasting) await sleep(SECONDS * 1000);
    await fault.end();
    const ended = performance.now();
    const becomesLive = async (what: string): Promise<void> => {
      const { generation } = await compile({ data, out: join(folder, "cold"), jobs: 1 });
      await vi.waitFor(() => expect(readCurrent(out), `${name}: ${what}`).toBe(generation), PATIENTLY);
    };
    await becomesLive("what was edited meanwhile");
    waits.push(`${name}: ${((performance.now() - ended) / 1000).toFixed(1)} s`);
    if (!IS_LONG && !calls.startsWith("inotify")) continue;
    // A path that is watched again is noticed without help.
    await sleep(2200);
    edit(data, 2 * n + 1);
    await becomesLive("what was edited afterwards");
  }
  expect(await running.stop()).toBe(0);
  return waits;
}

describeWith(["strace"], "watched dataset under system errors", () => {
  it("builds without intervention once the error is over, with all edits made meanwhile and later", {
    timeout: 60_000 + 20 * (SECONDS + 15) * 1000,
  }, async () => {
    const waits = await Promise.all(
      ERRORS.map((error, at) => {
        const cases = REFUSED.flatMap((refused, n) => {
          const both = [true, false].map((lasting) => ({ ...refused, lasting }));
          // In the short form, each case has one of the errors, permanent or once.
          return IS_LONG ? both : both.filter((_, m) => n % ERRORS.length === at && (n + (n >> 2)) % 2 === m);
        });
        return expectRecovery(error, at % 2 === 0 ? "build" : "dev", cases);
      }),
    );
    if (IS_LONG) console.log(waits.flat().join("\n"));
  });

  it("builds without intervention once a lazily loaded module can be read again", {
    timeout: 180_000 + 4 * (SECONDS + 15) * 1000,
  }, async () => {
    const folder = drawnDataset(2);
    const data = join(folder, "data");
    const out = join(folder, "out");
    const running = start(["build", data, "--out", out, "--watch", "--jobs", "2"]);
    await vi.waitFor(() => expect(running.stdout()).toContain("Watching "), PATIENTLY);
    const growth = (name: string, count: number): void => {
      const records = Array.from({ length: count }, (_, n) => ({
        id: `${name}-${n}`,
        name,
        developer: "D",
        category: "c",
      }));
      writeFileSync(join(data, `icons/${name}.json`), JSON.stringify(records));
    };
    // Enough records to be written in threads; enough images to be analyzed in another process.
    const LATE: [string, string, () => void][] = [
      ["dist/build/analysis/analyze-process.js", "EIO", () => redrawAll(data)],
      ["dist/build/write/write-worker.js", "EMFILE", () => growth("many", 2500)],
    ];
    for (const [module, error, edit] of LATE) {
      const fault = await failCalls(running.process.pid!, resolve(module), "openat", `error=${error}`);
      edit();
      await vi.waitFor(() => expect(fault.count(), module).toBeGreaterThan(0), PATIENTLY);
      await sleep(SECONDS * 1000);
      await fault.end();
      const { generation } = await compile({ data, out: join(folder, "cold"), jobs: 1 });
      await vi.waitFor(() => expect(readCurrent(out), module).toBe(generation), PATIENTLY);
    }
    expect(await running.stop()).toBe(0);
  });

  it.each(["EMFILE", "ENOMEM"])("exits at startup with a remedy if no file can be watched (%s)", async (error) => {
    const folder = drawnDataset(2);
    const args = [
      "-f",
      "-q",
      "-o",
      "/dev/null",
      "-e",
      "trace=inotify_init1",
      "-e",
      `inject=inotify_init1:error=${error}`,
    ];
    const command = [
      process.execPath,
      "cli/icons.mjs",
      "build",
      join(folder, "data"),
      "--out",
      join(folder, "out"),
      "--watch",
    ];
    const { status, stderr } = spawnSync(DEBIAN.strace, [...args, ...command], { encoding: "utf8", timeout: 30_000 });
    expect(stderr).toMatch(new RegExp(`error: ${error}`));
    if (error === "EMFILE") expect(stderr).toContain("fs.inotify.max_user_instances");
    expect(status).toBe(1);
  });
});
