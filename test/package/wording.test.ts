import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { expect, it } from "vitest";
import { COMMAND_NAMES, createProgram } from "#cli/command-list.js";
import { startService } from "../support/service.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";

/** Words that docs/glossary.md replaces, and British spellings. */
const REPLACED =
  /\b(look-?alikes?|kin|kinship|pictures?|colours?|coloured|neighbours?|analys(e|ed|ing)|behaviour|centre|licences?|grey|catalogue|workshop|recollections?|staff ?place|hang-up|hand-?over of|mends?|mended|doubtful|spoken|beside the (api|operations)|written aside|compiled? aside|take[sn]? up|cards?|(?<!judged-)answer(s|ed|ing)?)\b/gi;

/** Words that messages used with private meanings, and phrases that are not idiomatic English. */
const PRIVATE =
  /\b(grounds?|settles?|settled|told|tells|survey(s|ed)?|aside|anew|aright|whom|whoever|sign|says little|stands? (twice|already)|lies whole|(serves?|count|holds?|goes) on|from before|the (one|keys|workers|generation) before|given up|(?<!there )(is|are) no (?!longer|more)|(leave|left) out of|look whether|hands? over|is away|is back)\b/gi;

it("uses the terms of the glossary in the help of every command", async () => {
  const program = await createProgram(COMMAND_NAMES);
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

it.each(["src", "build", "cli"])("uses the terms of the glossary in the messages of %s", (folder) => {
  const found = sourcesIn(folder).flatMap((file) =>
    messagesIn(readFileSync(file, "utf8")).flatMap((text) => {
      const words = [...replacedIn(text), ...(text.match(PRIVATE) ?? [])];
      return words.length === 0 ? [] : [`${file}: ${words.join(", ")}: ${text}`];
    }),
  );
  expect(found).toEqual([]);
});

it("finds messages in strings and templates, but not in comments, values and single words", () => {
  const source = [
    "// a colour",
    '/** "a colour" */',
    'const one = "colour";',
    `const two = \`a colour \${told} here\`; // a colour`,
    'log("it \\"told\\" on", " https://x.example/a colour");',
  ].join("\n");
  expect(messagesIn(source)).toEqual(["a colour … here", 'it \\"told\\" on', " https://x.example/a colour"]);
  expect("key file refused; the keys from before count on".match(PRIVATE)).toEqual(["from before", "count on"]);
});

/** TypeScript files in a folder. */
function sourcesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true });
  return entries.flatMap(({ name, parentPath }) => (/\.tsx?$/.test(name) ? [join(parentPath, name)] : []));
}

/**
 * Strings and templates that contain a space, without embedded expressions. Skips CSS and HTML templates, which contain
 * braces or tags.
 */
function messagesIn(source: string): string[] {
  const tokens = source.match(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/g) ?? [];
  return tokens
    .filter((token) => !token.startsWith("/"))
    .map((token) => token.slice(1, -1).replace(/\$\{[^}]*\}/g, "…"))
    .filter((text) => /\S \S/.test(text) && !/[{}<>]/.test(text));
}

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
