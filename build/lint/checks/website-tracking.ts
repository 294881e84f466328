import { addressesOf } from "../addresses.js";
import type { Check } from "../check.js";

const TRACKING =
  /^(utm_\w+|fbclid|gclid|dclid|msclkid|yclid|twclid|igshid|mc_[ce]id|_ga|_gl|ref|ref_src|referrer|affiliate|aff_id)$/i;

export const websiteTracking: Check = {
  severity: "info",
  about:
    "a `website` or `iconUrl` with parameters that tell where a visitor came from, such as `utm_source`, `fbclid` or `ref`",
  remedy: "Leave these parameters out.",
  begin: ({ report }) => ({
    record({ ordinal, source }) {
      for (const { path, url } of addressesOf(source)) {
        const found = [...new Set(url.searchParams.keys())].filter((name) => TRACKING.test(name));
        if (found.length > 0) report(ordinal, { path, value: url.href, message: `has ${found.join(", ")}` });
      }
    },
  }),
};
