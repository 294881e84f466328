import { readdirSync, readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { digestOf } from "#src/access/key.js";
import { QuotaTableFullError, type Subject } from "#src/access/quota.js";
import { openUsageFile } from "#src/access/usage-file.js";
import type { Usage } from "#src/access/usage-tables.js";
import { scratchFolder } from "../platform/scratch.js";

const NOON = Date.parse("2026-03-01T12:00:00Z");
const HALF_DAY = 43_200;
const DAY_MS = 86_400_000;
const DAY = NOON / DAY_MS - 0.5;
const key = (name: string): Subject => ({ kind: "key", digest: digestOf(name) });
const address = (text: string): Subject => ({ kind: "address", address: text });

let path: string;
let now: number;
const open = (): Usage => openUsageFile(path, () => now);

function takeMany(usage: Usage, subject: Subject, times: number): number {
  let allowed = 0;
  for (let at = 0; at < times; at++) if (usage.take(subject, "free").allowed) allowed++;
  return allowed;
}

/** Makes a usage file and changes its length. */
function resize(bytes: number): void {
  open().close();
  truncateSync(path, statSync(path).size + bytes);
}

beforeEach(() => {
  path = join(scratchFolder(), "usage.bin");
  now = NOON;
});

describe("the allowance of the free plan", () => {
  it("is 100 requests a UTC day, then refusals that are not counted", () => {
    const usage = open();
    for (let used = 1; used <= 100; used++) {
      const left = { allowed: true, limit: 100, remaining: 100 - used, resetSeconds: HALF_DAY };
      expect(usage.take(key("a"), "free")).toEqual(left);
    }
    const refused = { allowed: false, limit: 100, remaining: 0, resetSeconds: HALF_DAY };
    for (let more = 0; more < 3; more++) expect(usage.take(key("a"), "free")).toEqual(refused);
    expect(usage.usageOf(digestOf("a"))).toEqual({ day: DAY, used: 100 });
    expect(usage.take(key("b"), "free").remaining).toBe(99);
  });

  it("comes back at midnight UTC, and not before", () => {
    const usage = open();
    takeMany(usage, key("a"), 100);
    now = NOON + HALF_DAY * 1000 - 1;
    expect(usage.take(key("a"), "free")).toMatchObject({ allowed: false, resetSeconds: 1 });
    now += 1;
    expect(usage.take(key("a"), "free")).toEqual({ allowed: true, limit: 100, remaining: 99, resetSeconds: 86_400 });
  });

  it("does not come back when the clock is set back by a day, and lasts to the end of the day that counts", () => {
    const usage = open();
    takeMany(usage, key("a"), 100);
    now -= DAY_MS;
    expect(usage.take(key("a"), "free")).toMatchObject({ allowed: false, resetSeconds: HALF_DAY + 86_400 });
  });

  it("is one for an IPv6 network of 64 bits, and one for each IPv4 address", () => {
    const usage = open();
    expect(takeMany(usage, address("2001:db8::1"), 60) + takeMany(usage, address("2001:db8::ffff"), 60)).toBe(100);
    expect(takeMany(usage, address("2001:db8:0:1::1"), 101)).toBe(100);
    expect(takeMany(usage, address("203.0.113.9"), 60) + takeMany(usage, address("::ffff:203.0.113.9"), 60)).toBe(100);
    expect(takeMany(usage, address("203.0.113.10"), 1)).toBe(1);
  });

  it("is given back to one key, or to everybody", () => {
    const usage = open();
    for (const subject of [key("a"), key("b"), address("203.0.113.9")]) takeMany(usage, subject, 100);
    usage.reset(digestOf("a"));
    expect([key("a"), key("b"), address("203.0.113.9")].map((s) => takeMany(usage, s, 1))).toEqual([1, 0, 0]);
    expect(usage.usageOf(digestOf("a"))).toEqual({ day: DAY, used: 1 });
    usage.reset();
    expect([key("a"), key("b"), address("203.0.113.9")].map((s) => takeMany(usage, s, 101))).toEqual([100, 100, 100]);
  });

  it("is refused with the kind and the time when there is no slot left for a caller", () => {
    const usage = open();
    const crowded = (at: number): Subject => ({
      kind: "key",
      digest: at.toString(16).padStart(8, "0").padEnd(64, "0"),
    });
    for (let at = 1; at <= 64; at++) expect(usage.take(crowded(at), "free").allowed).toBe(true);
    expect(() => usage.take(crowded(65), "free")).toThrow(QuotaTableFullError);
    expect(() => usage.take(crowded(65), "free")).toThrow(
      expect.objectContaining({ kind: "key", resetSeconds: HALF_DAY }),
    );
    expect(usage.take(key("elsewhere"), "free").allowed).toBe(true);
  });
});

describe("the pro plan", () => {
  it("is unlimited, and counts keys only", () => {
    const usage = open();
    const unlimited = { allowed: true, limit: -1, remaining: -1, resetSeconds: HALF_DAY };
    for (let at = 0; at < 300; at++) expect(usage.take(key("p"), "pro")).toEqual(unlimited);
    expect(usage.take(address("203.0.113.9"), "pro")).toEqual(unlimited);
    expect(usage.tallyOf(digestOf("p"))).toBe(300n);
    expect(usage.tallyOf(digestOf("q"))).toBe(0n);
    expect(usage.usageOf(digestOf("p"))).toBeUndefined();
  });
});

describe("a usage file", () => {
  it("is shared by all who have it open, and remembers what was counted", () => {
    const [a, b] = [open(), open()];
    expect(takeMany(a, key("a"), 70) + takeMany(b, key("a"), 70)).toBe(100);
    a.close();
    b.close();
    expect(takeMany(open(), key("a"), 10)).toBe(0);
  });

  it("is the owner's alone, written in full, with nothing left beside it", () => {
    open();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(path).size).toBe(4096 + 3 * 65_536 * 16);
    expect(statSync(path).blocks * 512).toBeGreaterThanOrEqual(statSync(path).size);
    expect(readdirSync(dirname(path))).toEqual(["usage.bin"]);
  });

  it("keeps addresses under a secret of its own", () => {
    const tables = [1, 2].map((run) => {
      path = join(scratchFolder(), `usage-${run}.bin`);
      open().take(address("203.0.113.9"), "free");
      return readFileSync(path).subarray(4096).toString("latin1");
    });
    expect(tables[0]).not.toBe(tables[1]);
  });

  it("is created also where a process was killed while creating it", () => {
    writeFileSync(`${path}.${process.pid}.tmp`, "half");
    expect(open().take(key("a"), "free").allowed).toBe(true);
  });

  it.each<[string, () => void]>([
    ["is empty", () => writeFileSync(path, "")],
    ["is a text", () => writeFileSync(path, "keys: none\n")],
    ["is cut off", () => resize(-8)],
    ["is too long", () => resize(8)],
    ["has another magic", () => writeFileSync(path, Buffer.alloc(4096 + 3 * 65_536 * 16))],
  ])("is refused by its name, and not overwritten, when it %s", (_, make) => {
    make();
    const before = readFileSync(path);
    expect(() => open()).toThrow(`${path} is no usage file`);
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});
