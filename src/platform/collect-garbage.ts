import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

let collect: (() => void) | undefined;

/**
 * Runs a full garbage collection now. A process that allocates little may not run one for hours, so resources that
 * depend on collection, such as mappings, would stay that long. Takes a few milliseconds for each 10 MB in use.
 */
export function collectGarbage(): void {
  if (collect === undefined) {
    // Contexts created after setting the flag have the function; the flag has no other effect.
    setFlagsFromString("--expose-gc");
    collect = runInNewContext("gc") as () => void;
  }
  collect();
}
