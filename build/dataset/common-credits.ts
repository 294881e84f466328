import type { Credits } from "#src/format/credits.js";
import type { CreditsInCommon } from "#src/format/icon-sets.js";
import { isSpdxExpression } from "./spdx.js";

/** Finds the credits that icons have in common. */
export interface CommonCredits {
  add(icon: Credits): void;
  /** The values that are the same for all icons so far. */
  found(): CreditsInCommon;
}

export function createCommonCredits(): CommonCredits {
  let common: readonly (readonly [name: string, value: string | undefined])[] | undefined;
  return {
    add(icon) {
      common = (common ?? Object.entries(icon)).filter(
        ([name, value]) => value !== undefined && icon[name as keyof Credits] === value,
      );
    },
    found() {
      const { license, ...others }: CreditsInCommon = Object.fromEntries(common ?? []);
      if (license === undefined) return others;
      return { license, ...(isSpdxExpression(license) ? { spdx: license } : {}), ...others };
    },
  };
}
