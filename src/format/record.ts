/** One entry of a record's history of redesigns. */
export interface VersionEntry {
  readonly version: string;
  /** ISO 8601 date, as precise as known: `2016`, `2016-05` or `2016-05-11`. */
  readonly date: string;
  readonly phash?: string;
  readonly iconUrl?: string;
  readonly note?: string;
}

/** A tag that an image analysis gave. */
export interface AiTag {
  readonly tag: string;
  /** 0 to 1. */
  readonly confidence?: number;
}

/** A colour of the palette; the shares of a palette add up to 1. */
export interface PaletteColor {
  /** `#rrggbb`, lower case. */
  readonly hex: string;
  /** The nearest of the twelve colour labels. */
  readonly name: string;
  /** Part of the visible area, 0 to 1. */
  readonly share: number;
}

/** A record as `records-*.msgpack` holds it: what the dataset says, and what the build found in the picture. */
export interface IconRecord {
  readonly id: string;
  readonly name: string;
  readonly category: string;
  readonly developer: string;
  readonly aliases?: readonly string[];
  readonly iconUrl?: string;
  readonly description?: string;
  readonly website?: string;
  readonly colors?: readonly string[];
  readonly style?: string;
  readonly mood?: string;
  /** 16 lower-case hex digits. */
  readonly phash?: string;
  readonly updatedAt?: string;
  readonly attributes?: Readonly<Record<string, unknown>>;
  readonly versionHistory?: readonly VersionEntry[];
  readonly aiTags?: readonly AiTag[];
  readonly colorPalette?: readonly PaletteColor[];
}

/** The fields of a list item, in the order in which a card holds them. */
export const CARD_FIELDS = ["id", "name", "category", "iconUrl", "developer"] as const;

/** Where the picture of icon `id` is served, below the public origin. */
export function imagePath(id: string): string {
  return `/images/${encodeURIComponent(id)}`;
}
