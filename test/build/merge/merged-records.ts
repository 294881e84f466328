import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { SourceRecord } from "#build/dataset/source-record.js";

export type Fields = Partial<SourceRecord> & { readonly id: string };
/** A valid record. */
export const icon = (fields: Fields): SourceRecord =>
  ({ name: `Name of ${fields.id}`, developer: "Acme", category: "tools", ...fields }) as SourceRecord;
/** The records of a merged dataset, in the order of its files. */
export function recordsIn(folder: string): SourceRecord[] {
  const files = readdirSync(join(folder, "icons")).sort();
  return files.flatMap((file) =>
    readFileSync(join(folder, "icons", file), "utf8")
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  );
}
