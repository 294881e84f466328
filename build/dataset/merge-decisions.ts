import { closed, listOf, type Static } from "#src/format/json-schema.js";
import { line, RECORD_FIELDS } from "#src/format/record-and-detail-fields.js";

/** Why two records may show the same icon. */
export const MERGE_REASONS = ["id", "name", "identity", "image"] as const;

export type MergeReason = (typeof MERGE_REASONS)[number];

/** `undecided`: the records have one id, and only a person can say whether they are the same. */
export const MERGE_CHOICES = ["same", "different", "undecided"] as const;

export type MergeChoice = (typeof MERGE_CHOICES)[number];

const place = listOf(line(200, "a text of 1 to 200 printable characters"), {
  minItems: 2,
  maxItems: 2,
  expects: 'the name of a dataset and the id of its record, such as ["Simple Icons", "spotify"]',
});
const id = RECORD_FIELDS.id.schema;

const pair = closed(
  {
    first: place,
    second: place,
    decision: { enum: MERGE_CHOICES, expects: `one of ${MERGE_CHOICES.join(", ")}` },
  },
  {
    id,
    rename: id,
    reasons: listOf({ enum: MERGE_REASONS, expects: `one of ${MERGE_REASONS.join(", ")}` } as const, {
      maxItems: MERGE_REASONS.length,
      uniqueItems: true,
      expects: `a list of ${MERGE_REASONS.join(", ")}`,
    }),
    note: line(500, "a text of 1 to 500 characters, in one line"),
  },
  {
    expects:
      "an object with first, second, decision and optionally id (of the merged record), rename (the new id of the second record), reasons, note",
  },
);

/** The decisions of `icons merge`: which records of different datasets are the same. */
export const MergeDecisions = closed(
  { pairs: listOf(pair, { maxItems: 10_000_000, expects: "a list of pairs" }) },
  { $schema: { type: "string", expects: "a text" } },
  { expects: "an object with pairs" },
);

export type MergeDecisions = Static<typeof MergeDecisions>;

/** A decision about two records. */
export type MergeDecision = MergeDecisions["pairs"][number];
