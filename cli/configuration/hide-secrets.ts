/** Who is named before the host of an address: a user with a password, or a token. */
const CREDENTIALS = /(\b[a-z][\w+.-]*:\/\/)[^\s/?#]*@/gi;

/** A value without the credentials of addresses in it, such as redis://:secret@host; what is no text is looked through. */
export function hideSecrets(value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll(CREDENTIALS, "$1[redacted]@");
  if (Array.isArray(value)) return value.map(hideSecrets);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, hideSecrets(part)]));
}
