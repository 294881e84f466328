import { constants } from "node:fs";
import { access } from "node:fs/promises";
import type { Logger } from "pino";
import { makeTemporaryFolder } from "../../src/platform/temporary-folder.js";
import { makeFolder } from "../../src/platform/write-file.js";
import { endProcess } from "../process/output-queue.js";
import type { FromFlags, Source } from "../serving/load-follower.js";
import { canServe, startBuilder } from "./builder.js";

/** A dataset that is built while its generations are served. */
export interface DatasetSource extends Source {
  /** The artifacts folder: the given one, or a temporary one. */
  readonly artifacts: string;
}

/**
 * Builds a dataset into an artifacts folder whenever it is edited, and logs the results. Without a generation there,
 * waits for the first one.
 *
 * @throws Error if the dataset can't be built and there is no generation to serve; the log has the reason
 */
export async function serveDataset(
  data: string,
  given: string,
  { custom, keep }: Pick<FromFlags, "custom" | "keep">,
  logger: Logger,
): Promise<DatasetSource> {
  const { artifacts, remove } = await artifactsFor(given, logger);
  const flags = ["--watch", "--keep", String(keep), ...(custom === undefined ? [] : ["--custom", custom])];
  const isLive = canServe(artifacts);
  if (!isLive) logger.info({ data, artifacts }, "building the dataset for the first time");
  let reported = "[]";
  let onNews = (): void => undefined;
  const builder = startBuilder({
    ...{ mode: "serve", data, artifacts, flags },
    onBuilt({ skippedImages, skipped, ...built }, hasNews, past) {
      if (past !== undefined) {
        const { failures, since } = past;
        logger.info({ failures, since: new Date(since).toISOString() }, "the dataset can be built again");
      }
      if (hasNews) logger.info(built, "dataset built");
      const found = JSON.stringify(skipped);
      if (found !== reported && skippedImages > 0) logger.warn({ skippedImages, skipped }, "some images can't be used");
      reported = found;
      onNews();
    },
    onFailed({ message, problems }, hasNews) {
      if (hasNews) logger.error({ reason: message, problems }, "build failed; still serving the previous generation");
    },
    onEnded: (how, delayMs) => logger.error({ how, delayMs }, "the process that builds has ended; starting another"),
  });
  const close = async (): Promise<void> => {
    builder.close();
    await remove?.();
  };
  if (!isLive) await untilBuilt(builder.first);
  if (!canServe(artifacts)) {
    await close();
    throw new Error(`${data} can't be built, and ${artifacts} has no generation to serve; see the message above`);
  }
  const listen = (listener: () => void): void => {
    onNews = listener;
  };
  return { ...builder, artifacts, onNews: listen, close };
}

/** Waits for the first build, which a signal ends. */
async function untilBuilt(first: Promise<void>): Promise<void> {
  const stop = (): void => void endProcess(0);
  process.on("SIGTERM", stop).on("SIGINT", stop);
  await first;
  process.off("SIGTERM", stop).off("SIGINT", stop);
}

/** The given artifacts folder, or a temporary one if this user can't write there and it has nothing to serve. */
async function artifactsFor(
  given: string,
  logger: Logger,
): Promise<{ readonly artifacts: string; readonly remove?: () => Promise<void> }> {
  try {
    await makeFolder(given);
    await access(given, constants.W_OK);
    return { artifacts: given };
  } catch (error) {
    if (canServe(given)) return { artifacts: given };
    const { path, remove } = await makeTemporaryFolder("icons-serve-");
    logger.warn({ err: error, artifacts: path }, `${given} can't be written; building into a temporary folder`);
    return { artifacts: path, remove };
  }
}
