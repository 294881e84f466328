import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { PictureError } from "./picture-error.js";

/**
 * Reads a file of a dataset. Links are followed, but not out of its folder. It does not give way to other work: of the small files
 * that pictures are, promises take ten times as long.
 *
 * @param root the dataset's folder
 * @param reference path relative to it
 * @param maxBytes a larger file is refused, unread
 * @throws PictureError when there is no such file, it lies outside, is no regular file or is too large
 */
export function readInside(root: string, reference: string, maxBytes: number): Buffer {
  const path = resolveInside(root, reference);
  // Without O_NONBLOCK, a pipe would hold the build until somebody writes to it.
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const info = fstatSync(fd);
    if (!info.isFile()) throw new PictureError(`${reference} is no regular file`);
    if (info.size > maxBytes) throw new PictureError(`${reference} has ${info.size} bytes; it may have ${maxBytes}`);
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

function resolveInside(root: string, reference: string): string {
  let path: string;
  try {
    path = realpathSync.native(join(root, reference));
  } catch {
    throw new PictureError(`the file ${reference} does not exist beside the dataset`);
  }
  const inside = relative(realpathSync.native(root), path);
  if (inside.startsWith(`..${sep}`) || inside === ".." || inside === path) {
    throw new PictureError(`the file ${reference} leads outside the dataset's folder`);
  }
  return path;
}
