import type { Removal } from "../../format/removal.js";

/** There is no icon with this id. */
export class IconNotFoundError extends Error {
  override readonly name = "IconNotFoundError";
  readonly id: string;

  constructor(id: string) {
    super(`no icon has the id ${JSON.stringify(id)}`);
    this.id = id;
  }
}

/** The icon has another id now. */
export class IconRenamedError extends Error {
  override readonly name = "IconRenamedError";
  readonly id: string;
  readonly currentId: string;

  constructor(id: string, currentId: string) {
    super(`the icon ${JSON.stringify(id)} was renamed to ${JSON.stringify(currentId)}`);
    this.id = id;
    this.currentId = currentId;
  }
}

/** The icon was removed from the dataset. */
export class IconRemovedError extends Error {
  override readonly name = "IconRemovedError";
  readonly id: string;
  readonly removal: Removal;

  constructor(id: string, removal: Removal) {
    const { date, reason, successor } = removal;
    const hint = successor === undefined ? "" : `; use ${JSON.stringify(successor)}`;
    super(`the icon ${JSON.stringify(id)} was removed on ${date}: ${reason}${hint}`);
    this.id = id;
    this.removal = removal;
  }
}

/** The icon has no variant of this name. */
export class VariantNotFoundError extends Error {
  override readonly name = "VariantNotFoundError";
  readonly id: string;
  readonly variant: string;

  /** @param known names of the icon's variants */
  constructor(id: string, variant: string, known: readonly string[]) {
    const others = known.length === 0 ? "it has none" : `it has ${known.join(", ")}`;
    super(`the icon ${JSON.stringify(id)} has no variant ${JSON.stringify(variant)}; ${others}`);
    this.id = id;
    this.variant = variant;
  }
}

/** A query takes more work than a request may on this dataset. */
export class QueryTooExpensiveError extends Error {
  override readonly name = "QueryTooExpensiveError";

  constructor() {
    super("this query exceeds the work budget of a request; use fewer or longer words, fewer labels or fewer facets");
  }
}

/** The icon has no perceptual hash to compare with. */
export class PhashUnavailableError extends Error {
  override readonly name = "PhashUnavailableError";
  readonly id: string;

  constructor(id: string) {
    super(`the icon ${JSON.stringify(id)} has no perceptual hash, because its image is missing or could not be read`);
    this.id = id;
  }
}

/** The icon has no color palette to compare with. */
export class PaletteUnavailableError extends Error {
  override readonly name = "PaletteUnavailableError";
  readonly id: string;

  constructor(id: string) {
    super(`the icon ${JSON.stringify(id)} has no color palette, because its image is missing or could not be read`);
    this.id = id;
  }
}

/** The icon has no shape descriptor to compare with. */
export class ShapeUnavailableError extends Error {
  override readonly name = "ShapeUnavailableError";
  readonly id: string;

  constructor(id: string) {
    super(
      `the icon ${JSON.stringify(id)} has no shape, because its image is missing, shows no edges or could not be read`,
    );
    this.id = id;
  }
}

/** The icon has no vector to compare with. */
export class VectorUnavailableError extends Error {
  override readonly name = "VectorUnavailableError";
  readonly id: string;

  constructor(id: string) {
    super(`the icon ${JSON.stringify(id)} has no vector, because the dataset has none for it`);
    this.id = id;
  }
}
