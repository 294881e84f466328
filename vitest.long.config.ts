import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import quick from "./vitest.config.js";

/**
 * The counts of `npm run test:long`; with `TEST_COUNTS=subset`, as in CI, each suite draws a subset of a few seconds to
 * a minute.
 */
const FULL_COUNTS = {
  CRASH_POINTS: "500",
  DAMAGE_FLIPS: "10000",
  DATASET_EDITS: "1000",
  EDITED_DATASETS: "10",
  FAULT_SECONDS: "10",
  FUZZ_CONNECTIONS: "20000",
  FUZZ_REQUESTS: "100000",
  HAMMER_REQUESTS: "1000",
  HASHED_ICONS: "1022",
  INSTALLED_NODE_VERSIONS: "22,24,26",
  LADDER_QUERIES: "5000",
  LARGE_CATALOG: "100000",
  OUTPUT_CASES: "120",
  RANDOM_SHARE: "1",
  REUSE_INDEX_FLIPS: "200",
  SERVED_HASHES: "1022",
  SUPERVISION_RUNS: "200",
  SUPERVISION_SEQUENCES: "5000",
};

/** Share of the suites that a subset runs. */
const SUBSET_SHARE = Number(process.env.TEST_SHARE ?? 0.5);

/** The long suites: crashes, damage, faults, load, and whatever else `npm test` has no time for. */
export default defineConfig({
  test: {
    ...quick.test,
    include: isSubset() ? drawnSuites() : ["test/**/*.long.test.ts", ...testFiles().filter(hasCounts)],
    exclude: [],
    isolate: true, // They kill, damage and fill up what they run.
    env: isSubset() ? {} : { ...FULL_COUNTS, ...namedCounts() },
  },
});

function isSubset(): boolean {
  return process.env.TEST_COUNTS === "subset";
}

function testFiles(): readonly string[] {
  const files = readdirSync("test", { recursive: true, encoding: "utf8" });
  return files.filter((file) => file.endsWith(".test.ts")).map((file) => join("test", file));
}

/** Whether a file of `npm test` takes longer at full counts. */
function hasCounts(file: string): boolean {
  const code = readFileSync(file, "utf8");
  return /from "fast-check"/.test(code) || Object.keys(FULL_COUNTS).some((count) => code.includes(`env.${count}`));
}

/**
 * Suites in the order of a hash of their name and the seed, which is `TEST_SEED` or the commit: other ones at other
 * commits, the same ones if a commit is tested again.
 */
function drawnSuites(): string[] {
  const seed =
    process.env.TEST_SEED ?? execFileSync("git", ["rev-parse", "--short=12", "HEAD"], { encoding: "utf8" }).trim();
  const rank = (file: string): string => createHash("sha256").update(seed).update(file).digest("hex");
  const suites = testFiles().filter((file) => file.endsWith(".long.test.ts"));
  const drawn = suites.sort((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, Math.ceil(suites.length * SUBSET_SHARE));
  console.log(`${drawn.length} of ${suites.length} long suites, drawn by TEST_SEED=${seed}`);
  return drawn;
}

/** Counts that the environment names, which go before the full ones. */
function namedCounts(): Record<string, string> {
  const named = Object.keys(FULL_COUNTS).flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  return Object.fromEntries(named);
}
