/** A problem in the dataset, with its remedy. */
export interface Problem {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The record's id, if any; truncated if it is too long. */
  readonly id?: string;
  /** Path of the field, such as `versionHistory[0].date`. */
  readonly field?: string;
  /** The value found, as JSON, shortened. */
  readonly value?: string;
  /** What is wrong. */
  readonly message: string;
  /** What to do. */
  readonly remedy: string;
  /** Error code of the system, such as `EACCES`, if the file can't be read. */
  readonly code?: string;
}

/** The dataset has problems; nothing was written. */
export class DatasetError extends Error {
  override readonly name = "DatasetError";
  /** The first ones, in the order of the files. */
  readonly problems: readonly Problem[];
  /** Total number of problems. */
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

  /** `describe` is called only below the limit, since locating a problem takes a second parse. */
  add(describe: () => Problem): void {
    this.#count++;
    if (this.#problems.length < this.#limit) this.#problems.push(describe());
  }

  /** @throws DatasetError if there is a problem */
  throwIfAny(): void {
    if (this.#count > 0) throw new DatasetError(this.#problems, this.#count);
  }
}

/** A value as JSON, shortened to fit in a message. */
export function showValue(value: unknown): string {
  // Writing a long list only to show its beginning would dominate the cost.
  const part = Array.isArray(value) ? value.slice(0, SHOWN) : typeof value === "string" ? value.slice(0, SHOWN) : value;
  const text = JSON.stringify(part) ?? String(part);
  return shorten(text, SHOWN);
}

/** A text of at most `length` characters, ending in an ellipsis if it was truncated. */
export function shorten(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
