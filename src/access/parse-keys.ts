import { TIERS, type Tier } from "./key.js";
import type { KeyEntry } from "./key-entry.js";
import { normalOrigin } from "./origins.js";

const VERSION = 1;
const DIGEST = /^[0-9a-f]{64}$/;
/** Ids are printed, logged and typed. */
const ID = /^[^\s\p{C}]{1,100}$/u;
const UTF_16 = [Buffer.of(0xff, 0xfe), Buffer.of(0xfe, 0xff)];
const RESTORE =
  "Correct it, or restore it from a backup. Don't remove it unless you mean to revoke every key that it holds.";

const FORM =
  /^(\d{4})-(\d\d)-(\d\d)(?:T(?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/;

/** A key file with invalid content. */
export class KeyFileError extends Error {
  override readonly name = "KeyFileError";
  readonly code = "INVALID";
}

type Members = Record<string, unknown>;
/** Describes what is wrong with a value. Undefined if it is valid. */
type Check = (value: unknown) => string | undefined;

const isText: Check = (value) => (typeof value === "string" ? undefined : "must be a text");
const isTime: Check = (value) =>
  typeof value === "string" && isIsoTime(value)
    ? undefined
    : `must be an ISO 8601 date or time with its zone, such as "2027-01-31" or "2027-01-31T12:00:00Z", not ${shown(value)}`;
/** A value that is not a digest may be a key, so the message does not show it. */
const isDigest: Check = (value) =>
  typeof value === "string" && DIGEST.test(value)
    ? undefined
    : "must be the SHA-256 of the key as 64 lower-case hex digits";
const isId: Check = (value) =>
  typeof value === "string" && ID.test(value) ? undefined : "must be a text of 1 to 100 characters without spaces";
const isTier: Check = (value) =>
  TIERS.includes(value as Tier) ? undefined : `must be one of ${TIERS.join(", ")}, not ${shown(value)}`;

const REPLACED: Readonly<Record<string, Check>> = { digest: isDigest, expires: isTime };
const ENTRY: Readonly<Record<keyof KeyEntry, Check>> = {
  id: isId,
  tier: isTier,
  digest: isDigest,
  name: isText,
  created: isTime,
  revoked: isTime,
  expires: isTime,
  origins: originsFault,
  previous: previousFault,
  countedUnder: isDigest,
};
const REQUIRED: readonly (keyof KeyEntry)[] = ["id", "tier", "digest", "created"];

/**
 * Parses a key file strictly, since people edit it by hand: unknown or duplicate members and malformed values are
 * rejected, so that a typo in a restriction never leaves a key accepted. A byte order mark is skipped.
 *
 * @param path for messages
 * @throws KeyFileError naming the first fault, its entry and member
 */
export function parseKeys(path: string, bytes: Buffer): KeyEntry[] {
  const fail = (fault: string, remedy = ""): never => {
    throw new KeyFileError(`${path}${fault}${remedy === "" ? "" : `. ${remedy}`}`);
  };
  const text = decode(bytes) ?? fail(" is not UTF-8. Save it as UTF-8", RESTORE);
  if (text.trim() === "") fail(" is empty", RESTORE);
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    fail(
      `${placeOf(error as Error, text)} is not JSON: ${withoutContent(error as Error)}. JSON has no comments and no comma after the last item`,
      RESTORE,
    );
  }
  if (!isObject(content) || !("version" in content) || !("keys" in content))
    return fail(" is not a key file. Name the file that `icons keys create` wrote");
  const repeated = repeatedMember(text);
  if (repeated !== undefined) fail(`: ${repeated} occurs twice. Remove one of them`);
  if (content.version !== VERSION)
    fail(
      `: version is ${shown(content.version)}, but this program reads ${VERSION}`,
      "Use the program that wrote it, or restore the file from a backup.",
    );
  const unknown = Object.keys(content).find((name) => name !== "version" && name !== "keys");
  if (unknown !== undefined) fail(`: ${shown(unknown)} is not a member of key files; they have version and keys`);
  const { keys } = content;
  if (!Array.isArray(keys)) return fail(": keys must be a list");
  for (const [at, key] of keys.entries()) {
    const fault = faultIn(key, ENTRY, REQUIRED);
    if (fault !== undefined) fail(`: keys[${at}]${fault}`);
  }
  const doubled = sharedIdentity(keys);
  if (doubled !== undefined) fail(`: ${doubled}`);
  return keys;
}

/** Decodes UTF-8, skipping a byte order mark. Undefined if the bytes are not UTF-8. */
function decode(bytes: Buffer): string | undefined {
  if (UTF_16.some((mark) => bytes.subarray(0, 2).equals(mark))) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Describes what is wrong with an object, beginning with the member's path. Undefined if it is valid. */
function faultIn(
  value: unknown,
  checks: Readonly<Record<string, Check>>,
  required: readonly string[],
): string | undefined {
  if (!isObject(value)) return ` must be an object, not ${shown(value)}`;
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `.${missing} is missing`;
  for (const [name, member] of Object.entries(value)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    if (check === undefined)
      return ` has the unknown member ${shown(name)}. Correct or remove it; known are ${Object.keys(checks).join(", ")}`;
    const fault = check(member);
    if (fault !== undefined) return `.${name}${fault.startsWith("[") ? "" : " "}${fault}`;
  }
  return undefined;
}

function originsFault(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'must be a list of origins, such as ["https://a.example"]';
  if (value.length === 0) return "is empty, so that no page could use the key. Remove it to allow every page";
  for (const [at, origin] of value.entries()) {
    if (typeof origin !== "string") return `[${at}] must be a text, such as "https://a.example"`;
    try {
      const normal = normalOrigin(origin);
      if (normal !== origin) return `[${at}] must be written ${shown(normal)}, as browsers send it`;
    } catch (error) {
      return `[${at}]: ${(error as Error).message}`;
    }
  }
  return undefined;
}

function previousFault(value: unknown): string | undefined {
  if (!Array.isArray(value)) return "must be a list of replaced keys";
  for (const [at, key] of value.entries()) {
    const fault = faultIn(key, REPLACED, Object.keys(REPLACED));
    if (fault !== undefined) return `[${at}]${fault}`;
  }
  return undefined;
}

/** Finds two entries that share an id or a key. Revoking one would leave the other valid. */
function sharedIdentity(keys: readonly KeyEntry[]): string | undefined {
  const ids = new Map<string, string>();
  const digests = new Map<string, string>();
  for (const [at, { id, digest, previous = [] }] of keys.entries()) {
    const where = `keys[${at}]`;
    const other = ids.get(id);
    if (other !== undefined)
      return `${where}.id is ${shown(id)}, which ${other} also has. Change the id of one of them, or remove one`;
    ids.set(id, where);
    const own = [
      [`${where}.digest`, digest],
      ...previous.map((key, nth) => [`${where}.previous[${nth}].digest`, key.digest]),
    ];
    for (const [place, value] of own as [string, string][]) {
      const same = digests.get(value);
      if (same !== undefined) return `${place} is the same as ${same}. Remove one of them`;
      digests.set(value, place);
    }
  }
  return undefined;
}

/** Path of the first duplicate member of an object. JSON.parse would silently take the last. @param json valid JSON */
function repeatedMember(json: string): string | undefined {
  const open: { names?: Set<string>; at: string | number }[] = [];
  const tokens = /["{}[\],:]/g;
  let text = "";
  for (let found = tokens.exec(json); found !== null; found = tokens.exec(json)) {
    const [token] = found;
    const inside = open.at(-1);
    if (token === "{") open.push({ names: new Set(), at: "" });
    else if (token === "[") open.push({ at: 0 });
    else if (token === "}" || token === "]") open.pop();
    else if (token === ",") {
      if (typeof inside?.at === "number") inside.at++;
    } else if (token === '"') {
      tokens.lastIndex = endOfString(json, found.index);
      text = json.slice(found.index, tokens.lastIndex);
    } else if (inside?.names !== undefined) {
      inside.at = JSON.parse(text) as string;
      if (inside.names.has(inside.at)) return pathOf(open.map(({ at }) => at));
      inside.names.add(inside.at);
    }
  }
  return undefined;
}

/** Own code: a regular expression overflows its stack in a text with millions of escapes. */
function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (json[at] !== '"') at += json[at] === "\\" ? 2 : 1;
  return at + 1;
}

function pathOf(steps: readonly (string | number)[]): string {
  return steps.map((step, nth) => (typeof step === "number" ? `[${step}]` : `${nth === 0 ? "" : "."}${step}`)).join("");
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Line and column of a syntax error, such as `:12:5`, if the engine's message has the position. */
function placeOf({ message }: Error, text: string): string {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position === undefined) return "";
  const lines = text.slice(0, Number(position)).split("\n");
  return `:${lines.length}:${lines.at(-1)!.length + 1}`;
}

/** A syntax error's message without its excerpt of the file, so that keys stored by mistake don't end up in a log. */
function withoutContent({ message }: Error): string {
  return message.replace(/, (\.{3})?".*"(\.{3})? is not valid JSON$/s, "").replace(/ in JSON at position .*$/s, "");
}

/** A value as short JSON, without nested content. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (isObject(value)) return "an object";
  const json = JSON.stringify(value) ?? String(value);
  return json.length > 60 ? `${json.slice(0, 57)}…` : json;
}

/**
 * Whether text is an ISO 8601 date (00:00 UTC) or a time with a zone, on a day that exists. `Date.parse` reads 31
 * February as 3 March, and a time without a zone as local time.
 */
function isIsoTime(text: string): boolean {
  const [, year, month, day] = FORM.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.toISOString().startsWith(`${year}-${month}-${day}`) && !Number.isNaN(Date.parse(text));
}
