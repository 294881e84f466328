import { ImageError } from "../image-file.js";
import type { StaleImage } from "./download-images.js";
import { type ImageStore, openImageStore } from "./image-store.js";
import { DOWNLOAD_RULES, type DownloadRules, parseImageAddress } from "./rules.js";

const NEVER_DOWNLOADED = "it was never downloaded; build with --download, or store the file in the dataset";

/**
 * Makes the remote images of a dataset readable: earlier downloads and, on request, new ones.
 *
 * @param folder of the downloads
 * @param fetch whether to download, or the rules for it
 * @param onProgress called after each image with the number of finished ones
 * @throws the system's error if the store can't be written
 */
export async function downloadRemote(
  addresses: ReadonlySet<string>,
  folder: string,
  fetch: boolean | Partial<DownloadRules>,
  onProgress: (done: number) => void,
): Promise<{ readonly images: RemoteImages; readonly stale: readonly StaleImage[] }> {
  const store = openImageStore(folder);
  const rules = { ...DOWNLOAD_RULES, ...(typeof fetch === "object" ? fetch : {}) };
  if (fetch === false || addresses.size === 0)
    return { images: createRemoteImages(store, undefined, rules.port), stale: [] };
  const { downloadImages } = await import("./download-images.js");
  const { failures, stale } = await downloadImages(addresses, store, folder, rules, onProgress);
  return { images: createRemoteImages(store, failures, rules.port), stale };
}

/** The images downloaded into a folder by earlier builds. Doesn't access the network. */
export function openDownloadedImages(folder: string): RemoteImages {
  return createRemoteImages(openImageStore(folder), undefined, DOWNLOAD_RULES.port);
}

/** Images with an `https:` URL in records. */
export interface RemoteImages {
  /** The downloaded bytes. Doesn't access the network. @throws ImageError if there are none */
  read(address: string): Promise<Buffer>;
}

/** No downloads. */
export const NO_REMOTE_IMAGES: RemoteImages = {
  read: () => Promise.reject(new ImageError(NEVER_DOWNLOADED)),
};

/** @param failures why images could not be downloaded in this build, by URL @param port the allowed port */
function createRemoteImages(
  store: ImageStore,
  failures: ReadonlyMap<string, string> = new Map(),
  port = DOWNLOAD_RULES.port,
): RemoteImages {
  return {
    async read(address) {
      const failure = failures.get(address);
      if (failure !== undefined) throw new ImageError(failure);
      const bytes = await store.read(parseImageAddress(address, port).href);
      if (bytes === undefined) throw new ImageError(NEVER_DOWNLOADED);
      return bytes;
    },
  };
}
