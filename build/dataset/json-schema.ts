import { MergeDecisions } from "./merge-decisions.js";
import { RemovedIcons } from "./removed-icons.js";
import { DatasetOptions, SourceRecord } from "./source-record.js";
import { SynonymSettings } from "./synonym-settings.js";

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

/** The JSON Schemas, by the file that each describes. */
export const SCHEMAS = {
  /** `dataset.json` */
  dataset: () => ({ $schema: DIALECT, title: "Icon dataset: dataset.json", ...describe(DatasetOptions) }),
  /** `icons/*.json` */
  records: () => ({
    $schema: DIALECT,
    title: "Icon dataset: records",
    anyOf: [{ type: "array", items: { $ref: "#/$defs/record" } }, { $ref: "#/$defs/record" }],
    $defs: {
      record: {
        ...describe(SourceRecord),
        required: SourceRecord.required.filter((field: string) => field !== "category"),
        // Named as properties, too, since strict validators reject a requirement without.
        anyOf: ["category", "categories"].map((field) => ({ properties: { [field]: true }, required: [field] })),
      },
    },
  }),
  /** `removed.json` */
  removed: () => ({ $schema: DIALECT, title: "Icon dataset: removed.json", ...describe(RemovedIcons) }),
  /** The decisions of `icons merge` */
  merge: () => ({ $schema: DIALECT, title: "Decisions of icons merge", ...describe(MergeDecisions) }),
  /** `synonyms.json` */
  synonyms: () => ({ $schema: DIALECT, title: "Icon dataset: synonyms.json", ...describe(SynonymSettings) }),
} as const;

export type SchemaName = keyof typeof SCHEMAS;

/** The text of the schema file that `icons init` writes next to a dataset. */
export function schemaText(name: SchemaName): string {
  return `${JSON.stringify(SCHEMAS[name](), null, 2)}\n`;
}

/** The checks' own schema with standard keywords: `expects` becomes the description. */
function describe(schema: object): object {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (typeof value?.expects !== "string") return value;
    const { expects, ...rest } = value;
    return { description: `Must be ${expects}.`, ...rest };
  });
}
