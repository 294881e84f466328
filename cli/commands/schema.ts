import { Argument, Command } from "commander";
import type { SchemaName } from "../../build/dataset/json-schema.js";
import { printLines } from "../terminal/output.js";

export function schemaCommand(): Command {
  return new Command("schema")
    .addArgument(
      new Argument(
        "[which]",
        "schema of record files, of dataset.json, decisions of icons merge, removed.json or synonyms.json",
      )
        .choices(["records", "dataset", "merge", "removed", "synonyms"])
        .default("records"),
    )
    .addHelpText(
      "after",
      "\nExamples:\n  icons schema > records.schema.json\n  icons schema dataset > dataset.schema.json",
    )
    .action(async (which: SchemaName) => {
      const { schemaText } = await import("../../build/dataset/json-schema.js");
      printLines(schemaText(which).trimEnd());
    });
}
