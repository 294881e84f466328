import type { Logger } from "pino";
import type { Polled } from "../../src/platform/poller.js";
import type { StoreAddress } from "../../src/store/address.js";
import { UsageError } from "../process/failure.js";
import type { ServeFlags } from "./serve-options.js";

/** Flags for the source of `serve`'s generations. */
export interface FromFlags extends ServeFlags {
  /** The dataset to build. */
  readonly data?: string;
  /** The dataset's folder of images that are icons without a record. */
  readonly custom?: string;
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

/** What brings generations into an artifacts folder. Runs in one process of a server. */
export interface Source extends Polled {
  /** Looks for a new generation now. */
  request?(): void;
  /** Calls a function whenever there may be a new generation, instead of one given before. */
  onNews?(listener: () => void): void;
  close(): Promise<void> | void;
}

/** Follows a store into an artifacts folder and logs the results. */
export async function followFrom(
  address: StoreAddress,
  artifacts: string,
  flags: FromFlags,
  logger: Logger,
): Promise<Source> {
  const { followStore } = await import("../../src/store/follow-store.js");
  return followStore({
    address,
    artifacts,
    pollMs: flags.poll * 1000,
    keep: flags.keep,
    onFetched: ({ generation, files, bytes }) => logger.info({ generation, files, bytes }, "generation fetched"),
    onFailed: (error, retryMs) =>
      logger.warn({ err: error, retryMs: Math.round(retryMs) }, "fetch failed; still serving the previous generation"),
    onRecovered: ({ failures, since }) =>
      logger.info({ failures, since: new Date(since).toISOString() }, "the store is readable again"),
  });
}
