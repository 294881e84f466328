import { ATTRIBUTION_COLUMNS, type CreditedRecord, creditsOf } from "../format/credits.js";

/** What a line of `ATTRIBUTION.csv` is made from. */
export type AttributedIcon = CreditedRecord & {
  readonly id: string;
  readonly name: string;
  readonly website?: string;
};

/** `ATTRIBUTION.csv` as `icons export` writes it. */
export function attributionCsv(icons: readonly AttributedIcon[]): string {
  const rows = icons.map((icon) => {
    const values = { ...icon, ...creditsOf(icon) };
    return ATTRIBUTION_COLUMNS.map((name) => values[name] ?? "");
  });
  return [ATTRIBUTION_COLUMNS, ...rows].map((row) => `${row.map(cellOf).join()}\r\n`).join("");
}

function cellOf(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
