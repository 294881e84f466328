import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { PATIENTLY } from "./test/support/patiently.js";

/** What `npm test` runs; `npm run test:long` runs the suites that take longer. */
export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/**/*.long.test.ts"],
    globalSetup: "test/support/shipped-folder.ts",
    // Much of what tests wait for is another process.
    maxWorkers: availableParallelism() + 1,
    // Compiled code is loaded by Node itself, which takes a third of the time.
    server: { deps: { external: [/\/dist\//] } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: PATIENTLY },
  },
});
