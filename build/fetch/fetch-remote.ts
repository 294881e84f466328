import { join } from "node:path";
import { cacheFolderOf } from "../cache/open-cache.js";
import type { StalePicture } from "./fetch-pictures.js";
import { FETCH_RULES, type FetchRules } from "./fetch-rules.js";
import { openPictureStore } from "./picture-store.js";
import { createRemotePictures, type RemotePictures } from "./remote-pictures.js";

const PICTURES_FOLDER = "pictures";

/** The folder in which builds for an artifacts folder keep what they fetch, unless told otherwise. */
export function fetchedFolderOf(artifacts: string): string {
  return join(cacheFolderOf(artifacts), PICTURES_FOLDER);
}

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
  const { fetchPictures } = await import("./fetch-pictures.js");
  const { failures, stale } = await fetchPictures(addresses, store, folder, rules, onProgress);
  return { pictures: createRemotePictures(store, failures, rules.port), stale };
}

/** The pictures that builds for an artifacts folder fetched; nothing goes over the network. */
export function openFetchedPictures(artifacts: string): RemotePictures {
  return createRemotePictures(openPictureStore(fetchedFolderOf(artifacts)), undefined, FETCH_RULES.port);
}
