import { constants } from "node:fs";
import { type FileHandle, open, readlink, realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { PictureError } from "./picture-error.js";

const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW, O_NOCTTY } = constants;
/** Not on every system are all of them there. What takes the file's place after the look at it must not hold the build. */
const FLAGS = [O_RDONLY, O_NONBLOCK, O_NOFOLLOW, O_NOCTTY].reduce((flags, flag) => flags | (flag ?? 0));

/**
 * Reads a file of a dataset. Links are followed, but not out of its folder. Nothing else than a regular file inside is opened, and what
 * was opened is looked at once more, in case something took its place meanwhile.
 *
 * @param root the dataset's folder
 * @param reference path relative to it
 * @param maxBytes a larger file is refused, unread
 * @throws PictureError when there is no such file, it lies outside, is no regular file or is too large
 */
export async function readInside(root: string, reference: string, maxBytes: number): Promise<Buffer> {
  const folder = await realpath(root);
  const path = await realpath(join(root, reference)).catch(() => {
    throw new PictureError(`the file ${reference} does not exist beside the dataset; correct the path`);
  });
  refuseOutside(folder, path, reference);
  const unopened = (error: NodeJS.ErrnoException): never => {
    throw new PictureError(`${reference} can't be opened (${error.code}); look at its permissions`);
  };
  if (!(await stat(path).catch(unopened)).isFile()) throw notRegular(reference);
  const file = await open(path, FLAGS).catch(unopened);
  try {
    refuseOutside(folder, await pathOf(file, path), reference);
    const info = await file.stat();
    if (!info.isFile()) throw notRegular(reference);
    if (info.size > maxBytes)
      throw new PictureError(`${reference} has ${info.size} bytes, a picture at most ${maxBytes}; make it smaller`);
    return await readBytes(file, info.size);
  } finally {
    await file.close();
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
function pathOf(file: FileHandle, path: string): Promise<string> {
  return readlink(`/proc/self/fd/${file.fd}`).catch(() => realpath(path));
}

/** A file that grows meanwhile must not be read for ever. */
async function readBytes(file: FileHandle, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size);
  let end = 0;
  while (end < size) {
    const { bytesRead } = await file.read(bytes, end, size - end, end);
    if (bytesRead === 0) break;
    end += bytesRead;
  }
  return bytes.subarray(0, end);
}
