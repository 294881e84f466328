/** What builds of one process remember from one to the next. */
export interface BuildMemory<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  /** Ends a build: what was neither asked for nor set since the last one ended is forgotten. */
  endBuild(): void;
}

/**
 * @param bytesOf about how much a value takes
 * @param maxBytes what it holds at most; what is set beyond that it does not remember
 */
export function createBuildMemory<Value>(bytesOf: (value: Value) => number, maxBytes: number): BuildMemory<Value> {
  let before = new Map<string, Value>();
  let now = new Map<string, Value>();
  let bytes = 0;
  const set = (key: string, value: Value): void => {
    if (now.has(key) || bytes + bytesOf(value) > maxBytes) return;
    bytes += bytesOf(value);
    now.set(key, value);
  };
  return {
    get(key) {
      const value = now.get(key) ?? before.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
    endBuild() {
      before = now;
      now = new Map();
      bytes = 0;
    },
  };
}
