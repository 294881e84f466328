import { statSync } from "node:fs";
import { join } from "node:path";
import { FormatError } from "../format/format-error.js";
import { MANIFEST_FILE } from "../format/manifest.js";
import { collectGarbage } from "../platform/collect-garbage.js";
import { createPoller, type PollFault, type PollStatus } from "../platform/poller.js";
import { type Catalog, createCatalog } from "./catalog.js";
import {
  CURRENT_FILE,
  type Generation,
  generationsByAge,
  openGeneration,
  readCurrent,
} from "./generation/generation.js";
import { expectWhole } from "./verify.js";

/**
 * Interval at which `CURRENT` is read; on some file systems, watching alone misses replacements. System errors are
 * retried at the same interval.
 */
const POLL_MS = 500;
/** A damaged generation is read again after this, or earlier if its manifest or the damaged file was replaced. */
const DAMAGED_RETRY_MS = 10_000;
const MAX_REFUSALS = 100;

/** Long enough for running requests to finish. */
const COLLECT_AFTER_MS = 10_000;

interface LiveCatalogEvents {
  /** A generation went live. */
  onLive?(catalog: Catalog): void;
  /**
   * Called when the generation in `CURRENT` can't be served; the previous one, if any, stays live. Called for the first
   * error, with every new message, and once a minute while it lasts.
   */
  onRefused?(error: Error): void;
  /** Called when the fault that `onRefused` reported is over. */
  onRecovered?(fault: PollFault): void;
}

/** The live generation of an artifacts folder, updated when a build replaces it. */
export interface LiveCatalog {
  /** The catalog to serve from; call once per request. Undefined until something has been built. */
  current(): Catalog | undefined;
  /** Checks for a new generation now instead of at the next poll. */
  refresh(): Promise<void>;
  /** Whether the generation in `CURRENT` could be read and is being served, for readiness details. */
  status(): PollStatus;
  close(): void;
}

interface Live {
  readonly catalog: Catalog;
  readonly generation: Generation;
  readonly stamp: string;
  /** Result of the checksum verification. The first generation is verified while it is served. */
  state: "unchecked" | "whole" | "damaged";
}

interface Refusal {
  readonly stamp: string;
  /** Path of the damaged file. */
  readonly damaged: string;
  readonly error: FormatError;
  readonly at: number;
}

/** Opened generations that are no longer served and whose mappings should be released. */
interface Retired {
  /** @param generation one that is no longer served; undefined if only part of it could be opened */
  add(generation: object | undefined): void;
  /** Collects garbage when it is due. Call it periodically; it otherwise costs nothing. */
  sweep(): void;
}

/**
 * Opens the live generation and follows it. The first one is served at once, and its checksums are verified from the
 * first poll on, while it is served. If they don't match, or it can't be opened, the newest valid older generation
 * takes over. Every later one is verified in full before one reference is swapped.
 *
 * A damaged generation is read again every 10 s, or when the file has been replaced. System errors (too many open
 * files, no permission, a failing disk) are retried at every poll.
 */
