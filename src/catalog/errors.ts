/** No icon has this id. */
export class IconNotFoundError extends Error {
  override readonly name = "IconNotFoundError";
  readonly id: string;

  constructor(id: string) {
    super(`no icon has the id ${JSON.stringify(id)}`);
    this.id = id;
  }
}

/** A query takes more work than a request may, on the data that it is asked of. */
export class QueryTooExpensiveError extends Error {
  override readonly name = "QueryTooExpensiveError";

  constructor() {
    super("this query takes more work than one request may; ask for fewer or longer words, fewer labels or facets");
  }
}

/** The icon has no perceptual hash, so nothing can be compared with it. */
export class PhashUnavailableError extends Error {
  override readonly name = "PhashUnavailableError";
  readonly id: string;

  constructor(id: string) {
    super(
      `the icon ${JSON.stringify(id)} has no perceptual hash, because its picture could not be read or it has none`,
    );
    this.id = id;
  }
}

/** The icon has no colour palette, so no colours can be compared with it. */
export class PaletteUnavailableError extends Error {
  override readonly name = "PaletteUnavailableError";
  readonly id: string;

  constructor(id: string) {
    super(`the icon ${JSON.stringify(id)} has no colour palette, because its picture could not be read or it has none`);
    this.id = id;
  }
}
