import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { digestOf } from "#src/access/key.js";
import type { Quota, Subject, UsageReader } from "#src/access/quota.js";
import { openRedisCounters, type TimedCount } from "#src/access/redis-counters.js";
import { openRedisQuota, openRedisUsage } from "#src/access/redis-quota.js";
import { openUsageFile } from "#src/access/usage-file.js";
import { countInMemory } from "#src/access/usage-tables.js";
import { describeWith } from "../support/debian.js";
import { temporaryFolder } from "../support/folder.js";
import { PATIENTLY } from "../support/patiently.js";
import { startRedis } from "../support/redis.js";

/** A quota and an operator's view of its counters. */
interface Opened {
  readonly quota: Quota;
  readonly reader: UsageReader;
}

const DAY_SECONDS = 86_400;

/** Keys that no other test uses. */
const newKey = (): Subject & { readonly digest: string } => ({
  kind: "key",
  digest: digestOf(randomBytes(16).toString("hex")),
});
const address = (text: string): Subject => ({ kind: "address", address: text });

/** The contract of every implementation of `Quota` and `UsageReader`. Each test opens its own. */
function describeQuota(open: () => Promise<Opened>): void {
  const allowed = async (quota: Quota, subject: Subject, times: number): Promise<number> => {
    const taken = await Promise.all(Array.from({ length: times }, () => quota.take(subject, 100)));
    return taken.filter((allowance) => allowance.allowed).length;
  };

  it("grants a free key 100 requests per UTC day and does not count refused ones", async () => {
    const { quota, reader } = await open();
    const key = newKey();
    for (let used = 1; used <= 100; used++)
      expect(await quota.take(key, 100)).toMatchObject({ allowed: true, limit: 100, remaining: 100 - used });
    for (let more = 0; more < 3; more++)
      expect(await quota.take(key, 100)).toMatchObject({ allowed: false, limit: 100, remaining: 0 });
    expect(await reader.usedToday(key.digest)).toBe(100);
  });

  it("counts each key separately", async () => {
    const { quota, reader } = await open();
    const [one, other] = [newKey(), newKey()];
    expect(await allowed(quota, one, 101)).toBe(100);
    expect(await quota.take(other, 100)).toMatchObject({ allowed: true, remaining: 99 });
    expect(await reader.usedToday(newKey().digest)).toBe(0);
  });

  it("returns the seconds left until midnight UTC", async () => {
    const { quota } = await open();
    const left = (): number => DAY_SECONDS - (Math.floor(Date.now() / 1000) % DAY_SECONDS);
    for (const perDay of [100, undefined]) {
      const most = left();
      const { resetSeconds } = await quota.take(newKey(), perDay);
      expect(resetSeconds).toBeLessThanOrEqual(most + 1);
      expect(resetSeconds).toBeGreaterThanOrEqual(left() - 1);
    }
  });

  it("grants exactly 100 of any number of concurrent requests", async () => {
    const { quota } = await open();
    expect(await allowed(quota, newKey(), 250)).toBe(100);
  });

  it("counts an IPv6 network of 64 bits as one caller and each IPv4 address as its own", async () => {
    const { quota } = await open();
    expect(await allowed(quota, address("2001:db8::1"), 60)).toBe(60);
    expect(await allowed(quota, address("2001:db8::ffff"), 60)).toBe(40);
    expect(await allowed(quota, address("203.0.113.9"), 60)).toBe(60);
    expect(await allowed(quota, address("::ffff:203.0.113.9"), 60)).toBe(40);
    expect(await allowed(quota, address("203.0.113.10"), 60)).toBe(60);
  });

  it("never refuses a pro key, and counts its requests for the operator", async () => {
    const { quota, reader } = await open();
    const key = newKey();
    for (let at = 0; at < 120; at++)
      expect(await quota.take(key, undefined)).toMatchObject({ allowed: true, limit: -1, remaining: -1 });
    await vi.waitFor(async () => expect(await reader.tallyOf(key.digest)).toBe(120n), PATIENTLY);
    expect(await reader.tallyOf(newKey().digest)).toBe(0n);
    expect(await reader.usedToday(key.digest)).toBe(0);
  });

  it("resets the allowance of one key, then of all", async () => {
    const { quota, reader } = await open();
    const [one, other] = [newKey(), newKey()];
    for (const key of [one, other]) expect(await allowed(quota, key, 100)).toBe(100);
    await reader.reset(one.digest);
    expect(await reader.usedToday(one.digest)).toBe(0);
    expect([await allowed(quota, one, 1), await allowed(quota, other, 1)]).toEqual([1, 0]);
    await reader.reset();
    expect([await allowed(quota, one, 100), await allowed(quota, other, 100)]).toEqual([100, 100]);
  });
}

/** The contract of implementations that count for several processes. */
function describeSharedQuota(open: () => Promise<Opened & { readonly second: Quota }>): void {
  describeQuota(open);

  it("adds up what several processes count concurrently", async () => {
    const { quota, second } = await open();
    const key = newKey();
    const taken = await Promise.all(
      Array.from({ length: 160 }, (_, at) => (at % 2 === 0 ? quota : second).take(key, 100)),
    );
    expect(taken.filter((allowance) => allowance.allowed)).toHaveLength(100);
  });
}

describe("in-memory quota", () => {
  describeQuota(async () => {
    const usage = countInMemory();
    return { quota: usage, reader: usage };
  });
});

describe("usage file quota", () => {
  describeSharedQuota(async () => {
    const path = join(temporaryFolder(), "usage.bin");
    const [usage, second] = [openUsageFile(path), openUsageFile(path)];
    onTestFinished(() => {
      for (const opened of [usage, second]) opened.close();
    });
    return { quota: usage, second, reader: usage };
  });
});

describeWith(["redis-server"], "Redis quota", () => {
  describeSharedQuota(async () => {
    const { url } = await startRedis();
    const open = (): Promise<Quota> => openRedisQuota(url, { waitMs: 10_000 });
    const [quota, second, reader] = await Promise.all([open(), open(), openRedisUsage(url)]);
    onTestFinished(async () => {
      for (const opened of [quota, second, reader]) await opened.close();
    });
    return { quota, second, reader };
  });

  it("refuses no address, and keeps the highest counts of those that share a hash", async () => {
    const { url } = await startRedis();
    const counters = await openRedisCounters(url);
    onTestFinished(() => counters.connection.close());
    const take = (field: string): Promise<TimedCount> => counters.increment({ hash: "shared", field }, 5, 10_000);
    for (let used = 1; used <= 3; used++) expect(await take("high")).toMatchObject({ allowed: true, used });
    for (let at = 0; at < 200; at++) expect(await take(`new ${at}`)).toMatchObject({ allowed: true, used: 1 });
    expect(await take("high")).toMatchObject({ allowed: true, used: 4 });
    expect(await counters.connection.client.hlen("icons:used:shared")).toBe(64);
  });
});
