import type { CheckName } from "../../dataset/lint-settings.js";
import { appearanceChecks } from "./appearance.js";
import type { Check } from "./check.js";
import { dateChecks } from "./dates.js";
import { identityChecks } from "./identities.js";
import { imageFileChecks } from "./image-files.js";
import { labelChecks } from "./labels.js";
import { nameChecks } from "./names.js";
import { similarImageChecks } from "./similar-images.js";
import { synonymChecks } from "./synonyms.js";
import { tagChecks } from "./tags.js";
import { textChecks } from "./texts.js";
import { websiteChecks } from "./websites.js";

/** The build's own validation, whose findings precede all checks. */
const valid: Check = {
  severity: "error",
  about: "what `icons build` rejects: invalid JSON or records, repeated ids, unknown labels",
  remedy: "Fix it first; no other check runs until then.",
};

/** The linter compares the exceptions with the findings. */
const unusedException: Check = {
  severity: "warning",
  about: "an exception in `dataset.json` that matches no finding",
  remedy: "Remove the exception, or fix its id.",
};

/** All checks by name; `docs/linting.md` shows this map. A name without a check does not compile. */
export const CHECKS: Readonly<Record<CheckName, Check>> = {
  valid,
  "unused-exception": unusedException,
  ...textChecks,
  ...nameChecks,
  ...labelChecks,
  ...tagChecks,
  ...synonymChecks,
  ...imageFileChecks,
  ...appearanceChecks,
  ...similarImageChecks,
  ...dateChecks,
  ...websiteChecks,
  ...identityChecks,
};
