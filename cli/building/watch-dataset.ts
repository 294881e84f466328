import { watch as watchFolder } from "node:fs";
import { realpath, stat } from "node:fs/promises";
import { basename, dirname, extname, relative, resolve, sep } from "node:path";
import { type AsyncSubscription, type Event, subscribe } from "@parcel/watcher";
import { createPoller } from "../../src/platform/poller.js";

/** How often the folder is looked at, since a change of its own name may go unnoticed, and watching it may fail for a while. */
const FOLLOW_MS = 2000;
/** An editor writes a file in several steps; this long without another one, it is done. */
const SETTLE_MS = 150;
const IGNORED = ["node_modules", ".git"];
/** Beside a dataset of one file may lie what has nothing to do with it. */
const PICTURES = new Set("svg png webp jpg jpeg avif gif tif tiff ico icns".split(" ").map((name) => `.${name}`));
const SETS_FOLDER = `iconify${sep}`;

/** Watches a dataset's files until closed. */
export interface DatasetWatch {
  /** Stops watching and waits for a call of `onChange` that is under way. */
  close(): Promise<void>;
}

/**
 * Calls `onChange` after files of a dataset changed, never twice at once: what changes while it runs makes it run again. The
 * dataset's folder may be removed, and come back, meanwhile.
 *
 * @param data the dataset's folder or file; of a file, pictures and Iconify sets in its folder are watched too
 * @param out the artifacts folder, which may lie inside and is left out
 * @param onChange must not reject
 * @throws the system's error when there is no such dataset, or too much to watch
 */
export async function watchDataset(data: string, out: string, onChange: () => Promise<void>): Promise<DatasetWatch> {
  const isFolder = (await stat(data)).isDirectory();
  const folder = resolve(isFolder ? data : dirname(data));
  const file = isFolder ? undefined : basename(data);
  const changes = createSeries(SETTLE_MS, onChange);
  let subscription: AsyncSubscription | undefined;
  /** Which folder the watch is on; empty: none is there. Undefined while that must be found out. */
  let watched: string | undefined;

  const take = (error: Error | null, events: readonly Event[], root: string): void => {
    // A watch that has failed is replaced. Whatever it missed is found by a build, which reads everything.
    if (error !== null) watched = undefined;
    if (error !== null || file === undefined || events.some(({ path }) => concerns(relative(root, path), file)))
      changes.request();
  };
  /** Watches the folder that has the dataset's name now. */
  const followFolder = async (): Promise<void> => {
    const identity = await identityOf(folder);
    if (identity === watched) return;
    watched = undefined;
    await subscription?.unsubscribe();
    subscription = undefined;
    if (identity !== "") {
      const root = await realpath(folder);
      const ignore = [await realpath(out).catch(() => resolve(out)), ...IGNORED.map((name) => `**/${name}/**`)];
      subscription = await subscribe(root, (error, events) => take(error, events, root), { ignore });
    }
    watched = identity;
    changes.request();
  };

  await followFolder();
  changes.cancel();
  const follower = createPoller({
    name: "dataset folder",
    intervalMs: FOLLOW_MS,
    attempt: followFolder,
    // It can't be watched now; what of that matters, a build reports.
    onFault: ({ failures }) => failures === 1 && changes.request(),
  });
  // One that is removed or replaced takes its watch along; the folder around it tells of that.
  const around = watchFolder(dirname(folder), (_, name) => {
    if (name === null || name === basename(folder)) void follower.poll();
  });
  around.on("error", () => around.close());
  return {
    async close() {
      around.close();
      follower.close();
      // Waits for an attempt that is under way.
      await follower.poll();
      await subscription?.unsubscribe();
      await changes.close();
    },
  };
}

function concerns(path: string, file: string): boolean {
  return path === file || path.startsWith(SETS_FOLDER) || PICTURES.has(extname(path).toLowerCase());
}

/** Tells a folder from another one that takes its name; empty while there is none. */
async function identityOf(folder: string): Promise<string> {
  const info = await stat(folder).catch(() => undefined);
  return info?.isDirectory() ? `${info.dev} ${info.ino}` : "";
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
