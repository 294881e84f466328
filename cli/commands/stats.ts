import { Command } from "commander";
import { FACETS, mapFacets } from "../../src/format/filter-facets.js";
import { type AskFlags, openForFlags } from "../listing/ask.js";
import { artifactsOption, jsonOption } from "../options/options.js";
import { formatBytes, printJson } from "../terminal/output.js";
import { printTable } from "../terminal/table.js";

export function statsCommand(): Command {
  return new Command("stats")
    .addOption(artifactsOption())
    .addOption(jsonOption())
    .addHelpText("after", "\nExamples:\n  icons stats\n  icons stats --json | jq .files")
    .action((flags: AskFlags) => {
      const { generation, manifest, builtAt, size, labels } = openForFlags(flags);
      const facets = mapFacets(labels);
      const bytes = manifest.files.reduce((sum, file) => sum + file.size, 0);
      const { dataset, decoder, fields, files } = manifest;
      if (flags.json)
        return printJson({
          generation,
          dataset: dataset.name,
          icons: size,
          builtAt,
          decoder,
          bytes,
          files,
          fields,
          facets,
        });
      printTable(
        ["what", "value"],
        [
          ["dataset", dataset.name],
          ["generation", generation],
          ["built", builtAt.toISOString()],
          ["icons", size],
          ["decoder", decoder],
          [
            "with",
            Object.entries(fields)
              .map(([field, count]) => `${field} ${count}`)
              .join(", "),
          ],
          ["files", `${files.length}, ${formatBytes(bytes)}`],
          ...FACETS.map((facet) => [
            `${facet} (${facets[facet]!.length})`,
            facets[facet]!.map(({ label, count }) => `${label} ${count}`).join(", "),
          ]),
        ],
      );
    });
}
