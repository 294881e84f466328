/**
 * What a key of `identities.bin` stands for:
 *
 * - `domain`: a domain that a record lists; `root`: that of its website, if the website is its root; `page`: domain and
 *   path of any other website
 * - `image`: a container image with registry; `repository`: without
 * - `bundle`, `package`
 */
export type IdentityKeyKind = "domain" | "root" | "page" | "image" | "repository" | "bundle" | "package";

/** @param value in canonical form, see `src/identity` */
export function identityKey(kind: IdentityKeyKind, value: string): string {
  return `${kind} ${value}`;
}
