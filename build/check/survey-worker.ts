import { workerData } from "node:worker_threads";
import type { DatasetOptions } from "./source-record.js";
import { createBlockSurveyor } from "./survey-block.js";

// Tinypool puts its own data before that of the pool.
const [, options] = workerData as [unknown, DatasetOptions];

/** Surveys blocks in a thread. */
export default createBlockSurveyor(options);
