import { type IdentityKeyKind, identityKey } from "#src/format/identity-key.js";
import type { IconRecord } from "#src/format/record.js";
import { parseContainerImage } from "#src/identity/container-image.js";
import { canonicalDomain, websiteDomain, withoutWww } from "#src/identity/domain.js";
import { canonicalPackage } from "#src/identity/package-name.js";

/** An identity that a record claims. */
export interface IdentityClaim {
  readonly kind: IdentityKeyKind;
  /** In canonical form. */
  readonly value: string;
  /** Path of the text that it comes from. */
  readonly path: readonly (string | number)[];
}

/** The keys of a record in `identities.bin`. */
export function identityKeys(record: Pick<IconRecord, "website" | "identifiers">): string[] {
  return identityClaims(record).map(({ kind, value }) => identityKey(kind, value));
}

/** The identities that a record claims. Identifiers that are not valid claim none. */
export function identityClaims({
  website,
  identifiers = {},
}: Pick<IconRecord, "website" | "identifiers">): IdentityClaim[] {
  const { domains = [], bundles = [], containerImages = [], packages = [] } = identifiers;
  const claims: IdentityClaim[] = [];
  const add = (kind: IdentityKeyKind, value: string, ...path: (string | number)[]): void =>
    void claims.push({ kind, value, path });
  for (const [at, text] of domains.entries()) {
    const domain = canonicalDomain(text);
    if (domain !== undefined) add("domain", withoutWww(domain), "identifiers", "domains", at);
  }
  const site = website === undefined ? undefined : websiteDomain(website);
  if (site?.isRoot && identifiers.domains?.length !== 0) add("root", site.domain, "website");
  if (site?.page !== undefined) add("page", site.page, "website");
  for (const [at, bundle] of bundles.entries()) add("bundle", bundle.toLowerCase(), "identifiers", "bundles", at);
  for (const [at, text] of containerImages.entries()) {
    const image = parseContainerImage(text);
    if (image === undefined) continue;
    add("image", `${image.registry}/${image.repository}`, "identifiers", "containerImages", at);
    add("repository", image.repository, "identifiers", "containerImages", at);
  }
  for (const [at, text] of packages.entries()) {
    const name = canonicalPackage(text);
    if (name !== undefined) add("package", name, "identifiers", "packages", at);
  }
  return claims;
}
