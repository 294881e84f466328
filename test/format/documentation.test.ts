import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { FACETS } from "#src/format/filter-facets.js";
import { FIELD_NAMES, ROW_FIELDS } from "#src/format/record-and-detail-fields.js";

const page = (name: string): string => readFileSync(`docs/${name}.md`, "utf8");

it("docs/format.md lists the row of a record and the dictionaries of the facets in their order", () => {
  expect(page("format")).toContain(`\n${ROW_FIELDS.join(", ")}\n`);
  expect(page("format")).toContain(FACETS.map((facet) => `${facet}.bin`).join(", "));
});

it.each(FIELD_NAMES)("docs/dataset.md explains the field %s", (field) => {
  const rows = page("dataset").match(/^\|.*$/gm) ?? [];
  expect(rows.some((row) => row.split("|")[1]!.includes(`\`${field}\``))).toBe(true);
});
