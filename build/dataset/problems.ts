/** Something wrong in the dataset, with what to do about it. */
export interface Problem {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The record's id, where it has one; cut where it is longer than an id may be. */
  readonly id?: string;
  /** Path of the field, such as `versionHistory[0].date`. */
  readonly field?: string;
  /** The value found, as JSON, shortened. */
  readonly value?: string;
  /** What is wrong. */
  readonly message: string;
  /** What to do. */
  readonly remedy: string;
  /** The system's error, such as `EACCES`, where that keeps the file from being read. */
  readonly code?: string;
}

/** The dataset has problems; nothing was written. */
export class DatasetError extends Error {
  override readonly name = "DatasetError";
  /** The first ones, in the order of the files. */
  readonly problems: readonly Problem[];
  /** How many there are in all. */
  readonly count: number;

  constructor(problems: readonly Problem[], count: number) {
    super(`the dataset has ${count} ${count === 1 ? "problem" : "problems"}; nothing was written`);
    this.problems = problems;
    this.count = count;
  }
}

/** One line for people: place, record, field, what is wrong, the value, the remedy. */
export function formatProblem({ file, line, id, field, value, message, remedy }: Problem): string {
  const subject = [
    id === undefined ? undefined : `record ${JSON.stringify(id)}`,
    field === undefined ? undefined : `field ${field}`,
  ];
  const where = subject.filter((part) => part !== undefined).join(", ");
  const got = value === undefined ? "" : `, got ${value}`;
  return `${file}:${line}: ${where === "" ? "" : `${where}: `}${message}${got}. ${remedy}`;
}

const SHOWN = 80;

/** Collects problems up to a limit and counts the rest. */
export class ProblemList {
  readonly #limit: number;
  readonly #problems: Problem[] = [];
  #count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get count(): number {
    return this.#count;
  }

  /** `describe` is called only while the limit is not reached, since finding a place costs a second parse. */
  add(describe: () => Problem): void {
    this.#count++;
    if (this.#problems.length < this.#limit) this.#problems.push(describe());
  }

  /** @throws DatasetError when there is a problem */
  throwIfAny(): void {
    if (this.#count > 0) throw new DatasetError(this.#problems, this.#count);
  }
}

/** A value as JSON, cut to what fits in a message. */
export function showValue(value: unknown): string {
  // Writing out a long list to show its beginning would cost more than all else.
  const part = Array.isArray(value) ? value.slice(0, SHOWN) : typeof value === "string" ? value.slice(0, SHOWN) : value;
  const text = JSON.stringify(part) ?? String(part);
  return shorten(text, SHOWN);
}

/** A text of at most `length` characters, the last of them an ellipsis where something is cut. */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
