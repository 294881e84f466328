import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  type Stats,
  statSync,
} from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { readUpTo } from "#src/platform/read-regular-file.js";
import { ImageError } from "../image-file.js";

const { O_RDONLY, O_NONBLOCK, O_NOFOLLOW, O_NOCTTY } = constants;
/**
 * Not every system has all of these flags. If the file is replaced after the check, opening the replacement must not
 * block the build.
 */
const FLAGS = [O_RDONLY, O_NONBLOCK, O_NOFOLLOW, O_NOCTTY].reduce((flags, flag) => flags | (flag ?? 0));

/**
 * A file's change time is reliable only after this long: two writes within one tick of the file system's clock have the
 * same time, and some clocks have ticks of two seconds.
 */
const SETTLED_MS = 2000;

/** Errors of resolving a path that does not exist. */
const ABSENT = ["ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG"];
const PERMISSION = ["EACCES", "EPERM"];

/**
 * The files in a folder of a dataset. All calls are synchronous: for files as small as images, promises take ten times
 * as long.
 */
export interface FilesInside {
  /**
   * Reads a file. Follows links, but not out of the folder. Opens only regular files inside of it, and checks again
   * after opening, in case the file was replaced meanwhile.
   *
   * @param reference path relative to the folder
   * @param maxBytes a larger file is rejected, unread
   * @throws ImageError if there is no such file, it is outside of the folder, not a regular file or too large
   */
  read(reference: string, maxBytes: number): Buffer;
  /**
   * A text that changes with the file's content: device, inode, size, times. About 10 µs.
   *
   * @returns undefined if it can't be known without reading: for links, missing files, and files changed in the last
   * two seconds
   */
  stampOf(reference: string): string | undefined;
}

/** @param root the folder; it must not move while its files are read */
export function filesInside(root: string): FilesInside {
  let realRoot: string | undefined;
  const folderOf = (): string => {
    realRoot ??= realpathSync.native(root);
    return realRoot;
  };
  const realFolders = new Map<string, string | undefined>();
  const realFolder = (path: string): string | undefined => {
    if (!realFolders.has(path)) realFolders.set(path, realPathInside(folderOf(), path));
    return realFolders.get(path);
  };
  return {
    read(reference, maxBytes) {
      const folder = folderOf();
      const path = resolvePath(root, reference);
      refuseOutside(folder, path, reference);
      if (!attempt(reference, () => statSync(path)).isFile()) throw notRegular(reference);
      const fd = attempt(reference, () => openSync(path, FLAGS));
      try {
        refuseOutside(folder, pathOf(fd, path), reference);
        const info = fstatSync(fd);
        if (!info.isFile()) throw notRegular(reference);
        if (info.size > maxBytes)
          throw new ImageError(`${reference} has ${info.size} bytes, an image at most ${maxBytes}; make it smaller`);
        return readUpTo(fd, info.size);
      } finally {
        closeSync(fd);
      }
    },
    stampOf(reference) {
      const path = join(root, reference);
      const folder = realFolder(dirname(path));
      if (folder === undefined) return undefined;
      const file = join(folder, basename(path));
      const info = lookAt(file);
      if (info === undefined || !info.isFile() || Date.now() - info.ctimeMs < SETTLED_MS) return undefined;
      return [file, info.dev, info.ino, info.size, info.mtimeMs, info.ctimeMs].join(" ");
    },
  };
}

/** The real path of a folder, or undefined if there is none or it is outside. */
function realPathInside(root: string, path: string): string | undefined {
  try {
    const real = realpathSync.native(path);
    return isOutside(root, real) ? undefined : real;
  } catch {
    return undefined;
  }
}

function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function resolvePath(root: string, reference: string): string {
  try {
    return realpathSync.native(join(root, reference));
  } catch (error) {
    const { code = "" } = error as NodeJS.ErrnoException;
    if (!ABSENT.includes(code)) throw cannotOpen(reference, code);
    throw new ImageError(`the file ${reference} does not exist in the dataset's folder; correct the path`);
  }
}

function attempt<T>(reference: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw cannotOpen(reference, (error as NodeJS.ErrnoException).code ?? "");
  }
}

function cannotOpen(reference: string, code: string): ImageError {
  const remedy = PERMISSION.includes(code) ? "check its permissions" : "build again when the system can open it";
  return new ImageError(`${reference} can't be opened (${code}); ${remedy}`, code);
}

function refuseOutside(folder: string, path: string, reference: string): void {
  if (isOutside(folder, path))
    throw new ImageError(`the file ${reference} leads outside the dataset's folder; copy it into the folder`);
}

function isOutside(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return inside.startsWith(`..${sep}`) || inside === ".." || inside === path;
}

function notRegular(reference: string): ImageError {
  return new ImageError(`${reference} is not a regular file; give an image file`);
}

/** The real path of an open file, on Linux; elsewhere the path that was opened. */
function pathOf(fd: number, path: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${fd}`);
  } catch {
    return realpathSync.native(path);
  }
}
