/** Icons that look alike for a reason: of one house, or by chance of a simple shape. Each was looked at. */
export const LOOK_ALIKES: readonly { readonly reason: string; readonly ids: readonly string[] }[] = [
  {
    reason: "one sheet of paper for all Google editors",
    ids: ["google-docs", "google-sheets", "google-slides", "google-forms"],
  },
  { reason: "one frame for all Autodesk products", ids: ["autocad", "autodesk-revit"] },
  ...[
    ["national-rail", "shazam"],
    ["odoo", "the-guardian"],
    ["deezer", "tether"],
    ["mega", "oracle-database"],
    ["posthog", "skillshare"],
    ["element", "quickbooks"],
    ["quickbooks", "vsco"],
    ["rustdesk", "vsco"],
    ["deutsche-bank", "socket-io"],
    ["hack-the-box", "unity"],
    ["badoo", "mcafee"],
    ["starling-bank", "sumup"],
  ].map((ids) => ({ reason: "one white shape in the middle of an even ground, other in detail", ids })),
];

/** Aliases that are also the name of another application, on purpose: people use the word for both. */
export const ALIAS_IS_A_NAME: readonly string[] = [];

/** Aliases that several applications have, on purpose: people use the letters for each. */
export const ALIAS_OF_SEVERAL: readonly string[] = ["ps", "tf"];

/**
 * Icons in a colour between two labels, which compressing the served image, or counting colours in 32 levels, moves across; and
 * those drawn in lines so thin that few of their pixels have the colour unmixed.
 */
export const ON_THE_BORDER: readonly string[] = ["prettier", "xcode", "vsco", "podman"];
