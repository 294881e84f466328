type Present<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

/** An object without the fields that are undefined. */
export function present<T extends object>(fields: T): Present<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<T>;
}

/** A list, or undefined where there is nothing in it. */
export function nonEmpty<T>(list: T[]): T[] | undefined {
  return list.length > 0 ? list : undefined;
}
