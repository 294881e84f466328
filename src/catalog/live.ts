import { statSync } from "node:fs";
import { join } from "node:path";
import { FormatError } from "../format/errors.js";
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

/** How often `CURRENT` is read: watching alone misses replacements on some file systems. What the system refuses is tried again as soon. */
const POLL_MS = 500;
/** A damaged generation is read again after this, unless its manifest or the damaged file was replaced before. */
const DAMAGED_RETRY_MS = 10_000;
const MAX_REFUSALS = 100;

/** Long enough for requests that began before. */
const COLLECT_AFTER_MS = 10_000;

interface LiveCatalogEvents {
  /** A generation went live. */
  onLive?(catalog: Catalog): void;
  /**
   * The generation in `CURRENT` can't be served; the previous one, if any, stays live. Called at first, with every new message, and once a
   * minute while it lasts.
   */
  onRefused?(error: Error): void;
  /** The fault that `onRefused` reported is over. */
  onRecovered?(fault: PollFault): void;
}

/** The live generation of an artifacts folder, followed as builds replace it. */
export interface LiveCatalog {
  /** What serves now; take it once per request. Undefined until something has been built. */
  current(): Catalog | undefined;
  /** Looks for a new generation at once instead of at the next poll. */
  refresh(): Promise<void>;
  /** Whether the generation in `CURRENT` could be read and is the one that serves, for readiness details. */
  status(): PollStatus;
  close(): void;
}

interface Live {
  readonly catalog: Catalog;
  readonly generation: Generation;
  readonly stamp: string;
  /** What its checksums say; those of the first are compared while it serves. */
  state: "unchecked" | "whole" | "damaged";
}

interface Refusal {
  readonly stamp: string;
  /** Of the file that is damaged. */
  readonly damaged: string;
  readonly error: FormatError;
  readonly at: number;
}

/** Generations that were opened and don't serve, whose mappings are to go. */
interface Retired {
  /** @param generation one that serves no longer; undefined for what could not be opened as a whole */
  add(generation: object | undefined): void;
  /** Collects garbage when it is time to; to be called now and then, costs nothing else. */
  sweep(): void;
}

/**
 * Opens the live generation and follows it. The first one is served at once and its checksums are compared from the first poll
 * on, while it serves; when they don't hold, or it can't be opened, the newest older one that is whole takes over. Every later one is compared in full
 * before one reference is swapped.
 *
 * What is damaged is read again every 10 s, or when the file has been replaced; what the system refuses (too many open files, no permission,
 * a failing disk) is tried again at every poll.
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
  /** Remembers damage, so that it is not looked for at every poll. @throws what `work` throws, at once where that is known already */
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
      // What was opened of it goes with the garbage.
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
  /** Compares the checksums of the one that serves, if that has not been done. @throws FormatError when it is damaged */
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
        // An older one may still be whole.
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
    // The same attempt fails again, falls back, and reports it.
    void poller.poll();
  }
  return { current: () => live?.catalog, refresh: poller.poll, status: poller.status, close: poller.close };
}

/**
 * A generation's identity: its name, and when it was written, since a damaged one may be built again under its name.
 *
 * @throws the system's error when it can't be looked at
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
 * Has generations collected, 10 s after they were retired and again until they are gone. On a server with little to do Node
 * itself would leave them for hours, and every reload would add the mappings of another one.
 */
function createRetired(): Retired {
  let alive: WeakRef<object>[] = [];
  let due = Number.POSITIVE_INFINITY;
  return {
    add(generation) {
      if (generation !== undefined) alive.push(new WeakRef(generation));
      // What fails at every poll must not put the collection off for ever.
      due = Math.min(due, Date.now() + COLLECT_AFTER_MS);
    },
    sweep() {
      if (Date.now() < due) return;
      collectGarbage();
      // To look at one keeps it until this turn ends, so that comes after.
      alive = alive.filter((generation) => generation.deref() !== undefined);
      due = alive.length === 0 ? Number.POSITIVE_INFINITY : Date.now() + COLLECT_AFTER_MS;
    },
  };
}
