import { existsSync } from "node:fs";
import type { Tier } from "../../src/access/key.js";
import { countedDigest } from "../../src/access/key-entry.js";
import { readKeyFile } from "../../src/access/key-file.js";
import { openUsageFile } from "../../src/access/usage-file.js";
import { perDayOf, type QuotaFlags } from "../options/plan-options.js";

/** The requests counted for a key. */
export interface KeyCount {
  readonly id: string;
  readonly name: string | undefined;
  readonly tier: Tier;
  /** Requests today if the plan has a quota, else all requests. */
  readonly count: number;
  /** Requests per day; undefined: unlimited. */
  readonly perDay: number | undefined;
}

/**
 * Returns a function that reads the counts of each key directly from the server's files.
 *
 * @returns undefined if there is no key file or usage file: neither is created here
 * @throws KeyFileError, StorageError, UsageFileError
 */
export function openKeyCounts(keys: string, usage: string, quotas: QuotaFlags): (() => KeyCount[]) | undefined {
  if (!existsSync(keys) || !existsSync(usage)) return undefined;
  const counted = openUsageFile(usage, { role: "reader" });
  return () =>
    readKeyFile(keys).map((entry) => {
      const { id, name, tier } = entry;
      const perDay = perDayOf(quotas, tier);
      const digest = countedDigest(entry);
      const count = perDay === undefined ? Number(counted.tallyOf(digest)) : (counted.usageOf(digest)?.used ?? 0);
      return { id, name, tier, count, perDay };
    });
}
