import { closed, listOf, type Static } from "#src/format/json-schema.js";
import { line, RECORD_FIELDS } from "#src/format/record-and-detail-fields.js";

/** The file that lists removed icons, in the dataset's folder. */
export const REMOVED_FILE = "removed.json";

const id = RECORD_FIELDS.id.schema;

/** `removed.json`: icons that were removed from the dataset. */
export const RemovedIcons = listOf(
  closed(
    { id, date: RECORD_FIELDS.updatedAt.schema, reason: line(500, "a text of 1 to 500 characters, in one line") },
    { successor: id },
    { expects: "an object with id, date, reason and optionally successor" },
  ),
  { maxItems: 1_000_000, expects: "a list of removed icons" },
);

/** A removed icon, when and why, and the id of the icon that replaces it. */
export type RemovedIcon = Static<typeof RemovedIcons>[number];
