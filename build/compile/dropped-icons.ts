import { type Generation, openGeneration, readCurrent } from "#src/catalog/generation/generation.js";
import type { Dictionary } from "#src/format/dictionary.js";
import { FormatError } from "#src/format/format-error.js";
import { ordinalsOf } from "#src/format/posting-list.js";
import { isStoredDrawing } from "#src/format/stored-image.js";
import { decodeVariants } from "#src/format/variants.js";
import { createNumberList, sortedIndexOf, textNumber } from "../dataset/number-list.js";
import type { RemovedIcon } from "../dataset/removed-icons.js";
import type { Analyzed } from "./cached-analyzer.js";
import type { ImageName } from "./options.js";

const MAX_SHOWN = 20;

/** Kinds of what clients can request, with their names and remedies. */
const KINDS = {
  icons: ["icon", "icons", "Name each in formerIds of its record"],
  formerIds: ["former id", "former ids", "Restore each in formerIds of its record"],
  images: ["image", "images", "Restore each in image of its record"],
  variants: ["variant", "variants", "Restore each in variants of its record"],
  drawings: ["SVG", "SVGs", "Restore each, since another format can't replace it"],
} as const;

/** What disappears: `drawings` are SVGs that another format replaces. */
export type DroppedKind = keyof typeof KINDS;

/** What would disappear of one kind. */
export interface Dropped {
  readonly kind: DroppedKind;
  readonly count: number;
  /** The first ones: ids, former ids, or images of icons. */
  readonly first: readonly ImageName[];
}

/** Something that the live generation serves would disappear without a word; nothing was written. */
export class DroppedIconsError extends Error {
  override readonly name = "DroppedIconsError";
  /** The first ids that would miss something. */
  readonly ids: readonly string[];
  /** Number of ids, former ids and images that would disappear. */
  readonly count: number;
  readonly dropped: readonly Dropped[];

  constructor(dropped: readonly Dropped[], inFolder: boolean) {
    const sentences = dropped.map(({ kind, count, first }) => {
      const [one, many, remedy] = KINDS[kind];
      const named = first.map(({ id, variant }) => JSON.stringify(id) + (variant === undefined ? "" : ` (${variant})`));
      const more = count > first.length ? ` and ${count - first.length} more` : "";
      const listed = inFolder && (kind === "icons" || kind === "formerIds") ? " or in removed.json" : "";
      return `lacks ${count} ${count === 1 ? one : many} of the live generation: ${named.join(", ")}${more}. ${remedy}${listed}`;
    });
    super(`the dataset ${sentences.join(". The dataset ")}, or use --allow-removals`);
    this.dropped = dropped;
    this.ids = [...new Set(dropped.flatMap(({ first }) => first.map(({ id }) => id)))].slice(0, MAX_SHOWN);
    this.count = dropped.reduce((sum, { count }) => sum + count, 0);
  }
}

/** What a dataset has. */
export interface Present {
  /** Ascending numbers of the ids and of the former ids, as returned by `textNumber`. */
  readonly known: readonly Float64Array[];
  readonly removed: readonly RemovedIcon[];
  /** Whether the dataset is a folder, which may have a `removed.json`. */
  readonly inFolder: boolean;
}

/** Compares what a build has with what the live generation serves. */
export interface DropCheck {
  /** Ids and former ids that the dataset lacks; undefined if there are none. */
  ids(): DroppedIconsError | undefined;
  /** Must be called with each record that has images. */
  add(record: Pick<Analyzed, "names" | "served">): void;
  /** The same as `ids`, and images that no record has had. */
  all(): DroppedIconsError | undefined;
}

/**
 * Finds what the live generation serves and a dataset lacks: ids, former ids, images, variants and drawings. Without a
 * generation that this program can read, there is nothing to compare. Cost: about 4 s per million icons. Memory: about
 * 35 bytes per image.
 *
 * @param artifacts folder with the live generation
 */
