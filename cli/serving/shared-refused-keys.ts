import {
  countRefusedKeys,
  emptyRefusedKeys,
  REFUSED_KEYS_BYTES,
  type RefusedKeys,
} from "../../src/access/refused-keys.js";
import { createSharedMemory, openSharedMemory } from "../../src/platform/shared-memory.js";

/** The descriptor that a worker inherits, after its standard streams and the channel to its supervisor. */
const SHARED_FD = 4;

/** Creates the counters of refused keys for all workers. @returns a descriptor, or undefined if workers can't share them */
export function createSharedRefusedKeys(): number | undefined {
  return createSharedMemory(new Uint8Array(emptyRefusedKeys()));
}

/** Opens the counters that a worker has inherited; if it has none, it counts alone. */
export function openSharedRefusedKeys(): RefusedKeys {
  return countRefusedKeys(Date.now, openSharedMemory(SHARED_FD, REFUSED_KEYS_BYTES));
}
