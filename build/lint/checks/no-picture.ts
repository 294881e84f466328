import type { Check } from "../check.js";

export const noPicture: Check = {
  severity: "warning",
  about: "a record without `image` and `iconUrl`: there is nothing to show",
  remedy: "Give it image, or iconUrl where somebody else serves the picture.",
  begin: ({ report }) => ({
    record({ ordinal, source: { image, iconUrl } }) {
      if (image === undefined && iconUrl === undefined) report(ordinal, { path: [], message: "has no picture" });
    },
  }),
};
