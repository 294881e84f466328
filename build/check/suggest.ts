import { distance } from "fastest-levenshtein";

/** The known name that was probably meant, of several as near the one that begins alike; undefined when none is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const written = name.toLowerCase();
  const edits = (other: string): number => distance(written, other.toLowerCase());
  const strange = (other: string): number => (other[0]?.toLowerCase() === written[0] ? 0 : 1);
  const [candidate] = [...known].sort((one, other) => edits(one) - edits(other) || strange(one) - strange(other));
  const allowed = Math.max(2, Math.floor(name.length / 3));
  return candidate !== undefined && edits(candidate) <= allowed ? candidate : undefined;
}
