const HIDDEN = "[redacted]";
/** A user's name and password before the host of an address. */
const CREDENTIALS = /(\b[a-z][\w+.-]*:\/\/[^\s/?#@:]*):[^\s/?#]*@/gi;

/** A value without the passwords of addresses in it, such as redis://:secret@host; whatever is no text is looked through. */
export function hideSecrets(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll(CREDENTIALS, `$1:${HIDDEN}@`);
  if (Array.isArray(value)) return value.map(hideSecrets);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, hideSecrets(part)]));
}
