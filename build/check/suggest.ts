import { closest, distance } from "fastest-levenshtein";

/** The known name that was probably meant, or undefined when none is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const candidate = closest(name.toLowerCase(), known as string[]);
  const allowed = Math.max(2, Math.floor(name.length / 3));
  return distance(name.toLowerCase(), candidate.toLowerCase()) <= allowed ? candidate : undefined;
}
