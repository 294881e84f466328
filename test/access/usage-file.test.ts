import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { digestOf } from "#src/access/key.js";
import { QuotaAwayError, type Subject } from "#src/access/quota.js";
import { openUsageFile, type UsageFile, UsageFileError, type UsageRole } from "#src/access/usage-file.js";
import type { Usage } from "#src/access/usage-tables.js";
import { scratchFolder } from "../platform/scratch.js";
import { PATIENTLY } from "../support/patiently.js";

const NOON = Date.parse("2026-03-01T12:00:00Z");
const HALF_DAY = 43_200;
const DAY_MS = 86_400_000;
const DAY = NOON / DAY_MS - 0.5;
const key = (name: string): Subject => ({ kind: "key", digest: digestOf(name) });
const address = (text: string): Subject => ({ kind: "address", address: text });

let path: string;
let now: number;
/** Opens a usage file until the end of the test. */
const open = (file = path): Usage => {
  const usage = openUsageFile(file, { now: () => now });
  onTestFinished(() => usage.close());
  return usage;
};

function takeMany(usage: Usage, subject: Subject, times: number): number {
  let allowed = 0;
  for (let at = 0; at < times; at++) if (usage.take(subject, 100).allowed) allowed++;
  return allowed;
}

/** Creates a usage file and changes its size. */
function resize(bytes: number): void {
  open().close();
  truncateSync(path, statSync(path).size + bytes);
}

beforeEach(() => {
  path = join(scratchFolder(), "usage.bin");
  now = NOON;
});

describe("free plan allowance", () => {
  it("grants 100 requests per UTC day and does not count refused ones", () => {
    const usage = open();
    for (let used = 1; used <= 100; used++) {
      const left = { allowed: true, limit: 100, remaining: 100 - used, resetSeconds: HALF_DAY };
      expect(usage.take(key("a"), 100)).toEqual(left);
    }
    const refused = { allowed: false, limit: 100, remaining: 0, resetSeconds: HALF_DAY };
    for (let more = 0; more < 3; more++) expect(usage.take(key("a"), 100)).toEqual(refused);
    expect(usage.usageOf(digestOf("a"))).toEqual({ day: DAY, used: 100 });
    expect(usage.take(key("b"), 100).remaining).toBe(99);
  });

  it("renews the allowance at midnight UTC and not earlier", () => {
    const usage = open();
    takeMany(usage, key("a"), 100);
    now = NOON + HALF_DAY * 1000 - 1;
    expect(usage.take(key("a"), 100)).toMatchObject({ allowed: false, resetSeconds: 1 });
    now += 1;
    expect(usage.take(key("a"), 100)).toEqual({ allowed: true, limit: 100, remaining: 99, resetSeconds: 86_400 });
  });

  it("keeps the allowance used up if the clock is set back by a day, until the end of the later day", () => {
    const usage = open();
    takeMany(usage, key("a"), 100);
    now -= DAY_MS;
    expect(usage.take(key("a"), 100)).toMatchObject({ allowed: false, resetSeconds: HALF_DAY + 86_400 });
  });

  it("refuses a caller with the reason and the wait if no slot is free", () => {
    const usage = open();
    const crowded = (at: number): Subject => ({
      kind: "key",
      digest: at.toString(16).padStart(8, "0").padEnd(64, "0"),
    });
    for (let at = 1; at <= 64; at++) expect(usage.take(crowded(at), 100).allowed).toBe(true);
    expect(() => usage.take(crowded(65), 100)).toThrow(QuotaAwayError);
    expect(() => usage.take(crowded(65), 100)).toThrow(expect.objectContaining({ retrySeconds: HALF_DAY }));
    expect(usage.take(key("elsewhere"), 100).allowed).toBe(true);
  });
});

