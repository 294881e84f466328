/** The checks of a dataset, in the order in which they are listed. */
export const CHECK_NAMES = [
  "valid",
  "unused-exception",
  "picture-unreadable",
  "no-picture",
  "same-picture",
  "near-duplicate",
  "blank-picture",
  "white-on-nothing",
  "black-on-nothing",
  "low-detail",
  "small-picture",
  "blurred-picture",
  "wide-margin",
  "unused-picture",
  "color-label",
  "style-label",
  "lone-label",
  "unused-label",
  "tag-spelling",
  "website-form",
  "website-http",
  "website-tracking",
  "future-date",
  "version-twice",
  "version-year",
  "version-hash",
  "name-spacing",
  "invisible-character",
  "mixed-scripts",
  "name-twice",
  "alias-repeated",
  "alias-is-a-name",
  "developer-spelling",
  "rank-twice",
] as const;

export type CheckName = (typeof CHECK_NAMES)[number];

/** From what counts most to what is not looked for. */
export const SEVERITIES = ["error", "warning", "info", "off"] as const;

export type Severity = (typeof SEVERITIES)[number];
