import { statSync } from "node:fs";
import { join } from "node:path";
import { Command } from "commander";
import { generationsByAge, readCurrent, readManifest } from "../../src/catalog/generation/generation.js";
import { artifactsOption, jsonOption } from "../options/options.js";
import { formatBytes, print, printJson } from "../terminal/output.js";
import { printTable } from "../terminal/table.js";

/** A generation as `icons generations` lists it. */
interface ListedGeneration {
  readonly generation: string;
  /** `unreadable`: damaged, or of a version that this program does not read. */
  readonly state: "live" | "kept" | "unreadable";
  /** ISO 8601. */
  readonly builtAt: string;
  readonly icons?: number;
  readonly bytes?: number;
}

export function generationsCommand(): Command {
  return new Command("generations")
    .addOption(artifactsOption())
    .addOption(jsonOption())
    .addHelpText(
      "after",
      "\nExamples:\n  icons generations\n  icons generations --json | jq -r '.[1].generation'\n  icons generations --artifacts /srv/icons",
    )
    .action(({ artifacts, json }: { artifacts: string; json?: boolean }) => {
      const live = readCurrent(artifacts);
      const listed = generationsByAge(artifacts).map((name) => describe(artifacts, name, live));
      if (json) return printJson(listed);
      if (listed.length === 0) return print(`${artifacts} contains no generation; \`icons build\` makes one`);
      printTable(
        ["generation", "state", "built", "icons", "size"],
        listed.map(({ generation, state, builtAt, icons = "", bytes }) => [
          generation,
          state,
          builtAt,
          icons,
          bytes === undefined ? "" : formatBytes(bytes),
        ]),
      );
    });
}

function describe(artifacts: string, generation: string, live: string | undefined): ListedGeneration {
  const manifest = readManifest(artifacts, generation);
  const builtAt = statSync(join(artifacts, generation)).mtime.toISOString();
  if (manifest === undefined) return { generation, state: "unreadable", builtAt };
  const bytes = manifest.files.reduce((sum, { size }) => sum + size, 0);
  return { generation, state: generation === live ? "live" : "kept", builtAt, icons: manifest.icons, bytes };
}
