import {
  describeFile,
  type FileDescription,
  type LookOfFile,
  looksOfFile,
} from "../../build/analysis/describe-file.js";
import { markedHashes } from "../../build/image/render/hash-file.js";
import type { Catalog } from "../../src/catalog/catalog.js";
import type { Similar, SimilarIcon } from "../../src/catalog/similar/find-similar.js";
import { mergeBest, mergeNearest } from "../../src/catalog/similar/merge-nearest.js";
import { scoreOf } from "../../src/catalog/similar/nearest-shapes.js";
import { lookDistance } from "../../src/catalog/similar/shape-distance.js";
import type { SimilarRequest } from "../../src/catalog/similar/similar-request.js";
import type { DominantColor } from "../../src/palette/dominant-colors.js";

/**
 * Bits of shape distance that are as rare by chance as one bit of weighted distance of hashes, fitted to the tuning
 * half of the images that `bench/perturbed.mjs` modifies.
 */
const BITS_OF_HASH = 20;
/** Bits that are added for a hash of the inverted image. */
const INVERTED = 16;

/** Icons similar to an image, and the hashes that were compared. */
export interface SimilarToFile extends Similar {
  /** The hash of the image without its margin. Absent if it has no margin. */
  readonly trimmed?: string;
  /** The shape descriptor of the image, 128 hex digits. Present by shape and by look. */
  readonly shape?: string;
  /** The palette of the image. Present by look. */
  readonly palette?: readonly DominantColor[];
}

/**
 * Finds icons similar to an image file, by weighted distance. A margin changes half of the hash's bits, so the image is
 * compared both with and without its margin; each icon is returned once, with its smaller distance. Cost: decoding, and
 * two passes over 16 bytes per icon.
 *
 * @throws Error that names the file if it can't be decoded
 */
export async function similarToFile(
  catalog: Catalog,
  path: string,
  request: Omit<SimilarRequest, "id" | "phash" | "uncertain" | "by">,
): Promise<SimilarToFile> {
  const hashes = await markedHashes(path);
  const whole = catalog.similar({ ...request, ...hashes.whole });
  if (hashes.trimmed === undefined) return whole;
  const inner = catalog.similar({ ...request, ...hashes.trimmed });
  return {
    ...whole,
    trimmed: hashes.trimmed.phash,
    matches: nearestOf([whole.matches, inner.matches], (match) => match.weightedDistance!).slice(0, request.limit),
  };
}

/**
 * Finds icons with a shape similar to that of an image file, or of what it may have been made from: each icon is as
 * near as the nearest of these descriptors with its added bits. Hashes count, too, since they recognize an image that
 * is too small or blurred for its edges, or inverted: a bit of weighted distance as `BITS_OF_HASH` bits. Exact. Cost:
 * that of `describeFile`, and up to nineteen searches by shape and four by weighted distance.
 *
 * @throws Error that names the file if it can't be decoded or shows no edges
 */
export async function similarToFileByShape(catalog: Catalog, path: string, limit: number): Promise<SimilarToFile> {
  const described = await describeFile(path);
  const [own] = described.shapes;
  if (own === undefined) throw new Error(`${path}: it shows no edges, so it has no shape`);
  return { by: "shape", lowDetail: false, shape: own.shape, matches: matchesByShape(catalog, described, limit) };
}

function matchesByShape(
  catalog: Catalog,
  { shapes, hashes }: Pick<FileDescription, "shapes" | "hashes">,
  limit: number,
): readonly SimilarIcon[] {
  const byShape = shapes.map(({ shape, addedBits }) =>
    catalog.similar({ shape, limit }).matches.map((match) => atDistance(match, match.shapeDistance! + addedBits)),
  );
  const byHash = hashes.map((hash) =>
    catalog
      .similar({ ...hash, limit, include: ["inverted"] })
      .matches.map((match) =>
        atDistance(match, BITS_OF_HASH * match.weightedDistance! + (match.variant === undefined ? 0 : INVERTED)),
      ),
  );
  return nearestOf([...byShape, ...byHash], (match) => match.shapeDistance!).slice(0, limit);
}

/**
 * Finds icons that look like an image file, or like one of the icons that it may show, by shape and palette together,
 * see `looksOfFile`; whichever is nearer. Exact. Cost: that of `looksOfFile`, and up to eight searches by look.
 *
 * @returns undefined if the image shows no edges or nothing at all
 * @throws Error that names the file if it can't be decoded
 */
export async function similarToFileByLook(
  catalog: Catalog,
  path: string,
  limit: number,
): Promise<SimilarToFile | undefined> {
  return byLook(catalog, await looksOfFile(path), limit);
}

function byLook(catalog: Catalog, looks: readonly LookOfFile[], limit: number): SimilarToFile | undefined {
  const [look] = looks;
  if (look === undefined) return undefined;
  const lists = looks.map((each) => catalog.similar({ ...each, limit }).matches);
  const distanceOf = ({ shapeDistance, colorDistance }: SimilarIcon): number =>
    lookDistance(shapeDistance!, colorDistance!);
  return { by: "look", lowDetail: false, ...look, matches: nearestOf(lists, distanceOf).slice(0, limit) };
}

/**
 * Finds icons that look like an image file, or whose shape is like that of what it may have been made from: the better
 * score of both decides. Cost: that of `describeFile`, and the searches of both.
 *
 * @returns undefined if the image shows no edges
 * @throws Error that names the file if it can't be decoded
 */
export async function similarToFileByBoth(
  catalog: Catalog,
  path: string,
  limit: number,
): Promise<SimilarToFile | undefined> {
  const described = await describeFile(path);
  const looks = byLook(catalog, described.looks, limit);
  if (looks === undefined) return undefined;
  const shapes = matchesByShape(catalog, described, limit);
  const matches = mergeBest([looks.matches, shapes], ({ ordinal }) => ordinal).slice(0, limit);
  return { ...looks, by: "auto", matches };
}

function atDistance({ ordinal }: SimilarIcon, shapeDistance: number): SimilarIcon {
  return { ordinal, shapeDistance, score: scoreOf({ ordinal, shapeDistance }) };
}

/** Matches of several searches. */
function nearestOf(
  lists: readonly (readonly SimilarIcon[])[],
  distanceOf: (match: SimilarIcon) => number,
): SimilarIcon[] {
  return mergeNearest(lists, distanceOf, ({ ordinal }) => ordinal);
}
