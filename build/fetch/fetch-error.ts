import { PictureError } from "../picture/picture-error.js";

/** What a failure says of further attempts. */
export interface FetchFailure {
  /** Whether it may be over soon. */
  readonly passing?: boolean;
  /** How long the host asks to be left alone. */
  readonly retryAfterSeconds?: number | undefined;
  /** The host was not reached, so its other pictures will not be either. */
  readonly away?: boolean;
  /** It took longer than a picture may. */
  readonly slow?: boolean;
  /** The host says that the picture does not exist any more. */
  readonly gone?: boolean;
}

/** A picture that could not be fetched; the message says why and what to do. */
export class FetchError extends PictureError {
  readonly failure: FetchFailure;

  constructor(message: string, failure: FetchFailure = {}) {
    super(message);
    this.failure = failure;
  }
}
