import type { IconItem } from "../client/responses.js";
import { ATTRIBUTION_COLUMNS } from "../format/credits.js";

/** `ATTRIBUTION.csv` as `icons export` writes it, from icons with their credits. */
export function attributionCsv(icons: readonly Pick<IconItem, "id" | "name" | "_credits">[]): string {
  const rows = icons.map(({ id, name, _credits }) => {
    const values: { readonly [Name in (typeof ATTRIBUTION_COLUMNS)[number]]?: string } = { id, name, ..._credits };
    return ATTRIBUTION_COLUMNS.map((column) => values[column] ?? "");
  });
  return [ATTRIBUTION_COLUMNS, ...rows].map((row) => `${row.map(cellOf).join()}\r\n`).join("");
}

function cellOf(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
