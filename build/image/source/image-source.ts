import { getIconData } from "@iconify/utils/lib/icon-set/get-icon";
import { iconToSVG } from "@iconify/utils/lib/svg/build";
import { isPointer, POINTER_PROBLEM } from "#src/platform/decode-text.js";
import { REMOTE } from "../../dataset/source-record.js";
import { isIcns } from "../decode/icns.js";
import { isIco } from "../decode/ico.js";
import { NO_REMOTE_IMAGES, type RemoteImages } from "../download/remote-images.js";
import { drawingText } from "../drawing/drawing-text.js";
import { refuseManyMarks } from "../drawing/parse-drawing.js";
import { type Image, ImageError, type ImageFile } from "../image-file.js";
import { filesInside } from "./files-inside.js";
import { leadsToIcon, MAX_CHAIN } from "./icon-set.js";
import { createIconSets, type IconSets } from "./icon-sets.js";

/** The start of a drawing. A drawing that does not match would be rendered by libvips without being sanitized. */
const SVG = /^\uFEFF?\s*<(?:\?|!--|!DOCTYPE|(?:[^\s<>:]+:)?svg)/i;
/** Number of bytes in which a drawing starts. libvips looks for drawings in the first 1,000 bytes. */
const SVG_START = 1024;
/** The file is in memory along with the pixels, and a process may use 256 MiB. */
const MAX_FILE_BYTES = 16 * 2 ** 20;

/** Finds images by the `image` references of records. */
export interface ImageSource {
  /** Reads the image of a reference. @throws ImageError */
  read(reference: string): Promise<ImageFile>;
  /**
   * A text that changes whenever the image changes. Undefined if only reading the image could tell, as for Iconify sets
   * and downloads.
   */
  stampOf(reference: string): string | undefined;
}

/**
 * @param root the dataset's folder. No file outside it is opened, and Iconify sets are resolved from it first.
 * @param remote the downloaded images @param sets those of the dataset
 */
export function createImageSource(
  root: string,
  remote: RemoteImages = NO_REMOTE_IMAGES,
  sets: IconSets = createIconSets(root),
): ImageSource {
  const files = filesInside(root);
  return {
    stampOf: (reference) => (isElsewhere(reference) ? undefined : files.stampOf(reference)),
    async read(reference) {
      const icon = iconIn(reference);
      if (icon !== undefined) return readIconify(sets, icon.prefix, icon.name);
      return imageOf(
        reference.startsWith(REMOTE) ? await remote.read(reference) : files.read(reference, MAX_FILE_BYTES),
      );
    },
  };
}

/** The icon of an Iconify set that a reference names; undefined for any other image. */
export function iconIn(reference: string): { readonly prefix: string; readonly name: string } | undefined {
  const [, prefix, name] = /^iconify:([^/]+)\/(.+)$/.exec(reference) ?? [];
  return prefix === undefined ? undefined : { prefix, name: name! };
}

function isElsewhere(reference: string): boolean {
  return reference.startsWith(REMOTE) || reference.startsWith("iconify:");
}

async function readIconify(sets: IconSets, prefix: string, name: string): Promise<Image> {
  const set = await sets.find(prefix);
  // The library recurses for each alias.
  const data = leadsToIcon(name, set) ? getIconData(set, name) : null;
  if (data === null) {
    const distance = set.aliases?.[name] === undefined ? "" : ` within ${MAX_CHAIN} aliases`;
    throw new ImageError(`the Iconify set ${prefix} has no icon ${JSON.stringify(name)}${distance}`);
  }
  const { attributes, body } = iconToSVG(data, { width: "unset", height: "unset" });
  refuseManyMarks(body);
  const xmlns = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
  const svg = `<svg ${xmlns} viewBox="${attributes.viewBox}">${body}</svg>`;
  return { kind: "svg", bytes: Buffer.from(svg) };
}

/**
 * Detects the kind of a file by its first bytes, regardless of its name.
 *
 * @throws ImageError for gzip and Git LFS pointers
 */
export function imageOf(bytes: Buffer): ImageFile {
  if (isPointer(bytes)) throw new ImageError(`it ${POINTER_PROBLEM}`);
  // Decoders would inflate it without a limit.
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    throw new ImageError("it is compressed with gzip; store the SVG as plain text");
  if (isIco(bytes)) return { kind: "ico", bytes };
  if (isIcns(bytes)) return { kind: "icns", bytes };
  const svg = SVG.test(drawingText(bytes.subarray(0, SVG_START)));
  return { kind: svg ? "svg" : "raster", bytes };
}
