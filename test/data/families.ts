/** Icons that look similar for a reason: the same developer, or a simple shape by chance. Each was checked by eye. */
export const LOOK_ALIKES: readonly { readonly reason: string; readonly ids: readonly string[] }[] = [
  {
    reason: "one sheet of paper for all Google editors",
    ids: ["google-docs", "google-sheets", "google-slides", "google-forms"],
  },
  { reason: "one white Q on an even ground", ids: ["quizlet", "quora"] },
  { reason: "one frame for all Autodesk products", ids: ["autocad", "autodesk-revit"] },
  ...[
    ["national-rail", "shazam"],
    ["odoo", "the-guardian"],
    ["deezer", "tether"],
    ["element", "quickbooks"],
    ["quickbooks", "vsco"],
    ["rustdesk", "vsco"],
    ["hack-the-box", "unity"],
    ["badoo", "mcafee"],
    ["starling-bank", "sumup"],
    ["canva", "google-messages"],
    ["canvas-lms", "shazam"],
    ["vsco", "wasabi"],
  ].map((ids) => ({ reason: "one white shape in the middle of an even ground, other in detail", ids })),
];

/** Aliases that are intentionally the name of another application, since people use the word for both. */
export const ALIAS_IS_A_NAME: readonly string[] = [];

/** Aliases that several applications intentionally share, since people use the letters for each. */
export const ALIAS_OF_SEVERAL: readonly string[] = ["ps", "tf"];

/**
 * Icons with a color between two labels, whose label changes with the compression of the served image or with counting
 * in 32 levels, and icons with lines so thin that few pixels have the pure color.
 */
export const ON_THE_BORDER: readonly string[] = ["prettier", "xcode", "vsco", "podman"];
