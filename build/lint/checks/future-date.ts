import type { Check } from "../check.js";

export const futureDate: Check = {
  severity: "warning",
  about:
    "`updatedAt` or a date of `versionHistory` that lies in the future, compared as precisely as it is written, by the UTC day or `--today`",
  remedy: "Mend the date; announce a change once it is there.",
  begin: ({ report, today }) => ({
    record({ ordinal, source: { updatedAt, versionHistory = [] } }) {
      const dates = [
        { path: ["updatedAt"], date: updatedAt },
        ...versionHistory.map(({ date }, at) => ({ path: ["versionHistory", at, "date"], date })),
      ];
      for (const { path, date } of dates) {
        if (date === undefined || dayOf(date) <= today.slice(0, dayOf(date).length)) continue;
        report(ordinal, { path, value: date, message: "lies in the future" });
      }
    },
  }),
};

/** The date, or of a time its UTC day. */
function dayOf(date: string): string {
  return date.includes("T") ? new Date(date).toISOString().slice(0, 10) : date;
}
