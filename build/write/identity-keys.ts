import { identityKey } from "#src/format/identity-key.js";
import type { IconRecord } from "#src/format/record.js";
import { parseContainerImage } from "#src/identity/container-image.js";
import { canonicalDomain, websiteDomain, withoutWww } from "#src/identity/domain.js";
import { canonicalPackage } from "#src/identity/package-name.js";

/** The keys of a record in `identities.bin`. Identifiers that are not valid have none. */
export function identityKeys({ website, identifiers = {} }: IconRecord): string[] {
  const { domains = [], bundles = [], containerImages = [], packages = [] } = identifiers;
  const keys: string[] = [];
  for (const text of domains) {
    const domain = canonicalDomain(text);
    if (domain !== undefined) keys.push(identityKey("domain", withoutWww(domain)));
  }
  const site = website === undefined || identifiers.domains?.length === 0 ? undefined : websiteDomain(website);
  if (site !== undefined) keys.push(identityKey("site", site.domain));
  if (site?.isRoot) keys.push(identityKey("root", site.domain));
  for (const bundle of bundles) keys.push(identityKey("bundle", bundle.toLowerCase()));
  for (const text of containerImages) {
    const image = parseContainerImage(text);
    if (image === undefined) continue;
    keys.push(identityKey("image", `${image.registry}/${image.repository}`));
    keys.push(identityKey("repository", image.repository));
  }
  for (const text of packages) {
    const name = canonicalPackage(text);
    if (name !== undefined) keys.push(identityKey("package", name));
  }
  return keys;
}
