import { readdirSync, readFileSync } from "node:fs";
import type { Command } from "commander";
import { expect, it } from "vitest";
import { createProgram } from "#cli/program.js";
import { startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

/** Words that docs/glossary.md replaces, and British spellings. */
const REPLACED =
  /\b(look-?alikes?|kin|kinship|pictures?|colours?|coloured|neighbours?|analys(e|ed|ing)|behaviour|centre|licences?|grey|catalogue|workshop|recollections?|staff ?place|hang-up|hand-?over of|mends?|mended|doubtful|spoken|beside the (api|operations)|written aside|compiled? aside|take[sn]? up|cards?)\b/gi;

it("uses the terms of the glossary in the help of every command", async () => {
  const program = await createProgram(undefined);
  for (const command of allCommands(program)) expect(replacedIn(helpOf(command)), command.name()).toEqual([]);
});

it("uses the terms of the glossary in the OpenAPI document", async () => {
  const service = await startService(shippedArtifacts, { anonymous: "pro" });
  try {
    const { body } = await service.ask("/openapi.json");
    expect(replacedIn(JSON.stringify(body))).toEqual([]);
  } finally {
    await service.close();
  }
});

const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
  "bench/README.md",
  "data/README.md",
  "deploy/README.md",
  "examples/README.md",
  ...readdirSync("docs").flatMap((name) => (name.endsWith(".md") ? [`docs/${name}`] : [])),
];

it.each(DOCUMENTS)("uses the terms of the glossary in %s", (document) => {
  expect(replacedIn(readFileSync(document, "utf8"))).toEqual([]);
});

function allCommands(command: Command): Command[] {
  return [command, ...command.commands.flatMap(allCommands)];
}

function helpOf(command: Command): string {
  let help = "";
  command.configureOutput({ writeOut: (text) => (help += text) });
  command.outputHelp();
  return help;
}

/** Replaced words outside of code, whose names may be older than the glossary. */
function replacedIn(text: string): string[] {
  const prose = text.replace(/```[\s\S]*?```|`[^`]*`|\]\([^)]*\)|"@iconify[^"]*"/g, "");
  return prose.match(REPLACED) ?? [];
}
