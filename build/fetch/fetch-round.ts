import { randomBytes } from "node:crypto";
import { mkdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What an older round brought is asked for again. */
const MAX_AGE_MS = 24 * 3600 * 1000;

/** A pass through all remote pictures of a dataset, in which each is asked for once, however often it is interrupted. */
export interface FetchRound {
  readonly id: string;
  /** Ends it: the next one asks for every picture anew. */
  finish(): Promise<void>;
}

/** Goes on with the round that was interrupted less than a day ago, or begins one. @param folder the picture store's */
export async function beginRound(folder: string): Promise<FetchRound> {
  const path = join(folder, "round");
  const finish = (): Promise<void> => rm(path, { force: true });
  const age = await stat(path).then(
    ({ mtimeMs }) => Date.now() - mtimeMs,
    () => Number.POSITIVE_INFINITY,
  );
  const interrupted = age < MAX_AGE_MS ? await readFile(path, "utf8") : "";
  if (/^[0-9a-f]{16}$/.test(interrupted)) return { id: interrupted, finish };
  const id = randomBytes(8).toString("hex");
  await mkdir(folder, { recursive: true });
  await writeFile(path, id);
  return { id, finish };
}
