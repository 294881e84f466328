import { basename, isAbsolute, relative, resolve, sep } from "node:path";
import { watch } from "chokidar";

/** An editor writes a file in several steps; this long without another one, it is done. */
const SETTLE_MS = 150;
const IGNORED = new Set(["node_modules", ".git"]);

/** Watches a dataset's files until closed. */
export interface DatasetWatch {
  close(): Promise<void>;
}

/**
 * Calls `onChange` after files of a dataset changed, never twice at once: what changes while it runs makes it run again.
 *
 * @param data the dataset's folder or file; of a file, the folder's pictures are watched too
 * @param out the artifacts folder, which may lie inside and is left out
 */
export async function watchDataset(data: string, out: string, onChange: () => Promise<void>): Promise<DatasetWatch> {
  const excluded = resolve(out);
  const watcher = watch(data, {
    ignoreInitial: true,
    ignored: (path) => IGNORED.has(basename(path)) || isInside(resolve(path), excluded),
  });
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  let again = false;

  const run = async (): Promise<void> => {
    if (running) {
      again = true;
      return;
    }
    running = true;
    do {
      again = false;
      await onChange();
    } while (again);
    running = false;
  };

  watcher.on("all", () => {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), SETTLE_MS);
  });
  await new Promise<void>((done) => watcher.once("ready", () => done()));
  return {
    async close() {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}

function isInside(path: string, folder: string): boolean {
  const inner = relative(folder, path);
  return inner === "" || !(inner === ".." || inner.startsWith(`..${sep}`) || isAbsolute(inner));
}
