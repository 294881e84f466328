import { constants, readFileSync } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, relative, sep } from "node:path";
import type { IconifyJSON } from "@iconify/types";
import { getIconData } from "@iconify/utils/lib/icon-set/get-icon";
import { iconToSVG } from "@iconify/utils/lib/svg/build";

const MAX_FILE_BYTES = 32 * 2 ** 20;

/** A picture before it is decoded. */
export interface Picture {
  readonly kind: "svg" | "raster";
  readonly bytes: Uint8Array;
}

/** A picture that can't be had; the message says why. */
export class PictureError extends Error {
  override readonly name = "PictureError";
}

/** Finds pictures by the `image` references of records. */
export interface PictureSource {
  /** @param tint the colour that stands for `currentColor` in an SVG; black when absent. @throws PictureError */
  read(reference: string, tint?: string): Promise<Picture>;
}

/** @param root the dataset's folder: no file outside it is opened, and Iconify packages are looked up from it first */
export function createPictureSource(root: string): PictureSource {
  const sets = new Map<string, IconifyJSON>();
  return {
    async read(reference, tint = "#000000") {
      const iconify = /^iconify:([^/]+)\/(.+)$/.exec(reference);
      const picture = iconify
        ? readIconify(root, sets, iconify[1]!, iconify[2]!)
        : await readFileInside(root, reference);
      if (picture.kind === "raster") return picture;
      return {
        kind: "svg",
        bytes: Buffer.from(Buffer.from(picture.bytes).toString("utf8").replaceAll("currentColor", tint)),
      };
    },
  };
}

function readIconify(root: string, sets: Map<string, IconifyJSON>, prefix: string, name: string): Picture {
  let set = sets.get(prefix);
  if (set === undefined) {
    set = loadSet(root, prefix);
    sets.set(prefix, set);
  }
  const data = getIconData(set, name);
  if (data === null) throw new PictureError(`@iconify-json/${prefix} has no icon ${JSON.stringify(name)}`);
  const { attributes, body } = iconToSVG(data, { width: "unset", height: "unset" });
  const xmlns = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
  return { kind: "svg", bytes: Buffer.from(`<svg ${xmlns} viewBox="${attributes.viewBox}">${body}</svg>`) };
}

function loadSet(root: string, prefix: string): IconifyJSON {
  const name = `@iconify-json/${prefix}/icons.json`;
  for (const from of [join(root, "dataset.json"), import.meta.url]) {
    try {
      return JSON.parse(readFileSync(createRequire(from).resolve(name), "utf8"));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "MODULE_NOT_FOUND") throw error;
    }
  }
  throw new PictureError(
    `the package @iconify-json/${prefix} is not installed; run npm install @iconify-json/${prefix}`,
  );
}

async function readFileInside(root: string, reference: string): Promise<Picture> {
  const path = await realpath(join(root, reference)).catch(() => {
    throw new PictureError(`the file ${reference} does not exist beside the dataset`);
  });
  const inside = relative(await realpath(root), path);
  if (inside.startsWith(`..${sep}`) || inside === ".." || inside === path) {
    throw new PictureError(`the file ${reference} leads outside the dataset's folder`);
  }
  // Without O_NONBLOCK, a pipe would hold the build until somebody writes to it.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const info = await file.stat();
    if (!info.isFile()) throw new PictureError(`${reference} is no regular file`);
    if (info.size > MAX_FILE_BYTES)
      throw new PictureError(`${reference} has ${info.size} bytes; a picture may have ${MAX_FILE_BYTES}`);
    const bytes = await file.readFile();
    return pictureOf(bytes);
  } finally {
    await file.close();
  }
}

/** Tells a drawing from a raster file by its first bytes, whatever the file is called. @throws PictureError for gzip */
export function pictureOf(bytes: Buffer): Picture {
  // A decoder would inflate it without bound.
  if (bytes[0] === 0x1f && bytes[1] === 0x8b)
    throw new PictureError("it is compressed with gzip; store the SVG as plain text");
  const svg = /^\uFEFF?\s*<(?:\?xml|!--|!DOCTYPE|svg)/i.test(bytes.toString("utf8", 0, 256));
  return { kind: svg ? "svg" : "raster", bytes };
}
