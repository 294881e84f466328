import type { BuildWithHistory } from "../../build/history/compile-with-history.js";
import type { Proposed } from "../../build/history/propose-history.js";
import { paint, print } from "../output.js";
import { printTable } from "../table.js";

/**
 * Tells which icons got, or lack, an entry of their history.
 *
 * @param remedy how the ones that lack get it
 */
export function printProposals(
  { proposed, proposals, recorded }: Proposed & Pick<BuildWithHistory, "recorded">,
  remedy: string,
): void {
  if (proposed === 0) return;
  const entries = `${proposed} history ${proposed === 1 ? "entry" : "entries"}`;
  print(
    recorded.length > 0
      ? `${paint("green", "recorded")} ${entries} in ${recorded.join(", ")}`
      : `${paint("yellow", "proposed")} ${entries}: ${remedy}`,
  );
  if (proposals.length > 0)
    printTable(
      ["id", "version", "date", "old hash", "new hash", "note"],
      proposals.map(({ id, entry, previousPhash }) => [
        id,
        entry.version,
        entry.date,
        previousPhash ?? "",
        entry.phash ?? "",
        entry.note ?? "",
      ]),
    );
  if (proposals.length < proposed) print(`… and ${proposed - proposals.length} more`);
}
