import { readFileSync } from "node:fs";

/** Facts from package.json. */
export interface PackageFacts {
  readonly version: string;
  readonly description: string;
}

export function readPackageFacts(): PackageFacts {
  return JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
}
