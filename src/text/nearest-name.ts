import { distance } from "fastest-levenshtein";

/** Longer names are never a typo of a known one. */
const MAX_LENGTH = 200;

/**
 * The most similar known name; among equally similar ones, the one with the same beginning. Undefined if none is
 * similar.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > MAX_LENGTH) return undefined;
  const written = name.toLowerCase();
  let nearest: { readonly name: string; readonly edits: number; readonly isStrange: boolean } | undefined;
  for (const candidate of known) {
    const other = candidate.toLowerCase();
    const edits = distance(written, other);
    const isStrange = other[0] !== written[0];
    const isNearer = nearest === undefined || edits < nearest.edits;
    if (isNearer || (edits === nearest?.edits && nearest.isStrange && !isStrange))
      nearest = { name: candidate, edits, isStrange };
  }
  const allowed = Math.max(2, Math.floor(name.length / 3));
  return nearest !== undefined && nearest.edits <= allowed ? nearest.name : undefined;
}