describe("usage file", () => {
  it("shares counts between all processes that have it open, and keeps them when it is reopened", () => {
    const [a, b] = [open(), open()];
    expect(takeMany(a, key("a"), 70) + takeMany(b, key("a"), 70)).toBe(100);
    a.close();
    b.close();
    expect(takeMany(open(), key("a"), 10)).toBe(0);
  });

  it("creates a file that only its owner can read, fully allocated, and leaves no temporary file", () => {
    open();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(path).size).toBe(4096 + 3 * 65_536 * 16);
    expect(statSync(path).blocks * 512).toBeGreaterThanOrEqual(statSync(path).size);
    expect(readdirSync(dirname(path))).toEqual(["usage.bin"]);
  });

  it("stores addresses hashed with a secret of its own", () => {
    const tables = [1, 2].map((run) => {
      path = join(scratchFolder(), `usage-${run}.bin`);
      open().take(address("203.0.113.9"), 100);
      return readFileSync(path).subarray(4096).toString("latin1");
    });
    expect(tables[0]).not.toBe(tables[1]);
  });

  it("creates the file even if an earlier process was killed while it created the file", () => {
    writeFileSync(`${path}.${process.pid}.tmp`, "half");
    expect(open().take(key("a"), 100).allowed).toBe(true);
  });

  it.each<[string, () => void, string]>([
    ["is empty", () => writeFileSync(path, ""), "is empty. Remove it"],
    ["is a text", () => writeFileSync(path, "keys: none\n"), "is not a usage file: it does not begin with ICONUSE1"],
    ["is cut off", () => resize(-8), "is cut off: it has 3149816 bytes and should have 3149824"],
    ["is cut off within its header", () => resize(20 - 3_149_824), "is cut off: it has 20 bytes"],
    ["is too long", () => resize(8), "is too long: it has 3149832 bytes"],
    ["has another magic", () => writeFileSync(path, Buffer.alloc(3_149_824)), "is not a usage file"],
    ["is a folder", () => mkdirSync(path), "is not a file. Choose another one with --usage"],
    ["is a FIFO", () => execFileSync("mkfifo", [path]), "is not a file"],
  ])("rejects a usage file at startup with reason and remedy, and leaves it unchanged, if it %s", (_, make, said) => {
    make();
    const isFile = statSync(path).isFile();
    const before = isFile ? readFileSync(path) : undefined;
    for (const role of ["reader", "server"] as const)
      expect(() => openUsageFile(path, { role })).toThrow(`${path} ${said}`);
    if (before !== undefined) expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(dirname(path))).toEqual(["usage.bin"]);
  });
});

