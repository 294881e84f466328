/** Remembers the results of a function. Memory: every different text. */
export function cached<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    let found = known.get(text);
    if (found === undefined) {
      found = read(text);
      known.set(text, found);
    }
    return found;
  };
}
