/** An image that can't be rendered, or not within the limits. */
export class RenderError extends Error {
  override readonly name = "RenderError";
}

/** An image that exceeds the limits of a renderer, or that repeatedly ended it, and would do so again. */
export class TooExpensiveError extends RenderError {}

/** An image that can't be rendered now, for a reason other than the image. Try again later. */
export class RendererUnavailableError extends Error {
  override readonly name = "RendererUnavailableError";
}

/** An image that was not rendered, because its client left while it was waiting. */
export class AbandonedError extends RendererUnavailableError {
  constructor() {
    super("the client has left");
  }
}
