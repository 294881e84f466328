import { createRequire } from "node:module";

/**
 * Culori as CommonJS, which is one file; loading its 152 ES modules would take a sixth of the server's startup time.
 */
export const { converter, formatHex, formatHex8, parse, parseHex } = createRequire(import.meta.url)(
  "culori",
) as typeof import("culori");
