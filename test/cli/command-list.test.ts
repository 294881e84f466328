import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Help } from "commander";
import { expect, it } from "vitest";
import { COMMAND_NAMES, createProgram } from "#cli/command-list.js";
import { icons } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { runHere } from "../support/run-here.js";

/** The modules of ours that ran, by their path below `dist`. */
function modulesIn(coverage: string): string[] {
  const { result } = JSON.parse(coverage) as { readonly result: readonly { readonly url: string }[] };
  return result.map(({ url }) => /\/dist\/(.*)$/.exec(url)?.[1]).filter((path) => path !== undefined);
}

it("icons --help lists each command as its own help does", async () => {
  const program = await createProgram(COMMAND_NAMES);
  const help = new Help();
  const { stdout } = await runHere(["--help"]);
  const listed = stdout.replaceAll(/\s+/g, " ");
  for (const command of program.commands)
    expect(listed).toContain(`${help.subcommandTerm(command)} ${command.description()}`);
});

it.each([["--help"], ["--version"]])("icons %s loads no command", async (flag) => {
  const coverage = temporaryFolder();
  expect((await icons([flag], { NODE_V8_COVERAGE: coverage })).code).toBe(0);
  const loaded = readdirSync(coverage).flatMap((file) => modulesIn(readFileSync(join(coverage, file), "utf8")));
  expect(loaded).toContain("command/run-command-line.js");
  expect(loaded.filter((path) => COMMAND_NAMES.includes(path.replace(/^command\/(.*)\.js$/, "$1")))).toEqual([]);
  expect(loaded.filter((path) => !path.startsWith("command/"))).toEqual([]);
});

it("icons help COMMAND shows the help of the command", async () => {
  expect((await runHere(["help", "init"])).stdout).toBe((await runHere(["init", "--help"])).stdout);
  expect((await runHere(["serach"])).stderr).toContain("Did you mean search?");
});
