import { workerData } from "node:worker_threads";
import { createBlockScanner } from "./block-scan.js";
import type { CheckOptions } from "./record-check.js";

// Tinypool puts its own data before the pool's.
const [, options] = workerData as [unknown, CheckOptions];

/** Scans blocks in a thread. */
export default createBlockScanner(options);
