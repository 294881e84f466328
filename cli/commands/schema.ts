import { Argument, Command } from "commander";
import type { SchemaName } from "../../build/dataset/json-schema.js";
import { printLines } from "../terminal/output.js";

export function schemaCommand(): Command {
  return new Command("schema")
    .description("print the JSON Schema (2020-12) of dataset files, for editors and validators")
    .addArgument(
      new Argument("[which]", "schema of record files or of dataset.json")
        .choices(["records", "dataset"])
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
