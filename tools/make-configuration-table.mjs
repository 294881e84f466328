// Writes the list of settings into docs/configuration.md: npx tsc -b && node tools/make-configuration-table.mjs [file]
import { readFileSync, writeFileSync } from "node:fs";
import { devCommand } from "#cli/commands/dev.js";
import { serveCommand } from "#cli/commands/serve.js";
import { settingsOf } from "#cli/configuration/settings.js";

const [page = "docs/configuration.md"] = process.argv.slice(2);
const MARKS = /(<!-- settings -->\n)[\s\S]*(<!-- \/settings -->)/;

/** By name: the setting as each command has it. */
const settings = new Map();
for (const command of [serveCommand(), devCommand()]) {
  for (const setting of settingsOf(command)) {
    const known = settings.get(setting.name) ?? [];
    settings.set(setting.name, [...known, { ...setting, command: command.name() }]);
  }
}
const list = [...settings.values()].map((uses) => `- ${lineOf(uses)}\n`).join("");
const text = readFileSync(page, "utf8");
if (!MARKS.test(text)) throw new Error(`${page} has no place for the list: ${MARKS}`);
writeFileSync(
  page,
  text.replace(
    MARKS,
    (_, before, after) => `${before}\n<!-- prettier-ignore-start -->\n${list}<!-- prettier-ignore-end -->\n\n${after}`,
  ),
);

function lineOf(uses) {
  const [{ name, flags, meaning, choices }] = uses;
  const values = choices === undefined ? "" : `: ${choices.map(code).join(", ")}`;
  const fallbacks = [...new Set(uses.map(({ fallback }) => shown(fallback)))];
  const fallback =
    fallbacks.length === 1
      ? fallbacks[0]
      : uses
          .filter((use) => shown(use.fallback) !== "")
          .map((use) => `${shown(use.fallback)} (${use.command})`)
          .join(", ");
  const only = uses.length === 1 ? `; \`${uses[0].command}\` only` : "";
  const byDefault = fallback === "" ? "" : `; default ${fallback}`;
  return `${code(name)}, ${code(flags)}: ${meaning}${values}${byDefault}${only}`;
}

function shown(fallback) {
  return fallback === undefined ? "" : code(String(fallback));
}

function code(text) {
  return `\`${text}\``;
}
