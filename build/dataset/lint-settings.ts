import { closed, type Static } from "#src/format/json-schema.js";

/** The checks of a dataset, in display order. */
export const CHECK_NAMES = [
  "valid",
  "unused-exception",
  "placeholder",
  "unreadable-image",
  "missing-image",
  "duplicate-image",
  "near-duplicate",
  "blank-image",
  "white-on-transparent",
  "black-on-transparent",
  "low-detail",
  "small-image",
  "drawn-text",
  "blurred-image",
  "wide-margin",
  "reversed-variants",
  "unused-image",
  "color-label",
  "style-label",
  "single-use-label",
  "unused-label",
  "tag-spelling",
  "unused-synonym",
  "website-format",
  "website-http",
  "website-tracking",
  "shared-identity",
  "future-date",
  "duplicate-version",
  "version-year",
  "version-hash",
  "name-spacing",
  "invisible-character",
  "mixed-scripts",
  "duplicate-name",
  "redundant-alias",
  "ambiguous-alias",
  "redundant-keyword",
  "developer-spelling",
  "duplicate-rank",
  "reserved-prefix",
] as const;

/** A dataset that does not fit the schema can't be built, so `valid` can't be turned off. */
const SETTABLE = CHECK_NAMES.filter((name) => name !== "valid");

export type CheckName = (typeof CHECK_NAMES)[number];

/** Severities, highest first. */
export const SEVERITIES = ["error", "warning", "info", "off"] as const;

export type Severity = (typeof SEVERITIES)[number];

const CheckSettings = closed(
  {},
  {
    severity: { enum: SEVERITIES, expects: `one of ${SEVERITIES.join(", ")}` },
    except: mapOf(
      { type: "string", minLength: 1, maxLength: 500, expects: "the reason, a text of 1 to 500 characters" },
      { expects: "an object from record ids or file paths to the reason for the exception" },
    ),
  },
  { expects: "an object with severity and except" },
);

/** `lint` in `dataset.json`: severities, and exceptions for intended findings. */
export const LintSettings = mapOf(CheckSettings, {
  propertyNames: { enum: SETTABLE, expects: "the name of a check, see icons lint --list" },
  expects: "an object from check names to settings",
});

export type LintSettings = Static<typeof LintSettings>;

/** An object that maps names to values. @param more other keywords */
function mapOf<const Value extends object, const More extends object>(value: Value, more: More) {
  return { type: "object", patternProperties: { "^.*$": value }, ...more } as const;
}
