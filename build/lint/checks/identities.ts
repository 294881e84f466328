import { identityKey } from "#src/format/identity-key.js";
import { createEqualKeys } from "../../dataset/equal-keys.js";
import { createNumberList, sortedIndexOf, textNumber } from "../../dataset/number-list.js";
import { identityClaims } from "../../write/identity-keys.js";
import type { Check, NamedChecks } from "./check.js";

/** More than the claims of a record. A claim is known by the ordinal times this, plus its position. */
const SLOTS = 1024;

const identityTwice: Check = {
  severity: "warning",
  about:
    "an entry of `identifiers` that an earlier record has too, or the root of a domain as `website` of both: it resolves to neither",
  remedy: 'Keep one; `"domains": []` gives up that of the website.',
  begin({ report, readRecord }) {
    const listed = createEqualKeys();
    const domains = createNumberList();
    // Whether a website counts is known after the last record.
    const roots = createEqualKeys();
    const rootClaims = createNumberList();
    const rootDomains = createNumberList();
    const reportClaims = ([first, ...others]: readonly number[]): void => {
      const firstOrdinal = Math.floor(first! / SLOTS);
      for (const claim of others) {
        const ordinal = Math.floor(claim / SLOTS);
        if (ordinal === firstOrdinal) continue;
        const finding = async () => {
          const { id } = await readRecord(firstOrdinal);
          const { path, value } = identityClaims(await readRecord(ordinal))[claim % SLOTS]!;
          return { path, value, message: `is also claimed by ${JSON.stringify(id)}` };
        };
        report(ordinal, finding, [firstOrdinal]);
      }
    };
    return {
      record({ ordinal, source }) {
        for (const [at, { kind, value }] of identityClaims(source).entries()) {
          const claim = ordinal * SLOTS + at;
          if (kind === "domain") domains.add(textNumber(value));
          if (kind === "root") {
            roots.add(value, rootClaims.length);
            rootClaims.add(claim);
            rootDomains.add(textNumber(value));
            // Applications may share a page and, in different registries, the name of an image.
          } else if (kind !== "repository" && kind !== "page") listed.add(identityKey(kind, value), claim);
        }
      },
      end() {
        for (const claims of listed.groups()) reportClaims(claims);
        const listedDomains = domains.all().sort();
        const [claimOf, domainOf] = [rootClaims.all(), rootDomains.all()];
        for (const group of roots.groups()) {
          if (sortedIndexOf(listedDomains, domainOf[group[0]!]!) < 0) reportClaims(group.map((at) => claimOf[at]!));
        }
      },
    };
  },
};

export const identityChecks = { "shared-identity": identityTwice } satisfies NamedChecks;
