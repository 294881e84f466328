import { extname, posix } from "node:path";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { ImageError } from "../../image/image-file.js";
import { filesInside } from "../../image/source/files-inside.js";
import { type FoundImage, MAX_IMAGE_BYTES } from "../write-images.js";
import { filesIn, type ShareFolder } from "./share-folders.js";

/** The theme into which applications install their icons. */
const OWN_THEME = "hicolor";
const ENDINGS = [".svg", ".svgz", ".png"];
/** Conventional size of images in the folder `pixmaps`, which belong to no theme. */
const PIXMAPS_SIDE = 48;
const SIDE = /^(\d+)(?:x\d+)?(?:@(\d+)x?)?$/;
const inflate = promisify(gunzip);

/** A possible image. */
interface Candidate {
  readonly root: string;
  /** Relative to the root. */
  readonly path: string;
}

interface Ranked extends Candidate {
  /** 0 for icons installed by applications, 1 for other themes. */
  readonly tier: number;
  /** 0 for icons of applications, 1 for others of the same name. */
  readonly context: number;
  /** In pixels; infinite for a drawing without a particular size. */
  readonly side: number;
}

/** Finds the images of applications. */
export interface IconFinder {
  /**
   * The best image for the `Icon` of a desktop entry, a name or an absolute path: a scalable drawing, else the largest;
   * those of hicolor and pixmaps before those of other themes.
   *
   * @throws ImageError if there is none, or none is a regular file inside its root that is small enough
   */
  find(icon: string): Promise<FoundImage>;
}

/** Scans the themes of all share folders once. */
export async function createIconFinder(shares: readonly ShareFolder[]): Promise<IconFinder> {
  const byName = new Map<string, Ranked[]>();
  const add = (share: ShareFolder, part: string, file: string, rank: Omit<Ranked, keyof Candidate>): void => {
    const extension = extname(file);
    const name = posix.basename(file, extension);
    if (!ENDINGS.includes(extension.toLowerCase())) return;
    const found = { root: share.root, path: posix.join(share.path, part, file), ...rank };
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [found]);
    else known.push(found);
  };
  for (const share of shares) {
    for (const file of await filesIn(share, "icons")) {
      const rank = rankOf(file);
      if (rank !== undefined) add(share, "icons", file, rank);
    }
    for (const file of await filesIn(share, "pixmaps")) {
      add(share, "pixmaps", file, { tier: 0, context: 0, side: sideOf(file, PIXMAPS_SIDE) });
    }
  }
  const roots = [...new Set(shares.map(({ root }) => root))];
  return { find: (icon) => firstReadable(icon, candidates(icon, byName, roots)) };
}

function candidates(icon: string, byName: ReadonlyMap<string, Ranked[]>, roots: readonly string[]): Candidate[] {
  if (icon.startsWith("/")) return roots.map((root) => ({ root, path: icon.slice(1) }));
  const named = byName.get(icon) ?? byName.get(posix.basename(icon, extname(icon))) ?? [];
  return [...named].sort(
    (a, b) =>
      a.tier - b.tier ||
      a.context - b.context ||
      (a.side === b.side ? 0 : b.side - a.side) ||
      (a.path < b.path ? -1 : 1),
  );
}

async function firstReadable(icon: string, places: readonly Candidate[]): Promise<FoundImage> {
  let reason = icon === "" ? "it has no icon name" : `there is no image for its icon ${JSON.stringify(icon)}`;
  for (const { root, path } of places) {
    try {
      const bytes = filesInside(root).read(path, MAX_IMAGE_BYTES);
      const extension = extname(path).toLowerCase();
      if (extension !== ".svgz") return { extension, bytes };
      return { extension: ".svg", bytes: await inflate(bytes, { maxOutputLength: MAX_IMAGE_BYTES }) };
    } catch (error) {
      reason = error instanceof ImageError ? error.message : `${path} can't be read: ${(error as Error).message}`;
    }
  }
  throw new ImageError(reason);
}

/**
 * Handles `hicolor/48x48@2/apps/kite.png` and `breeze/apps/48/kite.svg`; undefined for monochrome drawings, which take
 * the color of the text around them.
 */
function rankOf(file: string): Omit<Ranked, keyof Candidate> | undefined {
  const [theme, ...folders] = posix.dirname(file).split("/");
  if (folders.includes("symbolic")) return undefined;
  const side = folders.map((folder) => SIDE.exec(folder)).find((match) => match !== null);
  const pixels = side === undefined ? 0 : Number(side[1]) * Number(side[2] ?? 1);
  return {
    tier: theme === OWN_THEME ? 0 : 1,
    context: folders.includes("apps") ? 0 : 1,
    side: folders.includes("scalable") ? Number.POSITIVE_INFINITY : pixels,
  };
}

function sideOf(file: string, ofRaster: number): number {
  return extname(file).toLowerCase() === ".png" ? ofRaster : Number.POSITIVE_INFINITY;
}
