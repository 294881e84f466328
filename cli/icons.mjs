#!/usr/bin/env node
// The target of the `icons` link. Committed as executable, since the compiler creates plain files and an existing link
// is not updated.
import { statSync } from "node:fs";

const COMPILED = "../dist/cli/run-command-line.js";
const BUNDLE = "../dist/command/run-command-line.js";
/** Written by the compiler; absent in packages. */
const BUILD_INFO = "../dist/tsconfig.tsbuildinfo";

// The bundle starts sooner. After `tsc` alone, it is outdated.
const program = modifiedAt(BUNDLE) > modifiedAt(BUILD_INFO) ? BUNDLE : COMPILED;
const { run, endProcess } = await import(program);

// A reader that ends early, such as `head`, is not an error.
process.stdout.on("error", (error) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

const code = await run(process.argv.slice(2));
// A server that failed to start must not stay alive because of its timers.
if (code !== undefined) await endProcess(code);

/** 0 if there is no such file. */
function modifiedAt(path) {
  return statSync(new URL(path, import.meta.url), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
