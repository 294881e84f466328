import { closeSync, constants, fstatSync, openSync, readlinkSync, readSync, realpathSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { PictureError } from "./picture-error.js";

const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW, O_NOCTTY } = constants;
/** Not on every system are all of them there. What takes the file's place after the look at it must not hold the build. */
const FLAGS = [O_RDONLY, O_NONBLOCK, O_NOFOLLOW, O_NOCTTY].reduce((flags, flag) => flags | (flag ?? 0));

/**
 * Reads a file of a dataset. Links are followed, but not out of its folder. Nothing else than a regular file inside is opened, and what
 * was opened is looked at once more, in case something took its place meanwhile. It does not give way to other work: of the small files
 * that pictures are, promises take ten times as long.
 *
 * @param root the dataset's folder
 * @param reference path relative to it
 * @param maxBytes a larger file is refused, unread
 * @throws PictureError when there is no such file, it lies outside, is no regular file or is too large
 */
export function readInside(root: string, reference: string, maxBytes: number): Buffer {
  const folder = realpathSync.native(root);
  const path = resolvePath(root, reference);
  refuseOutside(folder, path, reference);
  if (!attempt(reference, () => statSync(path)).isFile()) throw notRegular(reference);
  const fd = attempt(reference, () => openSync(path, FLAGS));
  try {
    refuseOutside(folder, pathOf(fd, path), reference);
    const info = fstatSync(fd);
    if (!info.isFile()) throw notRegular(reference);
    if (info.size > maxBytes)
      throw new PictureError(`${reference} has ${info.size} bytes, a picture at most ${maxBytes}; make it smaller`);
    return readBytes(fd, info.size);
  } finally {
    closeSync(fd);
  }
}

function resolvePath(root: string, reference: string): string {
  try {
    return realpathSync.native(join(root, reference));
  } catch {
    throw new PictureError(`the file ${reference} does not exist beside the dataset; correct the path`);
  }
}

function attempt<T>(reference: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new PictureError(`${reference} can't be opened (${code}); look at its permissions`);
  }
}

function refuseOutside(folder: string, path: string, reference: string): void {
  const inside = relative(folder, path);
  if (inside.startsWith(`..${sep}`) || inside === ".." || inside === path)
    throw new PictureError(`the file ${reference} leads outside the dataset's folder; copy it into the folder`);
}

function notRegular(reference: string): PictureError {
  return new PictureError(`${reference} is no regular file; name a picture file`);
}

/** Where an open file lies: Linux tells. Elsewhere the path that was opened must hold for it. */
function pathOf(fd: number, path: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return realpathSync.native(path);
  }
}

/** A file that grows meanwhile must not be read for ever. */
function readBytes(fd: number, size: number): Buffer {
  const bytes = Buffer.allocUnsafe(size);
  let end = 0;
  while (end < size) {
    const read = readSync(fd, bytes, end, size - end, end);
    if (read === 0) break;
    end += read;
  }
  return bytes.subarray(0, end);
}
