import { run } from "./run.js";

// A reader that ends early, such as `head`, is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

const code = await run(process.argv.slice(2));
// A server that could not start must not linger for its timers.
if (code !== undefined) process.exit(code);
