import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Help } from "commander";
import { expect, it } from "vitest";
import { COMMAND_NAMES, createProgram } from "#cli/command-list.js";
import { icons } from "../support/cli.js";
import { temporaryFolder } from "../support/folder.js";
import { runHere } from "../support/run-here.js";

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
  const loaded = readdirSync(coverage).map((file) => readFileSync(join(coverage, file), "utf8"));
  expect(loaded.join()).toContain("/dist/cli/command-list.js");
  expect(loaded.join()).not.toContain("/dist/cli/commands/");
});

it("icons help COMMAND shows the help of the command", async () => {
  expect((await runHere(["help", "init"])).stdout).toBe((await runHere(["init", "--help"])).stdout);
  expect((await runHere(["serach"])).stderr).toContain("Did you mean search?");
});
