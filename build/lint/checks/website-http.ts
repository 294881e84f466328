import { addressesOf } from "../addresses.js";
import type { Check } from "../check.js";

export const websiteHttp: Check = {
  severity: "info",
  about:
    "a `website` or `iconUrl` with http: where nearly all sites have https:; browsers block such pictures on pages with https:",
  remedy: "Write https: if the site has it.",
  begin: ({ report }) => ({
    record({ ordinal, source }) {
      for (const { path, url } of addressesOf(source)) {
        if (url.protocol === "http:") report(ordinal, { path, value: url.href, message: "is not encrypted" });
      }
    },
  }),
};
