/** Kinds of identities; also the names of the parameters. */
export const IDENTITY_KINDS = ["domain", "container", "bundle", "package", "name"] as const;

export type IdentityKind = (typeof IDENTITY_KINDS)[number];

/** What an application is known by outside of this service. */
export interface Identity {
  readonly kind: IdentityKind;
  readonly value: string;
}

/** A text that is not an identity of its kind. */
export class IdentityError extends Error {
  override readonly name = "IdentityError";
  readonly kind: IdentityKind;

  constructor(kind: IdentityKind, message: string) {
    super(message);
    this.kind = kind;
  }
}

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