describe("usage file damaged while it is open", () => {
  const opened: UsageFile[] = [];
  const repaired: string[] = [];
  const follow = (role: UsageRole = "server"): UsageFile => {
    const file = openUsageFile(path, { role, now: () => now, onRepaired: (what) => repaired.push(what) });
    opened.push(file);
    return file;
  };
  beforeEach(() => {
    repaired.length = 0;
  });
  afterEach(() => {
    for (const file of opened.splice(0)) file.close();
  });
  const inode = (): number => statSync(path).ino;
  const BYTES = 3_149_824;

  it.each([0, 20, 100, 5000, BYTES - 8])(
    "keeps counting in all processes if the open file is truncated to %i bytes",
    async (bytes) => {
      const [a, b] = [follow(), follow("worker")];
      takeMany(a, address("203.0.113.9"), 100);
      const before = inode();
      truncateSync(path, bytes);
      // The process that notices first extends the file, which may take a millisecond.
      await sleep(2);
      expect(a.take(key("p"), undefined).allowed).toBe(true);
      expect(takeMany(b, key("a"), 70) + takeMany(a, key("a"), 70)).toBe(100);
      expect({ bytes: statSync(path).size, inode: inode() }).toEqual({ bytes: BYTES, inode: before });
      expect(repaired).toEqual([expect.stringContaining("extended to its full length")]);
      // The secret is unchanged, so that all processes hash addresses alike.
      await vi.waitFor(
        () => expect([a, b].map((file) => file.status().fault)).toEqual([undefined, undefined]),
        PATIENTLY,
      );
      expect(takeMany(a, address("198.51.100.7"), 70) + takeMany(b, address("198.51.100.7"), 70)).toBe(100);
      expect(takeMany(open(), key("a"), 1)).toBe(0);
    },
  );

  it("restores a removed usage file with its counts", async () => {
    const [a, b] = [follow(), follow()];
    takeMany(a, key("a"), 100);
    rmSync(path);
    await vi.waitFor(() => expect(statSync(path).size).toBe(BYTES), PATIENTLY);
    expect(takeMany(follow("reader"), key("a"), 1)).toBe(0);
    // Both have switched to it, so they share one counter.
    await vi.waitFor(() => {
      takeMany(a, key("b"), 1);
      takeMany(b, key("b"), 1);
      expect(follow("reader").usageOf(digestOf("b"))?.used).toBe(b.usageOf(digestOf("b"))?.used);
      expect(follow("reader").usageOf(digestOf("b"))?.used).toBe(a.usageOf(digestOf("b"))?.used);
    }, PATIENTLY);
    expect(repaired[0]).toContain("was deleted");
  });

  it("switches to another usage file put in its place", async () => {
    const file = follow();
    takeMany(file, key("a"), 100);
    const backup = `${path}.backup`;
    const other = open(backup);
    takeMany(other, key("a"), 40);
    renameSync(backup, path);
    await vi.waitFor(() => expect(file.usageOf(digestOf("a"))?.used).toBe(40), PATIENTLY);
    expect(repaired).toEqual([]);
  });

  it("keeps the counts if a foreign file takes the file's place, and keeps that file under another name", async () => {
    const file = follow();
    takeMany(file, key("a"), 100);
    rmSync(path);
    writeFileSync(path, "nothing of ours");
    const strange = inode();
    await vi.waitFor(() => expect(statSync(path).size).toBe(BYTES), PATIENTLY);
    expect(takeMany(follow("reader"), key("a"), 1)).toBe(0);
    expect(readFileSync(`${path}.damaged-${strange}`, "utf8")).toBe("nothing of ours");
  });

  it("starts from zero if the file is overwritten in place, and keeps the foreign content under another name", async () => {
    const file = follow();
    takeMany(file, key("a"), 100);
    const before = inode();
    writeFileSync(path, Buffer.alloc(BYTES, 0xff), { flag: "r+" });
    await vi.waitFor(() => expect(inode()).not.toBe(before), PATIENTLY);
    await vi.waitFor(() => expect(takeMany(file, key("b"), 101)).toBe(100), PATIENTLY);
    expect(readFileSync(`${path}.damaged-${before}`)[0]).toBe(0xff);
  });

  it("lets a starting worker repair the file, and keeps a foreign file under another name", async () => {
    writeFileSync(path, "nothing of ours");
    const strange = inode();
    expect(takeMany(follow("worker"), key("a"), 101)).toBe(100);
    expect(readFileSync(`${path}.damaged-${strange}`, "utf8")).toBe("nothing of ours");
  });

  it("serves unlimited plans in a worker that can't open the file, until it can", async () => {
    mkdirSync(path);
    const file = follow("worker");
    expect(file.take(key("p"), undefined)).toMatchObject({ allowed: true, remaining: -1 });
    expect(() => file.take(key("a"), 100)).toThrow(QuotaAwayError);
    expect(file.status().fault?.error.message).toContain(path);
    rmSync(path, { recursive: true });
    await file.ready;
    expect(takeMany(file, key("a"), 101)).toBe(100);
    await vi.waitFor(() => expect(file.status().fault).toBeUndefined(), PATIENTLY);
  });

  it("does not let a reader repair the file", async () => {
    follow().close();
    const reader = follow("reader");
    truncateSync(path, 100);
    await sleep(2);
    expect(() => reader.usedToday(digestOf("a"))).toThrow(UsageFileError);
    expect(statSync(path).size).toBe(100);
    rmSync(path);
    expect(() => follow("reader")).toThrow("does not exist");
    expect(readdirSync(dirname(path))).toEqual([]);
  });
});
