/**
 * What a key of `identities.bin` stands for:
 *
 * - `domain`: a domain that a record lists; `site`: that of its website; `root`: the same if the website is its root
 * - `image`: a container image with registry; `repository`: without
 * - `bundle`, `package`
 */
export type IdentityKeyKind = "domain" | "site" | "root" | "image" | "repository" | "bundle" | "package";

/** @param value in canonical form, see `src/identity` */
export function identityKey(kind: IdentityKeyKind, value: string): string {
  return `${kind} ${value}`;
}
