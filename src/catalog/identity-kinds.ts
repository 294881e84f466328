/** Kinds of identities; also the names of the parameters. */
export const IDENTITY_KINDS = ["domain", "container", "bundle", "package", "name"] as const;

export type IdentityKind = (typeof IDENTITY_KINDS)[number];

/** Why an icon belongs to an identity. */
export const RESOLVE_REASONS = [
  "exact domain",
  "parent domain",
  "container image",
  "bundle",
  "package",
  "name",
  "alias",
  "similar name",
] as const;

export type ResolveReason = (typeof RESOLVE_REASONS)[number];
