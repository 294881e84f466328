import type { Check } from "../check.js";
import { nearSpellings } from "../near-spellings.js";

export const tagSpelling: Check = {
  severity: "info",
  about:
    "a tag of `aiTags` that one record has and that is one edit away from a tag of three records or more: a letter more or less, two neighbours swapped, or, from eight letters on, another letter; tags of fewer than five letters are left out",
  remedy: "Use the spelling that the others have, if the same is meant.",
  begin({ report }) {
    const uses = new Map<string, { count: number; readonly first: number; readonly at: number }>();
    return {
      record({ ordinal, source: { aiTags = [] } }) {
        for (const [at, { tag }] of aiTags.entries()) {
          const use = uses.get(tag);
          if (use === undefined) uses.set(tag, { count: 1, first: ordinal, at });
          else use.count++;
        }
      },
      end() {
        const common = [...uses].filter(([, { count }]) => count >= 3).map(([tag]) => tag);
        const nearest = nearSpellings(common);
        for (const [tag, { count, first, at }] of uses) {
          const near = count > 1 ? undefined : nearest(tag);
          if (near === undefined) continue;
          const message = `is used by this record alone, ${JSON.stringify(near)} by ${uses.get(near)!.count}`;
          report(first, { path: ["aiTags", at, "tag"], value: tag, message });
        }
      },
    };
  },
};
