import { PictureError } from "../picture/picture-error.js";
import { FETCH_RULES } from "./fetch-rules.js";
import { parsePictureAddress } from "./picture-address.js";
import type { PictureStore } from "./picture-store.js";

/** Pictures that records name by an `https:` address. */
export interface RemotePictures {
  /** The bytes that were fetched; nothing goes over the network. @throws PictureError when there are none */
  read(address: string): Promise<Buffer>;
}

const NEVER_FETCHED = "it was never fetched; run the build with --fetch, or store the file";

/** Where nothing was fetched. */
export const NO_REMOTE_PICTURES: RemotePictures = {
  read: () => Promise.reject(new PictureError(NEVER_FETCHED)),
};

/** @param failures why pictures could not be fetched in this build, by address @param port the one that is connected to */
export function createRemotePictures(
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
