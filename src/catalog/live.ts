import { statSync } from "node:fs";
import { join } from "node:path";
import { MANIFEST_FILE } from "../format/manifest.js";
import { type Catalog, createCatalog } from "./catalog.js";
import { type Generation, generationsByAge, openGeneration, readCurrent } from "./generation.js";
import { createRetired } from "./retired.js";
import { verifyGeneration } from "./verify.js";

/** How often `CURRENT` is read: watching alone misses replacements on some file systems. */
const POLL_MS = 500;
/** A refused generation is tried again after this, since the reason may have been passing. */
const RETRY_MS = 10_000;

export interface LiveCatalogEvents {
  /** A generation went live. */
  onLive?(catalog: Catalog): void;
  /** A generation can't be served; the one before it, if any, serves on. Told once per generation and reason. */
  onRefused?(error: Error): void;
}

/** The live generation of an artifacts folder, followed as builds replace it. */
export interface LiveCatalog {
  /** What serves now; take it once per request. Undefined until something has been built. */
  current(): Catalog | undefined;
  /** Looks for a new generation at once instead of at the next poll. */
  refresh(): Promise<void>;
  close(): void;
}

/**
 * Opens the live generation and follows it. The first one is served at once and its checksums are compared from the first poll
 * on, while it serves; when they don't hold, or it can't be opened, the newest older one that is whole takes over. Every later one is compared in full
 * before one reference is swapped.
 */
export function followCatalog(artifacts: string, events: LiveCatalogEvents = {}): LiveCatalog {
  let live: { readonly catalog: Catalog; readonly stamp: string } | undefined;
  let refused: { readonly stamp: string; readonly message: string; readonly at: number } | undefined;
  let looking: Promise<void> | undefined;
  // Reading every file at once would take the processor from the rest of the start.
  let unchecked: { readonly generation: Generation; readonly stamp: string } | undefined;
  const retired = createRetired();

  const goLive = (generation: Generation, stamp: string): void => {
    const catalog = createCatalog(generation);
    if (live !== undefined) retired.add(live.catalog);
    live = { catalog, stamp };
    events.onLive?.(catalog);
  };
  const refuse = (stamp: string, error: Error): void => {
    retired.add(undefined);
    const told = refused?.stamp === stamp && refused.message === error.message;
    refused = { stamp, message: error.message, at: Date.now() };
    if (!told) events.onRefused?.(error);
  };
  const fallBack = async (except: string): Promise<void> => {
    for (const name of generationsByAge(artifacts)) {
      if (name === except) continue;
      try {
        const stamp = stampOf(artifacts, name);
        return goLive(await openWhole(artifacts, name), stamp);
      } catch {
        // An older one may still be whole.
      }
    }
  };

  const checkFirst = async (): Promise<void> => {
    if (unchecked === undefined) return;
    const { generation, stamp } = unchecked;
    unchecked = undefined;
    try {
      await checkWhole(artifacts, generation);
    } catch (error) {
      refuse(stamp, error as Error);
      await fallBack(generation.name);
    }
  };

  const look = async (): Promise<void> => {
    await checkFirst();
    let stamp = "";
    try {
      const name = readCurrent(artifacts);
      if (name === undefined) return;
      stamp = stampOf(artifacts, name);
      if (stamp === live?.stamp || (stamp === refused?.stamp && Date.now() - refused.at < RETRY_MS)) return;
      goLive(await openWhole(artifacts, name), stamp);
      refused = undefined;
    } catch (error) {
      refuse(stamp, error as Error);
      if (live === undefined) await fallBack(stamp.split(" ")[0] as string);
    }
  };
  const refresh = (): Promise<void> => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };

  const openFirst = (): void => {
    let stamp = "";
    try {
      const name = readCurrent(artifacts);
      if (name === undefined) return;
      stamp = stampOf(artifacts, name);
      const generation = openGeneration(artifacts, name);
      goLive(generation, stamp);
      unchecked = { generation, stamp };
    } catch (error) {
      refuse(stamp, error as Error);
      looking = fallBack(stamp.split(" ")[0] as string).finally(() => {
        looking = undefined;
      });
    }
  };

  openFirst();
  const timer = setInterval(() => {
    retired.sweep();
    void refresh();
  }, POLL_MS);
  timer.unref();
  return { current: () => live?.catalog, refresh, close: () => clearInterval(timer) };
}

/** @throws FormatError when a generation can't be opened or a checksum does not hold */
async function openWhole(artifacts: string, name: string): Promise<Generation> {
  const generation = openGeneration(artifacts, name);
  await checkWhole(artifacts, generation);
  return generation;
}

/** @throws Error when a checksum does not hold */
async function checkWhole(artifacts: string, generation: Generation): Promise<void> {
  const [damaged] = await verifyGeneration(artifacts, generation);
  if (damaged !== undefined)
    throw new Error(`${join(artifacts, generation.name, damaged.name)} is damaged; build again`);
}

/** A generation's identity: its name, and when it was written, since a damaged one may be built again under its name. */
function stampOf(artifacts: string, name: string): string {
  const info = statSync(join(artifacts, name, MANIFEST_FILE), { throwIfNoEntry: false, bigint: true });
  return `${name} ${info?.ino} ${info?.mtimeNs}`;
}
