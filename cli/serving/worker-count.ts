import { availableParallelism } from "node:os";
import { wholeNumber } from "../options.js";

const MAX_WORKERS = 256;

/** Parses a number of workers; `auto` is one for each core that this process may use. */
export function workerCount(text: string): number {
  return text === "auto" ? Math.min(availableParallelism(), MAX_WORKERS) : wholeNumber(1, MAX_WORKERS)(text);
}
