import { setMaxListeners } from "node:events";
import { Agent } from "node:https";
import pLimit from "p-limit";
import { PictureError } from "../picture/picture-error.js";
import { download } from "./download.js";
import { FetchError } from "./fetch-error.js";
import { beginRound } from "./fetch-round.js";
import type { FetchRules } from "./fetch-rules.js";
import { parsePictureAddress } from "./picture-address.js";
import type { PictureStore } from "./picture-store.js";
import { createRemoteHost, type RemoteHost } from "./remote-host.js";

/** A picture that stays as it was fetched earlier, since it could not be fetched now. */
export interface StalePicture {
  readonly image: string;
  readonly reason: string;
}

/** What became of remote pictures. */
export interface FetchedPictures {
  /** Why a picture can't be had, by address as the record has it. */
  readonly failures: ReadonlyMap<string, string>;
  readonly stale: readonly StalePicture[];
}

/**
 * Fetches pictures into a store, or has their hosts confirm that what is stored still holds. An interrupted run is taken up where it
 * ended. What can't be fetched now but was before stays, unless its host says that it is gone.
 *
 * @param addresses as records have them, each once
 * @param folder the store's
 * @param onProgress called after each picture with the number that is settled
 * @throws the system's error when the store can't be written
 */
export async function fetchPictures(
  addresses: ReadonlySet<string>,
  store: PictureStore,
  folder: string,
  rules: FetchRules,
  onProgress?: (done: number) => void,
): Promise<FetchedPictures> {
  const round = await beginRound(folder);
  const agent = new Agent({
    keepAlive: true,
    maxSockets: rules.perHost,
    ...(rules.ca === undefined ? {} : { ca: rules.ca }),
  });
  const ending = new AbortController();
  const ended = ending.signal;
  // Every picture that is under way or waits listens to it.
  setMaxListeners(0, ended);
  const overall = pLimit(rules.concurrency);
  const hosts = new Map<string, RemoteHost>();
  const running = new Map<string, Promise<void>>();
  const failures = new Map<string, string>();
  const stale: StalePicture[] = [];
  let done = 0;

  const hostOf = ({ host }: URL): RemoteHost => {
    const known = hosts.get(host) ?? createRemoteHost(overall, rules, ended);
    hosts.set(host, known);
    return known;
  };
  const fetchFrom = async (url: URL): Promise<void> => {
    if ((await store.find(url.href))?.round === round.id) return;
    await hostOf(url).ask(() => download({ url, store, agent, rules, round: round.id, ended }));
  };
  const settle = async (image: string): Promise<void> => {
    try {
      const url = parsePictureAddress(image, rules.port);
      // Records may write one address in several ways.
      const fetching = running.get(url.href) ?? fetchFrom(url);
      running.set(url.href, fetching);
      await fetching;
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      const { message: reason } = error;
      const gone = error instanceof FetchError ? error.failure.gone : true;
      const stored = gone ? undefined : await store.find(parsePictureAddress(image, rules.port).href);
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
