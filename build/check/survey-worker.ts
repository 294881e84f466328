import { workerData } from "node:worker_threads";
import type { CheckOptions } from "./record-check.js";
import { createBlockSurveyor } from "./survey-block.js";

// Tinypool puts its own data before that of the pool.
const [, options] = workerData as [unknown, CheckOptions];

/** Surveys blocks in a thread. */
export default createBlockSurveyor(options);
