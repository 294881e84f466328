import { CommanderError } from "commander";
import { isSet } from "./options/options.js";
import { EXIT, reportFailure, UsageError } from "./process/failure.js";
import { createProgram } from "./program.js";
import { commanderOutput } from "./terminal/output.js";

// A reader that ends early, such as `head`, is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

const json = process.argv.includes("--json") || isSet("ICONS_JSON");
try {
  const program = await createProgram(process.argv[2]);
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)])
    command.exitOverride().configureOutput(commanderOutput);
  await program.parseAsync();
} catch (error) {
  // A server that could not start must not linger for its timers.
  process.exit(error instanceof CommanderError ? usageExit(error) : reportFailure(error, json));
}

/** Commander has told people what is wrong, and shown help where it was asked for; machines are told here. */
function usageExit(error: CommanderError): number {
  if (error.exitCode === 0) return 0;
  return json ? reportFailure(new UsageError(error.message), true) : EXIT.usage;
}
