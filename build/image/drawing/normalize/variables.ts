/** Custom properties by name, as inherited. */
export type Variables = ReadonlyMap<string, string>;

/** A reference to a custom property, whose fallback contains none. */
const REFERENCE = /var\(\s*(--[^\s,()]+)\s*(?:,((?:[^()]|\((?:[^()]|\([^()]*\))*\))*))?\)/i;
/** Deeper nesting is a cycle. */
const MAX_NESTING = 20;

export function hasVariable(value: string): boolean {
  return /var\(/i.test(value);
}

/** A value with its custom properties replaced. Undefined if one is neither known nor has a fallback. */
export function resolveVariables(value: string, variables: Variables): string | undefined {
  let resolved = value;
  for (let nesting = 0; hasVariable(resolved); nesting++) {
    const [reference, name, fallback] = REFERENCE.exec(resolved) ?? [];
    const known = name === undefined ? undefined : (variables.get(name) ?? fallback);
    if (known === undefined || nesting === MAX_NESTING) return undefined;
    resolved = resolved.replace(reference!, () => known.trim());
  }
  return resolved;
}
