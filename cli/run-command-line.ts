import { type Command, CommanderError, Help, type HelpConfiguration } from "commander";
import { createProgram, requestedCommand } from "./command-list.js";
import { isSet } from "./options/options.js";
import { EXIT, reportFailure, UsageError } from "./process/failure.js";
import { commanderOutput } from "./terminal/output.js";

export { endProcess } from "./process/output-queue.js";

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
    const requested = requestedCommand(args);
    const program = await createProgram(requested === undefined ? [] : [requested]);
    for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)])
      command
        .exitOverride()
        .configureOutput(commanderOutput)
        .configureHelp(helpOf(command, args.includes("--env")));
    await program.parseAsync(args, { from: "user" });
    return undefined;
  } catch (error) {
    return error instanceof CommanderError ? usageExit(error, json) : reportFailure(error, json);
  }
}

/** The help of a command. @param env whether it names the environment variables */
function helpOf(command: Command, env: boolean): HelpConfiguration {
  const configured = command.configureHelp();
  if (env) return configured;
  const { optionDescription, argumentDescription } = new Help();
  return {
    ...configured,
    optionDescription: (option) => optionDescription(Object.assign(Object.create(option), { envVar: undefined })),
    argumentDescription: (argument) => argumentDescription(argument).replace(/, env: \w+/, ""),
  };
}

/** Commander has already printed the error as text, or help on request; this prints JSON. */
function usageExit(error: CommanderError, json: boolean): number {
  if (error.exitCode === 0) return 0;
  return json ? reportFailure(new UsageError(error.message), true) : EXIT.usage;
}
