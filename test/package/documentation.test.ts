import { existsSync, readFileSync } from "node:fs";
import type { Command } from "commander";
import { expect, it } from "vitest";
import { COMMAND_NAMES, createProgram } from "#cli/command-list.js";
import { CHECKED_ONLY, NOT_EXECUTABLE, RUN_BY_OTHERS } from "../support/documentation/exceptions.js";
import { COMMANDS, SNIPPETS } from "../support/documentation/treatment.js";
import { NAMED, UNITS } from "../support/documentation/units.js";

const keysOf = (units: readonly { readonly key: string }[]): string[] => units.map(({ key }) => key);
const listedIn = (table: object): string[] => keysOf(UNITS).filter((key) => Object.hasOwn(table, key));

const checked = listedIn(CHECKED_ONLY).length;
const counts = [
  `${COMMANDS.length + SNIPPETS.length - checked} are executed by these tests`,
  `${listedIn(RUN_BY_OTHERS).length} by other files`,
  `${checked} are checked`,
  `${listedIn(NOT_EXECUTABLE).length} are not executable`,
].join(", ");

it(`accounts for the ${UNITS.length} documented commands and snippets: ${counts}`, () => {
  const listed = [RUN_BY_OTHERS, NOT_EXECUTABLE].flatMap(listedIn);
  expect(COMMANDS.length + SNIPPETS.length + listed.length).toBe(UNITS.length);
  const stale = [RUN_BY_OTHERS, NOT_EXECUTABLE, CHECKED_ONLY]
    .flatMap(Object.keys)
    .filter((key) => !keysOf(UNITS).includes(key));
  expect(stale, "entries of exceptions.ts without a command or block").toEqual([]);
});

it.each(Object.entries(RUN_BY_OTHERS))("has another file that runs or checks %s", (_key, [file, text]) => {
  expect(readFileSync(file, "utf8")).toContain(text);
});

it(`names only commands and flags that exist, in ${NAMED.length} places`, async () => {
  const program = await createProgram(COMMAND_NAMES);
  const ours = NAMED.filter(({ span }) => /^(npx icon-data-api|icon-data-api|icons)\b/.test(span));
  expect(ours.length).toBeGreaterThan(0);
  for (const { document, span } of ours) {
    const { command, rest } = commandOf(program, span.replace(/^(npx )?\S+ ?/, "").split(" "));
    const flags = [
      "--help",
      "--version",
      ...[command, ...command.commands].flatMap(({ options }) => options.map(({ long }) => long)),
    ];
    for (const word of rest.filter((each) => each.startsWith("--")))
      expect(flags, `${document}: ${span}`).toContain(word);
    if (command.commands.length > 0) expect(rest.join(), `${document}: ${span}`).toMatch(/^(…|--|$)/);
  }
});

it("names only scripts and files that exist", () => {
  for (const { document, span } of NAMED) {
    const manifest = document.startsWith("bench/") ? "bench/package.json" : "package.json";
    const scripts = [manifest, "bench/package.json"].flatMap((file) =>
      Object.keys(JSON.parse(readFileSync(file, "utf8")).scripts),
    );
    for (const [, script] of span.matchAll(/npm run ([\w:-]+)/g))
      expect(scripts, `${document}: ${span}`).toContain(script);
    for (const [, file] of span.matchAll(/(?:node|vitest run) ([\w/.-]+\.(?:mjs|ts))/g))
      expect(existsSync(file!), `${document}: ${span}`).toBe(true);
  }
});

/** The command that the first words name, and the words after them. */
function commandOf(program: Command, words: readonly string[]): { command: Command; rest: readonly string[] } {
  const next = program.commands.find((each) => each.name() === words[0]);
  return next === undefined ? { command: program, rest: words } : commandOf(next, words.slice(1));
}
