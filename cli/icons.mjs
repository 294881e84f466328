#!/usr/bin/env node
// The target of the `icons` link. Committed as executable, since the compiler creates plain files and an existing link
// is not updated.
import { run } from "../dist/cli/run-command-line.js";

// A reader that ends early, such as `head`, is not an error.
process.stdout.on("error", (error) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

const code = await run(process.argv.slice(2));
// A server that failed to start must not stay alive because of its timers.
if (code !== undefined) process.exit(code);
