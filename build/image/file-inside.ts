import { constants } from "node:fs";
import { open, realpath } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { PictureError } from "./picture-error.js";

/**
 * Reads a file of a dataset. Links are followed, but not out of its folder.
 *
 * @param root the dataset's folder
 * @param reference path relative to it
 * @param maxBytes a larger file is refused, unread
 * @throws PictureError when there is no such file, it lies outside, is no regular file or is too large
 */
export async function readInside(root: string, reference: string, maxBytes: number): Promise<Buffer> {
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
    if (info.size > maxBytes) throw new PictureError(`${reference} has ${info.size} bytes; it may have ${maxBytes}`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}
