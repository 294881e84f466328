import { getIconData } from "@iconify/utils/lib/icon-set/get-icon";
import { iconToSVG } from "@iconify/utils/lib/svg/build";
import { REMOTE } from "../../dataset/source-record.js";
import { isIcns } from "../decode/icns.js";
import { isIco } from "../decode/ico.js";
import { NO_REMOTE_PICTURES, type RemotePictures } from "../download/remote-images.js";
import { type Picture, PictureError, type PictureFile } from "../image-file.js";
import { filesInside } from "./files-inside.js";
import { freezeAnimations } from "./freeze-animations.js";
import { createIconSets, type IconSets } from "./icon-sets.js";

/** The decoder holds it beside the pixels, and may take 256 MiB. */
const MAX_FILE_BYTES = 16 * 2 ** 20;

/** Finds pictures by the `image` references of records. */
export interface PictureSource {
  /** @param tint the color that stands for `currentColor` in an SVG; black when absent. @throws PictureError */
  read(reference: string, tint?: string): Promise<PictureFile>;
  /** What is another text as soon as the picture is another; undefined where it must be read to know, as of sets and of what was fetched. */
  stampOf(reference: string): string | undefined;
}

/**
 * @param root the dataset's folder: no file outside it is opened, and Iconify sets are looked up from it first
 * @param remote what was fetched from other machines
 */
export function createPictureSource(root: string, remote: RemotePictures = NO_REMOTE_PICTURES): PictureSource {
  const sets = createIconSets(root);
  const files = filesInside(root);
  return {
    stampOf: (reference) => (isElsewhere(reference) ? undefined : files.stampOf(reference)),
    async read(reference, tint = "#000000") {
      const iconify = /^iconify:([^/]+)\/(.+)$/.exec(reference);
      const picture = iconify
        ? await readIconify(sets, iconify[1]!, iconify[2]!)
        : pictureOf(
            reference.startsWith(REMOTE) ? await remote.read(reference) : files.read(reference, MAX_FILE_BYTES),
          );
      if (picture.kind !== "svg") return picture;
      return {
        kind: "svg",
        bytes: Buffer.from(Buffer.from(picture.bytes).toString("utf8").replaceAll("currentColor", tint)),
      };
    },
  };
}

function isElsewhere(reference: string): boolean {
  return reference.startsWith(REMOTE) || reference.startsWith("iconify:");
}

async function readIconify(sets: IconSets, prefix: string, name: string): Promise<Picture> {
  const data = getIconData(await sets.find(prefix), name);
  if (data === null) throw new PictureError(`the Iconify set ${prefix} has no icon ${JSON.stringify(name)}`);
  const { attributes, body } = iconToSVG(data, { width: "unset", height: "unset" });
  const xmlns = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
  const svg = `<svg ${xmlns} viewBox="${attributes.viewBox}">${freezeAnimations(body)}</svg>`;
  return { kind: "svg", bytes: Buffer.from(svg) };
}

/** Tells the kinds of files by their first bytes, whatever the file is called. @throws PictureError for gzip */
export function pictureOf(bytes: Buffer): PictureFile {
  // A decoder would inflate it without bound.
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    throw new PictureError("it is compressed with gzip; store the SVG as plain text");
  if (isIco(bytes)) return { kind: "ico", bytes };
  if (isIcns(bytes)) return { kind: "icns", bytes };
  const svg = /^\uFEFF?\s*<(?:\?xml|!--|!DOCTYPE|svg)/i.test(bytes.toString("utf8", 0, 256));
  return { kind: svg ? "svg" : "raster", bytes };
}
