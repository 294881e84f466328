import { randomBytes } from "node:crypto";
import { setMaxListeners } from "node:events";
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { Agent } from "node:https";
import { join } from "node:path";
import pLimit from "p-limit";
import { ImageError } from "../image-file.js";
import { download } from "./download-image.js";
import type { ImageStore } from "./image-store.js";
import { createRemoteHost, type RemoteHost } from "./remote-host.js";
import { DownloadError, type DownloadRules, parseImageAddress } from "./rules.js";

/** Images of an older run are requested again. */
const MAX_AGE_MS = 24 * 3600 * 1000;

/** An image that could not be downloaded now; an earlier download is used. */
export interface StaleImage {
  readonly image: string;
  readonly reason: string;
}

/** Result of downloading remote images. */
export interface DownloadedImages {
  /** Why an image is unavailable, by its URL in the record. */
  readonly failures: ReadonlyMap<string, string>;
  readonly stale: readonly StaleImage[];
}

/**
 * Downloads images into a store, or revalidates stored ones with their hosts. An interrupted run resumes. An image that
 * can't be downloaded now keeps its earlier download, unless the host reports that it is gone.
 *
 * @param addresses distinct URLs as in the records
 * @param folder the store's
 * @param onProgress called after each image with the number of finished ones
 * @throws the system's error if the store can't be written
 */
export async function downloadImages(
  addresses: ReadonlySet<string>,
  store: ImageStore,
  folder: string,
  rules: DownloadRules,
  onProgress?: (done: number) => void,
): Promise<DownloadedImages> {
  const round = await beginRound(folder);
  const agent = new Agent({
    keepAlive: true,
    maxSockets: rules.perHost,
    ...(rules.ca === undefined ? {} : { ca: rules.ca }),
  });
  const ending = new AbortController();
  const ended = ending.signal;
  // Every running or waiting image listens to it.
  setMaxListeners(0, ended);
  const overall = pLimit(rules.concurrency);
  const hosts = new Map<string, RemoteHost>();
  const running = new Map<string, Promise<void>>();
  const failures = new Map<string, string>();
  const stale: StaleImage[] = [];
  let done = 0;

  const hostOf = ({ host }: URL): RemoteHost => {
    const known = hosts.get(host) ?? createRemoteHost(overall, rules, ended);
    hosts.set(host, known);
    return known;
  };
  const downloadFrom = async (url: URL): Promise<void> => {
    if ((await store.find(url.href))?.round === round.id) return;
    await hostOf(url).ask(() => download({ url, store, agent, rules, round: round.id, ended }));
  };
  const settle = async (image: string): Promise<void> => {
    try {
      const url = parseImageAddress(image, rules.port);
      // Records may spell a URL in several ways.
      const fetching = running.get(url.href) ?? downloadFrom(url);
      running.set(url.href, fetching);
      await fetching;
    } catch (error) {
      if (!(error instanceof ImageError)) throw error;
      const { message: reason } = error;
      const gone = error instanceof DownloadError ? error.failure.gone : true;
      const stored = gone ? undefined : await store.find(parseImageAddress(image, rules.port).href);
      if (stored === undefined) failures.set(image, reason);
      else stale.push({ image, reason });
    }
    onProgress?.(++done);
  };

  try {
    await Promise.all(Array.from(addresses, settle));
    await round.finish();
    return { failures, stale };
  } finally {
    ending.abort();
    agent.destroy();
  }
}

/** A pass through all remote images of a dataset that requests each once, however often it is interrupted. */
export interface DownloadRound {
  readonly id: string;
  /** Removes the record of this run, so that the next one requests every image again. */
  finish(): Promise<void>;
}

/** Resumes a round that was interrupted less than a day ago, or begins one. @param folder the image store's */
async function beginRound(folder: string): Promise<DownloadRound> {
  const path = join(folder, "round");
  const finish = (): Promise<void> => rm(path, { force: true });
  const age = await stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );
  const interrupted = age < MAX_AGE_MS ? await readFile(path, "utf8") : "";
  if (/^[0-9a-f]{16}$/.test(interrupted)) return { id: interrupted, finish };
  const id = randomBytes(8).toString("hex");
  await mkdir(folder, { recursive: true });
  await writeFile(path, id);
  return { id, finish };
}
