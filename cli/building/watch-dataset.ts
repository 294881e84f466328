import { watch } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { basename, dirname, extname, relative, resolve, sep } from "node:path";
import { createPoller } from "../../src/platform/poller.js";
import { type FolderWatch, identityOf, unlessGone, watchFolders } from "./watch-folders.js";

/** How often the folder is looked at, since a change of its own name may go unnoticed, and watching it may fail for a while. */
const FOLLOW_MS = 2000;
/** An editor writes a file in several steps; this long without another one, it is done. */
const SETTLE_MS = 150;
/** After a call that is to be repeated; doubled by each further one. */
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 60_000;
const IGNORED = new Set(["node_modules", ".git"]);
/** Beside a dataset of one file may lie what has nothing to do with it. */
const IMAGES = new Set("svg png webp jpg jpeg avif gif tif tiff ico icns".split(" ").map((name) => `.${name}`));
const SETS_FOLDER = `iconify${sep}`;

/** Watches a dataset's files until closed. */
export interface DatasetWatch {
  /** Has `onChange` called soon, as after a change. */
  request(): void;
  /** Stops watching and waits for a call of `onChange` that is under way. */
  close(): Promise<void>;
}

/**
 * Calls `onChange` after files of a dataset changed, never twice at once: what changes while it runs makes it run again. The
 * dataset's folder may be removed, and come back, meanwhile.
 *
 * @param data the dataset's folder or file; of a file, images and Iconify sets in its folder are watched too
 * @param out the artifacts folder, which may lie inside and is left out
 * @param onChange must not reject; where it returns false, it is called again later though nothing changes
 * @throws the system's error when there is no such dataset, or too much to watch
 */
export async function watchDataset(data: string, out: string, onChange: () => Promise<boolean>): Promise<DatasetWatch> {
  const isFolder = (await stat(data)).isDirectory();
  const folder = resolve(isFolder ? data : dirname(data));
  const file = isFolder ? undefined : basename(data);
  let unsettled = 0;
  let retry: NodeJS.Timeout | undefined;
  const changes = createSeries(SETTLE_MS, async () => {
    clearTimeout(retry);
    unsettled = (await onChange()) ? 0 : unsettled + 1;
    if (unsettled > 0)
      retry = setTimeout(changes.request, Math.min(FIRST_RETRY_MS * 2 ** (unsettled - 1), MAX_RETRY_MS));
  });
  let folders: FolderWatch | undefined;
  /** Which folder the watch is on; empty: none is there. */
  let watched: string | undefined;

  const follow = (root: string, ignoredFolder: string): FolderWatch => {
    const isIgnored = (path: string): boolean => path === ignoredFolder || IGNORED.has(basename(path));
    const fresh = watchFolders(root, isIgnored, (path) => {
      // Whatever was missed is found by a build, which reads everything, and by the next look.
      if (path === undefined) void follower.poll();
      if (path === undefined || file === undefined || concerns(relative(root, path), file)) changes.request();
    });
    return fresh;
  };
  /** Watches the folder that has the dataset's name now. */
  const followFolder = async (): Promise<void> => {
    const info = await unlessGone(stat(folder));
    const identity = info?.isDirectory() ? identityOf(info) : "";
    if (identity !== watched) {
      folders?.close();
      folders = undefined;
      watched = undefined;
      if (identity !== "") {
        const root = await realpath(folder);
        folders = follow(root, await realpath(out).catch(() => resolve(out)));
      }
      watched = identity;
      changes.request();
    }
    await folders?.complete();
  };

  const follower = createPoller({
    name: "dataset folder",
    intervalMs: FOLLOW_MS,
    attempt: followFolder,
    // It can't be watched now; what of that matters, a build reports.
    onFault: ({ failures }) => failures === 1 && changes.request(),
    // What was edited meanwhile had no event.
    onRecovered: changes.request,
  });
  try {
    await followFolder();
  } catch (error) {
    follower.close();
    throw error;
  } finally {
    changes.cancel();
  }
  // Removing or replacing the folder also removes its watch; the parent folder's watch notices that.
  const around = watch(dirname(folder), (_, name) => {
    if (name === null || name === basename(folder)) void follower.poll();
  });
  around.on("error", () => around.close());
  return {
    request: changes.request,
    async close() {
      around.close();
      follower.close();
      // Waits for an attempt that is under way.
      await follower.poll();
      folders?.close();
      await changes.close();
      clearTimeout(retry);
    },
  };
}

function concerns(path: string, file: string): boolean {
  return path === file || path.startsWith(SETS_FOLDER) || IMAGES.has(extname(path).toLowerCase());
}

/** Work that is asked for in bursts and done one at a time. */
export interface Series {
  /** Has the work done when nobody has asked for a while; once more when it is running already. */
  request(): void;
  /** Forgets what was asked for and has not begun. */
  cancel(): void;
  /** The same, and waits for what has begun. */
  close(): Promise<void>;
}

/**
 * @param settleMs how long nobody asks before the work begins
 * @param work must not reject
 */
function createSeries(settleMs: number, work: () => Promise<void>): Series {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;

  const cancel = (): void => {
    clearTimeout(timer);
    again = false;
  };
  const runAll = async (): Promise<void> => {
    do {
      again = false;
      await work();
    } while (again);
    running = undefined;
  };
  return {
    request() {
      clearTimeout(timer);
      timer = setTimeout(() => {
        again = running !== undefined;
        running ??= runAll();
      }, settleMs);
    },
    cancel,
    async close() {
      cancel();
      await running;
    },
  };
}
