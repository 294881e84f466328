/** There is no icon with this id. */
export class IconNotFoundError extends Error {
  override readonly name = "IconNotFoundError";
  readonly id: string;

  constructor(id: string) {
    super(`no icon has the id ${JSON.stringify(id)}`);
    this.id = id;
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
