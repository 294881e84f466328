import type { Outline } from "./image-options.js";

/** Maximum number of icons in a stack. */
export const MOST_STACKED = 60;

/** How icons stand in a stack; lengths are in pixels. */
export interface StackLayout {
  /** Side of each icon. */
  readonly size: number;
  /** Room between icons. */
  readonly gap: number;
  readonly perLine: number;
  /** Outline of icons with a background. */
  readonly shape: Outline;
}

/** Icons to draw as one image. */
export interface Stack {
  /** As stored in the blob `images`, at least one. */
  readonly items: readonly Buffer[];
  readonly layout: StackLayout;
}

/** So many bytes of drawings are composed within some milliseconds. */
export const MAX_STACK_BYTES = 2 ** 19;

/** The drawings of a stack have more than `MAX_STACK_BYTES` together. */
export class StackTooLargeError extends Error {
  override readonly name = "StackTooLargeError";

  constructor() {
    super(`the drawings have more than ${MAX_STACK_BYTES / 2 ** 10} KiB together; give fewer ids`);
  }
}

/** Width and height of a stack in pixels. */
export function sizeOfStack(count: number, { size, gap, perLine }: StackLayout): { width: number; height: number } {
  const length = (icons: number): number => icons * size + (icons - 1) * gap;
  return { width: length(Math.min(count, perLine)), height: length(Math.ceil(count / perLine)) };
}
