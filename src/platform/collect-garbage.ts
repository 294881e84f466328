import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

let collect: (() => void) | undefined;

/**
 * Collects garbage now, all of it. A process that allocates little may not do so for hours by itself, and what hangs on a
 * collection, as mappings do, would stay as long. Takes some milliseconds for each 10 MB that are in use.
 */
export function collectGarbage(): void {
  if (collect === undefined) {
    // The function is given to contexts that are made after the flag was set; the flag's only effect.
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as () => void;
  }
  collect();
}
