import type { Logger } from "pino";
import type { StoreAddress } from "../../src/store/address.js";
import type { StoreFollower } from "../../src/store/follow-store.js";
import { UsageError } from "../process/failure.js";
import type { ServeFlags } from "./serve-options.js";

/** Flags for the source of `serve`'s generations. */
export interface FromFlags extends ServeFlags {
  readonly from?: string;
  readonly allowHttp?: boolean;
  /** Seconds. */
  readonly poll: number;
  readonly keep: number;
}

/** The store of `--from`, or undefined without it. @throws UsageError if it is invalid */
export async function storeOf({ from, allowHttp }: FromFlags): Promise<StoreAddress | undefined> {
  if (from === undefined) return undefined;
  const { parseStoreAddress } = await import("../../src/store/address.js");
  try {
    return parseStoreAddress(from, process.env, allowHttp);
  } catch (error) {
    throw new UsageError(`--from ${(error as Error).message}`);
  }
}

/** Follows a store into an artifacts folder and logs the results. Runs in one process of a server. */
export type FollowFrom = (address: StoreAddress, artifacts: string, flags: FromFlags, logger: Logger) => StoreFollower;

/** Loads the code that follows a store. Call it before the server listens, so that a failed import ends the command. */
export async function loadFollower(): Promise<FollowFrom> {
  const { followStore } = await import("../../src/store/follow-store.js");
  return (address, artifacts, flags, logger) =>
    followStore({
      address,
      artifacts,
      pollMs: flags.poll * 1000,
      keep: flags.keep,
      onFetched: ({ generation, files, bytes }) => logger.info({ generation, files, bytes }, "generation fetched"),
      onFailed: (error, retryMs) =>
        logger.warn(
          { err: error, retryMs: Math.round(retryMs) },
          "fetch failed; still serving the previous generation",
        ),
      onRecovered: ({ failures, since }) =>
        logger.info({ failures, since: new Date(since).toISOString() }, "the store is readable again"),
    });
}
