import type { Check } from "../check.js";

export const versionYear: Check = {
  severity: "info",
  about: "an entry of `versionHistory` whose version is a year, and another one than that of its date",
  remedy: "Mend the version or the date.",
  begin: ({ report }) => ({
    record({ ordinal, source: { versionHistory = [] } }) {
      for (const [at, { version, date }] of versionHistory.entries()) {
        if (!/^(19|20)\d\d$/.test(version) || date.startsWith(version)) continue;
        const path = ["versionHistory", at, "version"];
        report(ordinal, { path, value: version, message: `is another year than that of its date, ${date}` });
      }
    },
  }),
};
