import type { Check } from "../check.js";

/** The linter compares the exceptions with what was found. */
export const unusedException: Check = {
  severity: "warning",
  about: "an exception in `dataset.json` that no finding needs any more",
  remedy: "Remove the exception, or mend its id.",
};
