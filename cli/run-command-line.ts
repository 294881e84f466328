import { CommanderError } from "commander";
import { createProgram } from "./command-list.js";
import { isSet } from "./options/options.js";
import { EXIT, reportFailure, UsageError } from "./process/failure.js";
import { commanderOutput } from "./terminal/output.js";

/**
 * Runs a command line in this process and reports errors on standard error.
 *
 * @param args the arguments after `icons`
 * @returns the exit code if the command failed or only printed help; undefined if it succeeded: `process.exitCode` then
 * applies and a server may still be running
 */
export async function run(args: readonly string[]): Promise<number | undefined> {
  const json = args.includes("--json") || isSet("ICONS_JSON");
  try {
    const program = await createProgram(args[0]);
    for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)])
      command.exitOverride().configureOutput(commanderOutput);
    await program.parseAsync(args, { from: "user" });
    return undefined;
  } catch (error) {
    return error instanceof CommanderError ? usageExit(error, json) : reportFailure(error, json);
  }
}

/** Commander has already printed the error as text, or help on request; this prints JSON. */
function usageExit(error: CommanderError, json: boolean): number {
  if (error.exitCode === 0) return 0;
  return json ? reportFailure(new UsageError(error.message), true) : EXIT.usage;
}
