/** Kinds of identities; also the names of the parameters. */
export const IDENTITY_KINDS = ["domain", "container", "bundle", "package", "label", "name"] as const;

export type IdentityKind = (typeof IDENTITY_KINDS)[number];

/** What an application is known by outside of this service. */
export interface Identity {
  readonly kind: IdentityKind;
  readonly value: string;
}

/** Why an icon belongs to an identity. */
export const RESOLVE_REASONS = [
  "exact domain",
  "parent domain",
  "website",
  "container image",
  "bundle",
  "package",
  "name",
  "alias",
  "similar name",
] as const;

export type ResolveReason = (typeof RESOLVE_REASONS)[number];

/** Why an identity has no icon. */
export const UNRESOLVED_REASONS = [
  "unknown",
  "several icons",
  "other publisher",
  "ip address",
  "internal name",
  "not a domain",
  "not a container image",
  "not a package",
  "not a known label",
] as const;

export type UnresolvedReason = (typeof UNRESOLVED_REASONS)[number];
