import type { Check } from "../check.js";

export const versionTwice: Check = {
  severity: "warning",
  about: "two entries of a `versionHistory` with the same version",
  remedy: "Give each entry a version of its own, such as 2016 and 2016-2.",
  begin: ({ report }) => ({
    record({ ordinal, source: { versionHistory = [] } }) {
      for (const [at, { version }] of versionHistory.entries()) {
        const first = versionHistory.findIndex((other) => other.version === version);
        if (first === at) continue;
        const message = `is the version of entry ${first}, too`;
        report(ordinal, { path: ["versionHistory", at, "version"], value: version, message });
      }
    },
  }),
};
