import { collectGarbage } from "../platform/collect-garbage.js";

/** Long enough for requests that began before. */
const COLLECT_AFTER_MS = 10_000;

/** Generations that were opened and don't serve, whose mappings are to go. */
export interface Retired {
  /** @param generation one that serves no longer; undefined for what could not be opened as a whole */
  add(generation: object | undefined): void;
  /** Collects garbage when it is time to; to be called now and then, costs nothing else. */
  sweep(): void;
}

/**
 * Has generations collected, 10 s after they were retired and again until they are gone. On a server with little to do Node
 * itself would leave them for hours, and every reload would add the mappings of another one.
 */
export function createRetired(): Retired {
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
