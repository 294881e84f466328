import parseSpdx from "spdx-expression-parse";
import type { ImageCredits } from "#src/format/variants.js";
import type { Finding } from "./validate.js";

/** Whether a text is an SPDX id, or an expression of several. */
export function isSpdxExpression(text: string): boolean {
  try {
    parseSpdx(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Checks the license of an image: an SPDX id, or a name with the address of its text.
 *
 * @param path of the object that contains it
 */
export function checkLicense({ license, licenseUrl }: ImageCredits, path: Finding["path"]): Finding[] {
  if (license === undefined && licenseUrl !== undefined) {
    const remedy = "Give the SPDX id or the name of the license in license.";
    return [
      { path: [...path, "licenseUrl"], value: licenseUrl, message: "is the address of an unnamed license", remedy },
    ];
  }
  if (license === undefined || licenseUrl !== undefined || isSpdxExpression(license)) return [];
  const remedy = "Use an SPDX id such as MIT or CC-BY-4.0, or give the address of its text in licenseUrl.";
  return [{ path: [...path, "license"], value: license, message: "is not an SPDX id", remedy }];
}
