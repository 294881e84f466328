import type { Catalog } from "#src/catalog/catalog.js";
import type { ListItem } from "#src/format/list-item.js";
import type { IconRecord } from "#src/format/record.js";
import { decodeImageHead, decodeStoredImage, type StoredImage } from "#src/format/stored-image.js";
import { type ExportedName, refuseEqualNames } from "./names.js";
import type { ExportOptions, LeftOutCounter } from "./options.js";

/** An icon with a drawing. */
interface DrawableIcon {
  readonly ordinal: number;
  readonly record: IconRecord;
  readonly image: StoredImage;
}

/** The name that an icon gets in an export. */
interface Naming {
  /** What has the name. */
  readonly kind: string;
  nameOf(icon: ListItem): string;
  /** Maps names that are considered equal to the same text. */
  fold(name: string): string;
}

/**
 * Checks the names of all icons that have a drawing.
 *
 * @returns number of these icons
 * @throws Error if there are none, or one that names two icons with the same name
 */
export function refuseBeforeDrawing(
  { catalog, ordinals }: Pick<ExportOptions, "catalog" | "ordinals">,
  { kind, nameOf, fold }: Naming,
): number {
  let count = 0;
  const names = function* (): Generator<ExportedName> {
    for (const icon of itemsWithDrawing(catalog, ordinals)) yield { id: icon.id, name: nameOf(icon) };
  };
  for (const _ of names()) count++;
  if (count === 0) {
    throw new Error(`none of the ${ordinals.length} selected icons has a drawing; export them with --format zip`);
  }
  refuseEqualNames(names, {
    count,
    fold,
    refusal: (first, second) => {
      const [one, other, name] = [first.id, second.id, first.name].map((text) => JSON.stringify(text));
      return new Error(`${one} and ${other} would both be the ${kind} ${name}; leave one of them out`);
    },
  });
  return count;
}

export function* idsWithDrawing(catalog: Catalog, ordinals: Uint32Array): Generator<string> {
  for (const { id } of itemsWithDrawing(catalog, ordinals)) yield id;
}

function* itemsWithDrawing(catalog: Catalog, ordinals: Uint32Array): Generator<ListItem> {
  for (const ordinal of ordinals) {
    const icon = catalog.item(ordinal);
    const item = catalog.storedImage(icon.id);
    if (item !== undefined && decodeImageHead(item).kind === "svg") yield icon;
  }
}

/** Yields the icons of an export that have a drawing, and counts the others. */
export function* drawableIcons(
  options: ExportOptions,
  withoutImage: LeftOutCounter,
  withoutDrawing: LeftOutCounter,
): Generator<DrawableIcon> {
  for (const ordinal of reported(options)) {
    const record = options.catalog.record(ordinal);
    const item = options.catalog.storedImage(record.id);
    if (item === undefined) withoutImage.add(record.id);
    else if (decodeImageHead(item).kind !== "svg") withoutDrawing.add(record.id);
    else yield { ordinal, record, image: decodeStoredImage(item) };
  }
}

/** Yields the ordinals of an export and reports each when the next one is requested. */
export function* reported({ ordinals, onProgress }: ExportOptions): Generator<number> {
  let done = 0;
  for (const ordinal of ordinals) {
    yield ordinal;
    onProgress?.({ done: ++done, total: ordinals.length });
  }
}
