import type { Check, NamedChecks } from "./check.js";

const futureDate: Check = {
  severity: "warning",
  about: "`updatedAt` or a `versionHistory` date in the future (UTC day or `--today`)",
  remedy: "Fix the date.",
  begin: ({ report, today }) => ({
    record({ ordinal, source: { updatedAt, versionHistory = [] } }) {
      const dates = [
        { path: ["updatedAt"], date: updatedAt },
        ...versionHistory.map(({ date }, at) => ({ path: ["versionHistory", at, "date"], date })),
      ];
      for (const { path, date } of dates) {
        if (date === undefined || dayOf(date) <= today.slice(0, dayOf(date).length)) continue;
        report(ordinal, { path, value: date, message: "is in the future" });
      }
    },
  }),
};

/** The date, or the UTC day of a time. */
function dayOf(date: string): string {
  return date.includes("T") ? new Date(date).toISOString().slice(0, 10) : date;
}

const versionTwice: Check = {
  severity: "warning",
  about: "two `versionHistory` entries with the same version",
  remedy: "Use distinct versions, such as 2016 and 2016-2.",
  begin: ({ report }) => ({
    record({ ordinal, source: { versionHistory = [] } }) {
      for (const [at, { version }] of versionHistory.entries()) {
        const first = versionHistory.findIndex((other) => other.version === version);
        if (first === at) continue;
        const message = `is also the version of entry ${first}`;
        report(ordinal, { path: ["versionHistory", at, "version"], value: version, message });
      }
    },
  }),
};

const versionYear: Check = {
  severity: "info",
  about: "a `versionHistory` entry whose version is a year other than that of its date",
  remedy: "Fix the version or the date.",
  begin: ({ report }) => ({
    record({ ordinal, source: { versionHistory = [] } }) {
      for (const [at, { version, date }] of versionHistory.entries()) {
        if (!/^(19|20)\d\d$/.test(version) || date.startsWith(version)) continue;
        const path = ["versionHistory", at, "version"];
        report(ordinal, { path, value: version, message: `differs from the year of its date, ${date}` });
      }
    },
  }),
};

const versionHash: Check = {
  severity: "warning",
  about: "a `versionHistory` entry with the same `phash` as the previous one",
  remedy: "Fix the hash or remove the entry.",
  begin: ({ report }) => ({
    record({ ordinal, source: { versionHistory = [] } }) {
      for (const [at, { phash }] of versionHistory.entries()) {
        if (phash === undefined || at === 0 || versionHistory[at - 1]!.phash !== phash) continue;
        const message = "is also the hash of the previous entry";
        report(ordinal, { path: ["versionHistory", at, "phash"], value: phash, message });
      }
    },
  }),
};

export const dateChecks = {
  "future-date": futureDate,
  "duplicate-version": versionTwice,
  "version-year": versionYear,
  "version-hash": versionHash,
} satisfies NamedChecks;
