import { readdir, realpath, stat } from "node:fs/promises";
import { join, posix, sep } from "node:path";

/** Locations of share folders in systems and packages; the root may also be a share folder itself. */
const PLACES = ["usr/share", "usr/local/share", "share", "."];
/** The subfolders that identify a share folder. */
const PARTS = ["applications", "metainfo", "appdata", "icons", "pixmaps"];

/** A folder such as `usr/share`. */
export interface ShareFolder {
  /** The real path of the given folder; nothing outside of it is read. */
  readonly root: string;
  /** Path of the share folder, relative to the root. */
  readonly path: string;
}

/**
 * Finds the share folders of a root: a system, an unpacked package, or a share folder itself.
 *
 * @returns an empty list if there is none
 * @throws Error if the root is not a folder
 */
export async function findShareFolders(root: string): Promise<ShareFolder[]> {
  if (!(await isFolder(root)))
    throw new Error(`${root} is not a folder. Give a root such as / or an unpacked package.`);
  const real = await realpath(root);
  const found: ShareFolder[] = [];
  for (const path of PLACES) {
    const parts = await Promise.all(PARTS.map((part) => isFolder(join(real, path, part))));
    if (parts.includes(true)) found.push({ root: real, path });
  }
  return found;
}

/**
 * The files and links below a part of a share folder, relative to that part, sorted. Links to folders are not followed.
 */
export async function filesIn({ root, path }: ShareFolder, part: string): Promise<string[]> {
  const folder = join(root, path, part);
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .split(sep)
        .join(posix.sep),
    )
    .sort();
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}
