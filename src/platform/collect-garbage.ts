import { Session } from "node:inspector";

/**
 * Runs a full garbage collection soon. A process that allocates little may not run one for hours, so resources that
 * depend on collection, such as mappings, would stay that long. Takes a few milliseconds for each 10 MB in use.
 */
export function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  return new Promise((resolve) => {
    session.post("HeapProfiler.collectGarbage", () => {
      resolve();
      // Within the callback, Node 20 would wait forever.
      setImmediate(() => session.disconnect());
    });
  });
}
