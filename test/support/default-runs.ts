import fc from "fast-check";
import { randomRuns } from "./random-runs.js";

/** Number of cases that fast-check draws by default. */
const FULL = 100;

fc.configureGlobal(randomRuns(FULL));
