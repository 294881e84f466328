import { defineConfig } from "vitest/config";
import { PATIENTLY } from "./test/support/patiently.js";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: "test/support/shipped.ts",
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: PATIENTLY },
  },
});
