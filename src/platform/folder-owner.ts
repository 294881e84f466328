import { closeSync, constants, fchownSync, fstatSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
/** Root may lack the capability to change owners, or its container may not have that user. */
const UNCHANGEABLE = ["EPERM", "EINVAL"];

/** Owner of a file. */
export interface FileOwner {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Gives a new file or folder to the owner of the folder that contains it, if this process is root: the service that
 * uses it often runs as another user. Otherwise, the file keeps its owner; also in containers where root may not change
 * owners.
 *
 * Safe in folders of users that root does not trust: links are not followed, and files of other users and files with a
 * second name stay unchanged.
 *
 * @param fd if the file is open
 * @param owner another owner than that of the folder
 * @throws the system's error
 */
export function giveToFolderOwner(path: string, fd?: number, owner?: FileOwner): void {
  if (process.geteuid?.() !== 0) return;
  const target = owner ?? statSync(dirname(path));
  if (target.uid === 0) return;
  const opened = fd ?? openSync(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    give(opened, target);
  } finally {
    if (opened !== fd) closeSync(opened);
  }
}

function give(fd: number, { uid, gid }: FileOwner): void {
  const own = fstatSync(fd);
  // The other links of a folder are its subfolders.
  if (own.uid !== 0 || (own.nlink > 1 && !own.isDirectory())) return;
  try {
    fchownSync(fd, uid, gid);
  } catch (error) {
    if (!UNCHANGEABLE.includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}
