import type { Check } from "../check.js";

export const versionHash: Check = {
  severity: "warning",
  about: "an entry of `versionHistory` with the same `phash` as the entry before it: the icon did not change",
  remedy: "Mend the hash, or leave the entry out.",
  begin: ({ report }) => ({
    record({ ordinal, source: { versionHistory = [] } }) {
      for (const [at, { phash }] of versionHistory.entries()) {
        if (phash === undefined || at === 0 || versionHistory[at - 1]!.phash !== phash) continue;
        const message = "is the hash of the entry before it, too";
        report(ordinal, { path: ["versionHistory", at, "phash"], value: phash, message });
      }
    },
  }),
};
