import type { SkippedIcon } from "./record-check.js";

const MAX_TOLD = 100;

/** What an import left out: how much there is, and the first hundred. */
export interface Skipped {
  readonly count: number;
  readonly first: readonly SkippedIcon[];
}

/** Counts what is left out, and keeps what is told of. */
export class SkipList implements Skipped {
  readonly first: SkippedIcon[] = [];
  #count = 0;

  get count(): number {
    return this.#count;
  }

  add({ icon, reason }: SkippedIcon): void {
    this.#count++;
    if (this.first.length < MAX_TOLD) this.first.push({ icon, reason });
  }

  /** As it is now, for a result. */
  told(): Skipped {
    return { count: this.#count, first: [...this.first] };
  }
}
