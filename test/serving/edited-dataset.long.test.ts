import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { type Running, serve } from "../support/cli.js";
import { colorOf, drawing, drawnDataset, drawnRecord } from "../support/drawings.js";
import { workersOf } from "../support/workers.js";

const EDITS = Number(process.env.DATASET_EDITS ?? 20);
const ICONS = 1000;
const PATIENTLY = { timeout: 120_000, interval: 20 };

type Server = Running & { readonly port: number };

/** Random numbers that a seed determines (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** What a dataset has after each edit; good edits are numbered by the name of its first icon. */
function openDataset(random: () => number) {
  const folder = drawnDataset(ICONS);
  const data = join(folder, "data");
  const file = join(data, "icons/a.json");
  const records = Array.from({ length: ICONS }, (_, n) => drawnRecord(n));
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  const write = (text: string): void => {
    // In place, or as editors save.
    const isAside = random() < 0.5;
    writeFileSync(isAside ? `${folder}/aside` : file, text);
    if (isAside) renameSync(`${folder}/aside`, file);
  };
  let edits = 0;
  return {
    folder,
    data,
    /** The number of the last good edit. */
    last: () => edits,
    editWell(): void {
      edits++;
      records[0]!.name = `Edit ${edits}`;
      const at = 1 + Math.floor(random() * (ICONS - 1));
      if (random() < 0.3)
        writeFileSync(join(data, `pictures/${at}.svg`), drawing(colorOf(Math.floor(random() * 4096))));
      else records[at]!.name = `Icon ${at}, edit ${edits}`;
      write(JSON.stringify(records, null, 2));
    },
    editBadly(): void {
      const spoilt = structuredClone(records) as object[];
      Object.assign(spoilt[0]!, { name: "Bad" });
      const text = JSON.stringify(spoilt, null, 2);
      const breaking = [
        () => text.slice(0, Math.floor(random() * text.length)),
        () => text.replace('"category"', '"catgory"'),
        () => text.replace('"icon-7"', '"icon-8"'),
        () => "",
      ];
      write(pick(breaking)());
    },
    repair: () => write(JSON.stringify(records, null, 2)),
  };
}

const shownEdit = async ({ port }: Server): Promise<number> => {
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/icons/icon-0`);
  expect(response.status).toBe(200);
  const { data } = (await response.json()) as { data: { name: string } };
  expect(data.name).toMatch(/^(?:Edit \d+|Icon 0)$/);
  return Number(/\d+/.exec(data.name)![0]);
};

const processesOf = (server: Server): { readonly builders: number[]; readonly workers: number[] } => {
  const children = workersOf(server).filter((pid) => commandOf(pid) !== "");
  const builders = children.filter((pid) => commandOf(pid).includes("--watch"));
  return { builders, workers: children.filter((pid) => !builders.includes(pid) && commandOf(pid).includes("serve")) };
};
const commandOf = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
};
const kill = (pid: number | undefined): void => {
  try {
    if (pid !== undefined) process.kill(pid, "SIGKILL");
  } catch {
    // It has just ended.
  }
};

const summary = (name: string, times: readonly number[]): string => {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.floor(share * (sorted.length - 1))]! / 1000).toFixed(2);
  const within = sorted.filter((time) => time <= 3000).length;
  return `${name}: ${sorted.length} times, p50 ${at(0.5)} s, p90 ${at(0.9)} s, p99 ${at(0.99)} s, max ${at(1)} s, within 3 s: ${within}`;
};

describe("icons serve --data under random edits and kills", () => {
  it.each([
    ["one process", 1, EDITS],
    ["two workers", 2, Math.ceil(EDITS / 5)],
  ])(
    "serves the last good generation of 1,000 icons at any time: %s",
    {
      timeout: 300_000 + EDITS * 20_000,
    },
    async (_, workers, edits) => {
      const seed = Number(process.env.TEST_SEED_NUMBER ?? 20_261_129);
      const random = randomFrom(seed);
      const dataset = openDataset(random);
      const { folder, data, last } = dataset;
      const own = ["--keys", join(folder, "keys.json"), "--usage", join(folder, "usage.bin"), "--anonymous", "pro"];
      const args = ["serve", join(folder, "out"), "--data", data, "--workers", String(workers), ...own];
      let server = await serve(args, {}, { kept: true });
      let shown = 0;
      /** When a process was killed since the last good edit was shown. */
      let killedAt: number | undefined;
      const look = async (): Promise<number> => {
        const found = await shownEdit(server);
        // Workers switch one after the other.
        if (workers === 1) expect(found).toBeGreaterThanOrEqual(shown);
        expect(found).toBeLessThanOrEqual(last());
        shown = Math.max(shown, found);
        return found;
      };
      const counts = { good: 0, bad: 0, builders: 0, servers: 0, workers: 0 };
      const times = { undisturbed: [] as number[], "with a kill": [] as number[], "since that kill": [] as number[] };
      /** Waits for the last good edit. */
      const untilShown = async (since: number): Promise<void> => {
        for (let at = 0; at < workers; at++) await vi.waitFor(async () => expect(await look()).toBe(last()), PATIENTLY);
        const now = performance.now();
        times[killedAt === undefined ? "undisturbed" : "with a kill"].push(now - since);
        if (killedAt !== undefined) times["since that kill"].push(now - Math.max(since, killedAt));
        killedAt = undefined;
      };
      const restart = async (): Promise<void> => {
        kill(server.process.pid);
        server = await serve(args, {}, { kept: true });
        await look();
      };
      try {
        while (counts.good + counts.bad < edits) {
          const chance = random();
          if (chance < 0.25) {
            dataset.editBadly();
            counts.bad++;
            await sleep(random() * 1000);
            await look();
            const fate = random();
            if (fate < 0.28) killedAt = performance.now();
            if (fate < 0.2) kill(processesOf(server).builders[0]);
            else if (fate < 0.28) {
              await restart();
              counts.servers++;
            }
            expect(await look()).toBeLessThanOrEqual(last());
            if (random() < 0.3) dataset.repair();
            continue;
          }
          const several = random() < 0.15 ? 3 : 1;
          for (let n = 0; n < several; n++) {
            dataset.editWell();
            counts.good++;
            if (n < several - 1) await sleep(random() * 500);
          }
          const since = performance.now();
          if (chance > 0.9) {
            await sleep(random() * 1500);
            killedAt = performance.now();
            const { builders, workers: serving } = processesOf(server);
            if (chance > 0.98) {
              counts.servers++;
              await restart();
            } else if (chance > 0.96 && serving.length > 0) {
              counts.workers++;
              kill(serving[0]);
            } else {
              counts.builders++;
              kill(builders[0]);
            }
          }
          await untilShown(since);
        }
        dataset.editWell();
        await untilShown(performance.now());
        console.log(`${workers} workers, seed ${seed}: ${JSON.stringify(counts)}`);
        for (const [name, list] of Object.entries(times)) if (list.length > 0) console.log(summary(name, list));
        expect(await server.stop()).toBe(0);
      } finally {
        kill(server.process.pid);
      }
    },
  );
});
