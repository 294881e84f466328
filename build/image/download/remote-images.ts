import { PictureError } from "../image-file.js";
import type { StalePicture } from "./download-images.js";
import { openPictureStore, type PictureStore } from "./image-store.js";
import { FETCH_RULES, type FetchRules, parsePictureAddress } from "./rules.js";

const NEVER_FETCHED = "it was never fetched; run the build with --fetch, or store the file";

/**
 * Makes the remote pictures of a dataset readable: those that were fetched earlier and, where it is asked for, what is fetched now.
 *
 * @param folder in which they are kept
 * @param fetch whether to fetch, or by which rules
 * @param onProgress called after each picture with the number that is settled
 * @throws the system's error when the store can't be written
 */
export async function fetchRemote(
  addresses: ReadonlySet<string>,
  folder: string,
  fetch: boolean | Partial<FetchRules>,
  onProgress: (done: number) => void,
): Promise<{ readonly pictures: RemotePictures; readonly stale: readonly StalePicture[] }> {
  const store = openPictureStore(folder);
  const rules = { ...FETCH_RULES, ...(typeof fetch === "object" ? fetch : {}) };
  if (fetch === false || addresses.size === 0)
    return { pictures: createRemotePictures(store, undefined, rules.port), stale: [] };
  const { fetchPictures } = await import("./download-images.js");
  const { failures, stale } = await fetchPictures(addresses, store, folder, rules, onProgress);
  return { pictures: createRemotePictures(store, failures, rules.port), stale };
}

/** The pictures that builds fetched into a folder; nothing goes over the network. */
export function openFetchedPictures(folder: string): RemotePictures {
  return createRemotePictures(openPictureStore(folder), undefined, FETCH_RULES.port);
}

/** Pictures that records name by an `https:` address. */
export interface RemotePictures {
  /** The bytes that were fetched; nothing goes over the network. @throws PictureError when there are none */
  read(address: string): Promise<Buffer>;
}

/** Where nothing was fetched. */
export const NO_REMOTE_PICTURES: RemotePictures = {
  read: () => Promise.reject(new PictureError(NEVER_FETCHED)),
};

/** @param failures why pictures could not be fetched in this build, by address @param port the one that is connected to */
function createRemotePictures(
  store: PictureStore,
  failures: ReadonlyMap<string, string> = new Map(),
  port = FETCH_RULES.port,
): RemotePictures {
  return {
    async read(address) {
      const failure = failures.get(address);
      if (failure !== undefined) throw new PictureError(failure);
      const bytes = await store.read(parsePictureAddress(address, port).href);
      if (bytes === undefined) throw new PictureError(NEVER_FETCHED);
      return bytes;
    },
  };
}
