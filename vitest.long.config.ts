import { defineConfig } from "vitest/config";
import quick from "./vitest.config.js";

/** The counts of `npm run test:long`; with `TEST_COUNTS=subset`, as in CI, each suite draws a subset of a few seconds to a minute. */
const FULL_COUNTS = {
  CRASH_POINTS: "500",
  DAMAGE_FLIPS: "10000",
  EDITED_DATASETS: "10",
  FAULT_SECONDS: "10",
  FUZZ_REQUESTS: "100000",
  HAMMER_REQUESTS: "1000",
  HASHED_ICONS: "1022",
  LARGE_CATALOG: "100000",
  REUSE_INDEX_FLIPS: "200",
  SERVED_HASHES: "1022",
  SUPERVISION_RUNS: "200",
  SUPERVISION_SEQUENCES: "5000",
};

/** Files of `npm test` whose full counts take longer. */
const RUN_BY_COUNT = [
  "test/catalog/large-catalog.test.ts",
  "test/explorer/hashing.test.ts",
  "test/serving/supervision.test.ts",
];

/** The long suites: crashes, damage, faults, load, and whatever else `npm test` has no time for. */
export default defineConfig({
  test: {
    ...quick.test,
    include: ["test/**/*.long.test.ts", ...(isSubset() ? [] : RUN_BY_COUNT)],
    exclude: [],
    isolate: true, // They kill, damage and fill up what they run.
    env: isSubset() ? {} : { ...FULL_COUNTS, ...namedCounts() },
  },
});

function isSubset(): boolean {
  return process.env.TEST_COUNTS === "subset";
}

/** Counts that the environment names, which go before the full ones. */
function namedCounts(): Record<string, string> {
  const named = Object.keys(FULL_COUNTS).flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  return Object.fromEntries(named);
}
