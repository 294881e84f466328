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
  /** The problems for a report for people, in the order of the files; many of one kind are one entry. */
  readonly folded: readonly FoldedProblem[];

  constructor(problems: readonly Problem[], count: number, folded?: readonly FoldedProblem[]) {
    super(`the dataset has ${count} ${count === 1 ? "problem" : "problems"}; nothing was written`);
    this.problems = problems;
    this.count = count;
    this.folded = folded ?? problems.map((first) => ({ first, count: 1 }));
  }
}

/** Problems that differ only in their record. */
export interface FoldedProblem {
  readonly first: Problem;
  readonly count: number;
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

/** One line for people: a problem, or how many there are of its kind. */
export function formatFolded({ first, count }: FoldedProblem): string {
  if (count === 1) return formatProblem(first);
  const { file, line, field, message, remedy } = first;
  if (message === IS_MISSING && field !== undefined && !/[.[]/.test(field))
    return `${count} records lack \`${field}\`; first at ${file}:${line}. ${remedy}`;
  return `${count} problems of one kind; first at ${formatProblem(first)}`;
}

/** Message about a required field that a record lacks. */
export const IS_MISSING = "is missing";

const SHOWN = 80;
/** More problems of one kind are folded into one line. */
const SHOWN_OF_ONE_KIND = 5;

interface Kind {
  count: number;
  /** The first ones, with their position among all problems. */
  readonly shown: { readonly at: number; readonly problem: Problem }[];
}

/** Collects problems up to a limit and counts the rest. */
export class ProblemList {
  readonly #limit: number;
  readonly #problems: Problem[] = [];
  readonly #kinds = new Map<string, Kind>();
  #count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get count(): number {
    return this.#count;
  }

  /**
   * `describe` is called only below the limits, since locating a problem takes a second parse.
   *
   * @param path of the value, if known. @param message of the problem; without its values, it names the kind
   */
  add(path: readonly (string | number)[], message: string, describe: () => Problem): void {
    const at = this.#count++;
    const key = `${path.filter((part) => typeof part === "string").join(".")} ${message.split(/ at | "/)[0]}`;
    const kind = this.#kinds.get(key) ?? { count: 0, shown: [] };
    if (!this.#kinds.has(key) && this.#kinds.size < this.#limit) this.#kinds.set(key, kind);
    kind.count++;
    const isShown = this.#kinds.has(key) && kind.shown.length < SHOWN_OF_ONE_KIND;
    if (!isShown && this.#problems.length >= this.#limit) return;
    const problem = describe();
    if (isShown) kind.shown.push({ at, problem });
    if (this.#problems.length < this.#limit) this.#problems.push(problem);
  }

  /** @throws DatasetError if there is a problem */
  throwIfAny(): void {
    if (this.#count > 0) throw new DatasetError(this.#problems, this.#count, this.#folded());
  }

  #folded(): FoldedProblem[] {
    return [...this.#kinds.values()]
      .flatMap(({ count, shown }) =>
        count > SHOWN_OF_ONE_KIND ? [{ ...shown[0]!, count }] : shown.map((one) => ({ ...one, count: 1 })),
      )
      .sort((a, b) => a.at - b.at)
      .slice(0, this.#limit)
      .map(({ problem, count }) => ({ first: problem, count }));
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
