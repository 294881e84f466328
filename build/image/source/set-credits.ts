import { existsSync } from "node:fs";
import { join } from "node:path";
import type { IconifyJSON } from "@iconify/types";
import { CREDITS } from "#src/format/record-and-detail-fields.js";
import type { ImageCredits } from "#src/format/variants.js";
import { readText } from "#src/platform/decode-text.js";
import { parseJson } from "#src/platform/nesting.js";
import { isSpdxExpression } from "../../dataset/spdx.js";
import { createValidator } from "../../dataset/validate.js";
import { infoOf, isObject } from "./icon-set.js";

const MAX_INFO_BYTES = 2 ** 20;

/** Checks of single credits. */
const CHECKS = Object.entries(CREDITS).map(([name, schema]) => [name, createValidator(schema)] as const);

/**
 * The license, source and attribution that the icons of a set share, as `info` gives them. Its license is an SPDX id,
 * or a title with an address; any other one is left out, as are values that a record can't hold.
 */
export function creditsOfSet(set: Pick<IconifyJSON, "info">): ImageCredits {
  const info = infoOf(set);
  if (info === null) return {};
  const { name, author, license } = info;
  const spdx = [license.spdx, license.title].find((id) => id !== undefined && isSpdxExpression(id));
  const credits: Record<string, string | undefined> = {
    license: spdx ?? (isValid("licenseUrl", license.url) ? license.title : undefined),
    licenseUrl: license.url,
    source: author.url,
    attribution: author.name === "" || author.name === name ? name : `${author.name}, ${name}`,
  };
  const valid = Object.entries(credits).filter(([name, value]) => isValid(name, value));
  const { licenseUrl, ...others } = Object.fromEntries(valid) as ImageCredits;
  return others.license === undefined || licenseUrl === undefined ? others : { ...others, licenseUrl };
}

function isValid(name: string, value: string | undefined): boolean {
  return value !== undefined && CHECKS.some(([known, check]) => known === name && check(value).length === 0);
}

/**
 * The `info` of the set in a package: its `info.json`, completed by the author, homepage and license in `package.json`.
 *
 * @throws Error if a file is not valid JSON
 */
export function packageInfo(folder: string): IconifyJSON["info"] {
  const { name, author, homepage, repository, license } = readObject(folder, "package.json");
  const address = homepage ?? (isObject(repository) ? repository.url : repository);
  const url = typeof address === "string" ? address.replaceAll(/^git\+|\.git$/g, "") : undefined;
  // Also "Ann <ann@example.com> (https://example.com)".
  const person = isObject(author) ? author.name : typeof author === "string" ? author.replace(/\s*[<(].*$/, "") : "";
  const facts = { name, author: { name: person, url }, license, ...readObject(folder, "info.json") };
  // Unchecked, like the `info` of a set, whose values are checked where they are read.
  return facts as unknown as IconifyJSON["info"];
}

function readObject(folder: string, file: string): Readonly<Record<string, unknown>> {
  const path = join(folder, file);
  if (!existsSync(path)) return {};
  try {
    const value: unknown = parseJson(readText(path, MAX_INFO_BYTES));
    return isObject(value) ? value : {};
  } catch (error) {
    throw new Error(`${path}: ${(error as Error).message}`);
  }
}