export function followCatalog(artifacts: string, events: LiveCatalogEvents = {}): LiveCatalog {
  let live: Live | undefined;
  /** Damaged generations, by name. */
  const refusals = new Map<string, Refusal>();
  const retired = createRetired();

  const goLive = (generation: Generation, stamp: string, state: Live["state"]): void => {
    const catalog = createCatalog(generation);
    if (live !== undefined) retired.add(live.catalog);
    live = { catalog, generation, stamp, state };
    events.onLive?.(catalog);
  };
  /**
   * Remembers damage, so that it is not checked at every poll. @throws the error of `work`, at once if it is already
   * known
   */
  const heed = async (name: string, stamp: string, work: () => Promise<void>): Promise<void> => {
    const known = refusals.get(name);
    if (
      known?.stamp === stamp &&
      Date.now() - known.at < DAMAGED_RETRY_MS &&
      stampOfFile(known.error.file) === known.damaged
    )
      throw known.error;
    try {
      await work();
      refusals.delete(name);
    } catch (error) {
      if (refusals.size >= MAX_REFUSALS) refusals.clear();
      if (error instanceof FormatError)
        refusals.set(name, { stamp, damaged: stampOfFile(error.file), error, at: Date.now() });
      // The garbage collector releases what was opened of it.
      retired.add(undefined);
      throw error;
    }
  };
  const openWhole = (name: string, stamp: string): Promise<void> =>
    heed(name, stamp, async () => {
      const generation = openGeneration(artifacts, name);
      await expectWhole(artifacts, generation);
      goLive(generation, stamp, "whole");
    });
  /** Verifies the checksums of the served generation, unless already done. @throws FormatError if it is damaged */
  const checkLive = (checked: Live): Promise<void> =>
    heed(checked.generation.name, checked.stamp, async () => {
      try {
        await expectWhole(artifacts, checked.generation);
        checked.state = "whole";
      } catch (error) {
        if (error instanceof FormatError) checked.state = "damaged";
        throw error;
      }
    });
  const fallBack = async (): Promise<void> => {
    for (const name of generationsByAge(artifacts)) {
      try {
        return await openWhole(name, stampOf(artifacts, name));
      } catch {
        // An older generation may still be valid.
      }
    }
  };
  const mustFallBack = async (): Promise<boolean> => {
    if (live?.state === "unchecked") await checkLive(live).catch(() => undefined);
    return live === undefined || live.state === "damaged";
  };

  const followCurrent = async (): Promise<void> => {
    const name = readCurrent(artifacts);
    if (name === undefined) {
      if (live === undefined) return;
      throw new FormatError(
        join(artifacts, CURRENT_FILE),
        `is gone; generation ${live.generation.name} is served until the server stops`,
        "build or fetch again",
      );
    }
    const stamp = stampOf(artifacts, name);
    if (stamp !== live?.stamp) await openWhole(name, stamp);
    else if (live.state !== "whole") await checkLive(live);
  };
  const attempt = async (): Promise<void> => {
    retired.sweep();
    try {
      await followCurrent();
    } catch (error) {
      if (await mustFallBack()) await fallBack().catch(() => undefined);
      throw error;
    }
  };

  const poller = createPoller({
    name: "generation",
    intervalMs: POLL_MS,
    attempt,
    onFault: ({ error }) => events.onRefused?.(error),
    ...(events.onRecovered === undefined ? {} : { onRecovered: events.onRecovered }),
  });
  try {
    const name = readCurrent(artifacts);
    if (name !== undefined) {
      const stamp = stampOf(artifacts, name);
      goLive(openGeneration(artifacts, name), stamp, "unchecked");
    }
  } catch {
    // The next attempt fails in the same way, falls back to an older generation and reports the error.
    void poller.poll();
  }
  return { current: () => live?.catalog, refresh: poller.poll, status: poller.status, close: poller.close };
}

/**
 * A generation's identity: its name and the time it was written, since a damaged one may be rebuilt under the same
 * name.
 *
 * @throws the system's error if it can't be read
 */
function stampOf(artifacts: string, name: string): string {
  return `${name} ${stampOfFile(join(artifacts, name, MANIFEST_FILE))}`;
}

function stampOfFile(path: string): string {
  try {
    const info = statSync(path, { throwIfNoEntry: false, bigint: true });
    return `${info?.ino} ${info?.mtimeNs} ${info?.ctimeNs}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ELOOP") return "link to itself";
    throw error;
  }
}

/**
 * Has generations garbage-collected 10 s after they were retired, and again until they are gone. On a mostly idle
 * server, Node would keep them for hours, and every reload would add another generation's mappings.
 */
function createRetired(): Retired {
  let alive: WeakRef<object>[] = [];
  let due = Number.POSITIVE_INFINITY;
  return {
    add(generation) {
      if (generation !== undefined) alive.push(new WeakRef(generation));
      // A failure at every poll must not postpone the collection forever.
      due = Math.min(due, Date.now() + COLLECT_AFTER_MS);
    },
    sweep() {
      if (Date.now() < due) return;
      due = Date.now() + COLLECT_AFTER_MS;
      void collectGarbage().then(() => {
        // `deref` keeps the object alive until the current task ends, so it is called after the collection.
        alive = alive.filter((generation) => generation.deref() !== undefined);
        if (alive.length === 0) due = Number.POSITIVE_INFINITY;
      });
    },
  };
}
