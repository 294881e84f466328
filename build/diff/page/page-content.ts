import type { DiffReport } from "../report.js";
import type { Side } from "../side.js";

/** What a page shows. */
export interface PageContent {
  readonly report: DiffReport;
  /** Where the pictures before come from; undefined where there was no generation. */
  readonly before: Side | undefined;
  readonly after: Side;
}
