import { watch } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { basename, dirname, extname, relative, resolve, sep } from "node:path";
import { createPoller } from "../../src/platform/poller.js";
import { type FolderWatch, identityOf, unlessGone, watchFolders } from "./watch-folders.js";

/**
 * Polling interval of the folder: a rename of the folder itself may go unnoticed, and watching it may fail for a while.
 */
const FOLLOW_MS = 2000;
/** An editor writes a file in several steps; it is done after this long without another one. */
const SETTLE_MS = 150;
/** Delay before repeating a call, doubled each time. */
const FIRST_RETRY_MS = 1000;
const MAX_RETRY_MS = 15_000;
const IGNORED = new Set(["node_modules", ".git"]);
/** The folder of a dataset of one file may contain unrelated files. */
const IMAGES = new Set("svg png webp jpg jpeg avif gif tif tiff ico icns".split(" ").map((name) => `.${name}`));
const SETS_FOLDER = `iconify${sep}`;

/** Watches a dataset's files until closed. */
export interface DatasetWatch {
  /** Schedules a call of `onChange`, as after a change. */
  request(): void;
  /** Stops watching and waits for a running call of `onChange`. */
  close(): Promise<void>;
}

/**
 * Calls `onChange` after files of a dataset changed, never concurrently: a change during a call causes another one. The
 * dataset's folder may be removed and recreated meanwhile.
 *
 * @param data the dataset's folder or file; for a file, images and Iconify sets in its folder are watched, too
 * @param out the artifacts folder, which may be inside and is excluded
 * @param onChange must not reject; if it returns false, it is called again later even without a change
 * @throws the system's error if there is no such dataset, or too much to watch
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
  /** The watched folder; empty if it does not exist. */
  let watched: string | undefined;

  const follow = (root: string, ignoredFolder: string): FolderWatch => {
    const isIgnored = (path: string): boolean => path === ignoredFolder || IGNORED.has(basename(path));
    const fresh = watchFolders(root, isIgnored, (path) => {
      // Missed changes are found by the build, which reads everything, and by the next poll.
      if (path === undefined) void follower.poll();
      if (path === undefined || file === undefined || concerns(relative(root, path), file)) changes.request();
    });
    return fresh;
  };
  /** Watches the folder that currently has the dataset's path. */
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
    // The folder can't be watched now; a build reports the cause if it matters.
    onFault: ({ failures }) => failures === 1 && changes.request(),
    // Edits made meanwhile caused no event.
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
      // Waits for a running attempt.
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

/** Debounced work that runs one at a time. */
export interface Series {
  /** Runs the work after a pause without requests; if it is already running, once more. */
  request(): void;
  /** Cancels pending requests. */
  cancel(): void;
  /** Cancels pending requests and waits for running work. */
  close(): Promise<void>;
}

/**
 * @param settleMs time without requests before the work begins
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
