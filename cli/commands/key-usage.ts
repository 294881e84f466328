import { existsSync } from "node:fs";
import { Command } from "commander";
import { countedDigest, type KeyEntry } from "../../src/access/key-entry.js";
import { findKey, readKeyFile } from "../../src/access/key-file.js";
import type { UsageReader } from "../../src/access/quota.js";
import { openRedisUsage } from "../../src/access/redis-quota.js";
import { openUsageFile } from "../../src/access/usage-file.js";
import { jsonOption, keysOption, quotaOption, usageOption } from "../options/options.js";
import { addQuotaOptions, perDayOf, type QuotaFlags } from "../options/plan-options.js";
import { checkedRedisUrl } from "../options/redis-url.js";
import { print, printJson } from "../terminal/output.js";
import { printTable } from "../terminal/table.js";

/** The usage of a key. */
interface KeyUsage extends Pick<KeyEntry, "id" | "tier" | "name"> {
  /** Requests per day, and the number left; -1: unlimited. */
  readonly limit: number;
  readonly remaining: number;
  /** Requests counted today, if the plan has a limit. */
  readonly usedToday?: number;
  /** Requests ever counted, if it has none. */
  readonly total?: number;
}

export function usageCommand(): Command {
  return addQuotaOptions(new Command("usage"))
    .description("show today's usage per key, and the total usage of unlimited keys")
    .addOption(keysOption())
    .addOption(usageOption())
    .addOption(quotaOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  icons keys usage\n  icons keys usage --quota redis://cache.internal:6379/0 --json | jq '.[] | select(.remaining == 0)'",
    )
    .action(async ({ keys, json, ...flags }: UsageFlags & QuotaFlags & { keys: string; json?: boolean }) => {
      const entries = readKeyFile(keys);
      const usage = await openUsageReader(flags);
      const used = await Promise.all(
        entries.map((entry) => usageOf(entry, perDayOf(flags, entry.tier), usage)),
      ).finally(() => usage.close());
      if (json) return printJson(used);
      printTable(
        ["id", "tier", "name", "used today", "limit", "remaining", "total"],
        used.map(({ id, tier, name, usedToday, limit, remaining, total }) => [
          id,
          tier,
          name ?? "",
          usedToday ?? "",
          limit < 0 ? "unlimited" : limit,
          limit < 0 ? "" : remaining,
          total ?? "",
        ]),
      );
    });
}

async function usageOf(entry: KeyEntry, limit: number | undefined, usage: UsageReader): Promise<KeyUsage> {
  const { id, tier, name } = entry;
  const who = { id, tier, ...(name === undefined ? {} : { name }) };
  if (limit === undefined)
    return { ...who, limit: -1, remaining: -1, total: Number(await usage.tallyOf(countedDigest(entry))) };
  const usedToday = await usage.usedToday(countedDigest(entry));
  return { ...who, limit, remaining: Math.max(0, limit - usedToday), usedToday };
}

export function resetUsageCommand(): Command {
  return new Command("reset-usage")
    .description("reset today's usage of one key or of all callers")
    .argument("[id]", "id of the key; default: all callers")
    .addOption(keysOption())
    .addOption(usageOption())
    .addOption(quotaOption())
    .addOption(jsonOption())
    .addHelpText("after", "\nExamples:\n  icons keys reset-usage\n  icons keys reset-usage k_0123456789")
    .action(async (id: string | undefined, { keys, json, ...flags }: UsageFlags & { keys: string; json?: boolean }) => {
      const entry = id === undefined ? undefined : findKey(keys, readKeyFile(keys), id);
      const usage = await openUsageReader(flags);
      try {
        await usage.reset(entry && countedDigest(entry));
      } finally {
        await usage.close();
      }
      if (json) return printJson({ reset: id ?? "everybody" });
      print(`reset the usage of ${id ?? "all callers"}`);
    });
}

/** Flags for the location of the counters. */
export interface UsageFlags {
  readonly usage: string;
  readonly quota?: string;
}

/**
 * Opens the counters of a server: its usage file or its Redis.
 *
 * @throws UsageError, RedisRefusalError, Error if there is no such file or Redis
 */
async function openUsageReader({ usage, quota }: UsageFlags): Promise<UsageReader> {
  if (quota !== undefined) return openRedisUsage(checkedRedisUrl(quota));
  if (existsSync(usage)) return openUsageFile(usage, { role: "reader" });
  throw new Error(
    `${usage} does not exist, so no server has counted in it; give the server's file with --usage, or its Redis with --quota`,
  );
}
