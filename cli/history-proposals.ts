import type { BuildWithHistory } from "../build/history/compile-with-history.js";
import { paint, print } from "./output.js";
import { printTable } from "./table.js";

/**
 * Tells which icons got, or lack, an entry of their history.
 *
 * @param remedy how the ones that lack get it
 * @param limit how many are shown
 */
export function printProposals(
  { proposals, recorded }: Pick<BuildWithHistory, "proposals" | "recorded">,
  remedy: string,
  limit: number,
): void {
  if (proposals.length === 0) return;
  const entries = `${proposals.length} history ${proposals.length === 1 ? "entry" : "entries"}`;
  print(
    recorded.length > 0
      ? `${paint("green", "recorded")} ${entries} in ${recorded.join(", ")}`
      : `${paint("yellow", "proposed")} ${entries}: ${remedy}`,
  );
  const shown = proposals.slice(0, limit);
  if (shown.length > 0)
    printTable(
      ["id", "version", "date", "old hash", "new hash", "note"],
      shown.map(({ id, entry, previousPhash }) => [
        id,
        entry.version,
        entry.date,
        previousPhash ?? "",
        entry.phash ?? "",
        entry.note ?? "",
      ]),
    );
  if (shown.length < proposals.length) print(`… and ${proposals.length - shown.length} more`);
}