export function compareWithLive(artifacts: string, { known, removed, inFolder }: Present): DropCheck | undefined {
  const live = openLive(artifacts);
  if (live === undefined) return undefined;
  const gone = new Set(removed.map(({ id }) => id));
  const isKnown = (id: string): boolean => {
    const number = textNumber(id);
    return known.some((numbers) => sortedIndexOf(numbers, number) >= 0);
  };
  const expected = expectImages(live);

  const droppedIds = (): Dropped[] =>
    (["icons", "formerIds"] as const).map((kind) => {
      const counted = createCount(kind);
      for (const id of keysOf(live.dictionary(kind === "icons" ? "ids" : "former-ids")))
        if (!isKnown(id) && !gone.has(id)) counted.add({ id });
      return counted;
    });
  const droppedImages = (): Dropped[] => {
    const own = createCount("images");
    const variants = createCount("variants");
    const drawings = createCount("drawings");
    for (const image of expected.isComplete() ? [] : imagesOf(live)) {
      const { id, variant } = image;
      // Dropped ids are counted without their images.
      if (gone.has(id) || !isKnown(id) || expected.isSeen(image)) continue;
      const name = variant === undefined ? { id } : { id, variant };
      if (expected.isSeen({ ...image, isDrawing: false })) drawings.add(name);
      else (variant === undefined ? own : variants).add(name);
    }
    return [own, variants, drawings];
  };
  const errorOf = (dropped: readonly Dropped[]): DroppedIconsError | undefined => {
    const some = dropped.filter(({ count }) => count > 0);
    return some.length === 0 ? undefined : new DroppedIconsError(some, inFolder);
  };
  return {
    ids: () => errorOf(droppedIds()),
    add({ names, served }) {
      for (const id of names) for (const image of served) expected.see({ id, ...image });
    },
    all: () => errorOf([...droppedIds(), ...droppedImages()]),
  };
}

/** An image of an icon. */
interface LiveImage {
  readonly id: string;
  /** Undefined: the icon's own. */
  readonly variant: string | undefined;
  readonly isDrawing: boolean;
}

/** The images that a generation serves; not those that can't be read. */
function* imagesOf(generation: Generation): Generator<LiveImage> {
  const ids = generation.dictionary("ids");
  const images = generation.blob("images");
  const variants = generation.blob("variants");
  for (let index = 0; index < ids.size; index++) {
    const [ordinal] = ordinalsOf(ids.postings(index));
    const own = orNone(() => [{ name: undefined, image: images.view(ordinal!) }]);
    const others = orNone(() => decodeVariants(variants.view(ordinal!), ordinal!));
    for (const { name, image } of [...own, ...others]) {
      const isDrawing = isStoredDrawing(image);
      if (isDrawing !== undefined) yield { id: ids.key(index), variant: name, isDrawing };
    }
  }
}

function orNone<Item>(read: () => readonly Item[]): readonly Item[] {
  try {
    return read();
  } catch (error) {
    if (error instanceof FormatError) return [];
    throw error;
  }
}

/** The images of the live generation, and whether the dataset has them, too. A drawing is also an image in any format. */
function expectImages(live: Generation) {
  const numberOf = ({ id, variant = "", isDrawing }: LiveImage): number =>
    textNumber(`${variant}${isDrawing ? ".svg" : ""} ${id}`);
  const numbersOf = (image: LiveImage): number[] =>
    image.isDrawing ? [numberOf(image), numberOf({ ...image, isDrawing: false })] : [numberOf(image)];
  const list = createNumberList();
  for (const image of imagesOf(live)) for (const number of numbersOf(image)) list.add(number);
  const numbers = list.all().sort();
  const seen = new Uint8Array(numbers.length);
  return {
    see(image: LiveImage): void {
      for (const number of numbersOf(image)) {
        const index = sortedIndexOf(numbers, number);
        if (index >= 0) seen[index] = 1;
      }
    },
    isSeen: (image: LiveImage): boolean => seen[sortedIndexOf(numbers, numberOf(image))] === 1,
    isComplete: (): boolean => !seen.includes(0),
  };
}

function createCount(kind: DroppedKind) {
  const first: ImageName[] = [];
  return {
    kind,
    count: 0,
    first,
    add(name: ImageName): void {
      if (this.count++ < MAX_SHOWN) first.push(name);
    },
  };
}

function* keysOf(dictionary: Dictionary): Generator<string> {
  for (let index = 0; index < dictionary.size; index++) yield dictionary.key(index);
}

function openLive(artifacts: string): Generation | undefined {
  try {
    const live = readCurrent(artifacts);
    return live === undefined ? undefined : openGeneration(artifacts, live);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
