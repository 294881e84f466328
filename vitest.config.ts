import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { PATIENTLY } from "./test/support/patiently.js";

/** What `npm test` runs; `npm run test:long` runs the suites that take longer. */
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/**/*.long.test.ts"],
    globalSetup: "test/support/shipped-folder.ts",
    setupFiles: "test/support/default-runs.ts",
    // Much of what tests wait for is another process.
    maxWorkers: availableParallelism() + 1,
    // Compiled code is loaded by Node itself, which takes a third of the time.
    server: { deps: { external: [/\/dist\//] } },
    // A process for each file would take half a second of processor time to load what the others have loaded.
    isolate: false,
    // A larger young generation takes less time to collect: an eighth of these processes' time otherwise.
    execArgv: ["--max-semi-space-size=64"],
    // Only a guard against hanging: rendering has a low priority, so that other programs may delay it for long.
    testTimeout: 180_000,
    hookTimeout: 120_000,
    expect: { poll: PATIENTLY },
  },
});
