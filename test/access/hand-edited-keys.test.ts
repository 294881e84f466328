import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { digestOf, generateKey } from "#src/access/key.js";
import { createKey, KeyFileError, readKeyFile } from "#src/access/key-file.js";
import { openKeyRing } from "#src/access/open-key-ring.js";
import { scratchFolder } from "../platform/scratch.js";

const KEY = generateKey();
const OTHER = generateKey();
const ENTRY = { id: "k_1", tier: "free", digest: digestOf(KEY), created: "2026-01-01T00:00:00.000Z" };
const SECOND = { ...ENTRY, id: "k_2", digest: digestOf(OTHER) };

const fileOf = (...keys: unknown[]): string => JSON.stringify({ version: 1, keys });
const entry = (change: object): string => fileOf({ ...ENTRY, ...change });
const without = (name: keyof typeof ENTRY): string => fileOf({ ...ENTRY, [name]: undefined });
/** An entry from raw JSON, since objects can't have duplicate members. */
const raw = (members: string): string =>
  `{"version":1,"keys":[{"id":"k_1","tier":"free","digest":"${ENTRY.digest}","created":"2026-01-01",${members}}]}`;

/** Mistakes of manual editing, and the expected error. */
const REFUSED: readonly (readonly [name: string, content: string | Buffer, said: string | RegExp])[] = [
  ["nothing", "", "is empty. Correct it, or restore it"],
  ["white space", " \n\n", "is empty"],
  ["a cut file", fileOf(ENTRY).slice(0, 60), "is not JSON: Unterminated string"],
  ["a comment", `// free keys\n${fileOf(ENTRY)}`, "JSON has no comments"],
  ["a trailing comma", '{"version":1,"keys":[],}', ":1:24 is not JSON"],
  ["a NUL at the end", `${fileOf(ENTRY)}\0`, "is not JSON"],
  ["single quotes", "{'version':1,'keys':[]}", ":1:2 is not JSON"],
  ["keys as they were sent", `${KEY}\n`, /is not JSON: Unexpected token 'i'\. JSON/],
  ["UTF-16", Buffer.from(`\ufeff${fileOf(ENTRY)}`, "utf16le"), "is not UTF-8. Save it as UTF-8"],
  ["Latin-1", Buffer.from(entry({ name: "Zo\u00eb" }), "latin1"), "is not UTF-8"],
  ["null", "null", "is not a key file"],
  ["only a list of keys", JSON.stringify([ENTRY]), "is not a key file"],
  ["no version", JSON.stringify({ keys: [ENTRY] }), "is not a key file"],
  ["a future version", '{"version":2,"keys":[]}', "version is 2, but this program reads 1"],
  ["a version in quotes", '{"version":"1","keys":[]}', 'version is "1", but this program reads 1'],
  ["keys in an object", JSON.stringify({ version: 1, keys: { k_1: ENTRY } }), "keys must be a list"],
  ["keys twice", `{"version":1,"keys":[${JSON.stringify(ENTRY)}],"keys":[]}`, "keys occurs twice"],
  [
    "a list of revoked ids",
    JSON.stringify({ version: 1, keys: [ENTRY], revoked: ["k_1"] }),
    '"revoked" is not a member',
  ],
  ["8 million escapes", `{"version":1,"keys":[],"note":"${"\\n".repeat(2 ** 23)}"}`, '"note" is not a member'],
  ["an empty place", fileOf(ENTRY, null), "keys[1] must be an object, not null"],
  ["a list in a list", fileOf([ENTRY]), "keys[0] must be an object, not a list"],
  ["only a digest", fileOf(ENTRY.digest), "keys[0] must be an object"],
  ["no id", without("id"), "keys[0].id is missing"],
  ["an empty id", entry({ id: "" }), "keys[0].id must be a text of 1 to 100 characters"],
  ["an id with an escape sequence", entry({ id: "k_\u001b[2J" }), "keys[0].id must be"],
  ["a number as id", entry({ id: 7 }), "keys[0].id must be"],
  ["no tier", without("tier"), "keys[0].tier is missing"],
  ["an unknown tier", entry({ tier: "gold" }), 'keys[0].tier must be one of free, pro, not "gold"'],
  ["a tier in capitals", entry({ tier: "PRO" }), 'keys[0].tier must be one of free, pro, not "PRO"'],
  ["no digest", without("digest"), "keys[0].digest is missing"],
  ["a key as digest", entry({ digest: KEY }), "keys[0].digest must be the SHA-256 of the key"],
  ["a digest in capitals", entry({ digest: "A".repeat(64) }), "keys[0].digest must be"],
  ["a cut digest", entry({ digest: ENTRY.digest.slice(1) }), "keys[0].digest must be"],
  ["no creation time", without("created"), "keys[0].created is missing"],
  ["a creation time in words", entry({ created: "yesterday" }), "keys[0].created must be an ISO 8601"],
  [
    "an expiry as a number",
    entry({ expires: 12345 }),
    "keys[0].expires must be an ISO 8601 date or time with its zone",
  ],
  ["an expiry in seconds", entry({ expires: "4102444800" }), "keys[0].expires must be"],
  ["an expiry as an American date", entry({ expires: "01/31/2099" }), 'not "01/31/2099"'],
  ["an expiry without a zone", entry({ expires: "2099-01-31T12:00:00" }), "with its zone"],
  ["an expiry on a date that does not exist", entry({ expires: "2099-02-31" }), "keys[0].expires must be"],
  ["an expiry at a time that does not exist", entry({ expires: "2099-01-31T25:00:00Z" }), "keys[0].expires must be"],
  ["an expiry of six digits", entry({ expires: "+292099-01-31T00:00:00Z" }), "keys[0].expires must be"],
  ["an expiry of null", entry({ expires: null }), "keys[0].expires must be"],
  ["an expiry twice", raw('"expires":"2020-01-01","expires":"2099-01-01"'), "keys[0].expires occurs twice"],
  [
    "an expiry twice, once with an escape",
    raw('"expires":"2020-01-01","exp\\u0069res":"2099-01-01"'),
    "keys[0].expires occurs twice",
  ],
  ["a misspelled expiry", entry({ expire: "2020-01-01" }), 'keys[0] has the unknown member "expire"'],
  ["a revocation of true", entry({ revoked: true }), "keys[0].revoked must be an ISO 8601"],
  ["a revocation of false", entry({ revoked: false }), "keys[0].revoked must be"],
  ["a revocation of null", entry({ revoked: null }), "keys[0].revoked must be"],
  ["a misspelled revocation", entry({ Revoked: "2026-01-01" }), 'keys[0] has the unknown member "Revoked"'],
  ["a member of its own", entry({ disabled: true }), 'keys[0] has the unknown member "disabled"'],
  ["a prototype", raw('"__proto__":{"tier":"pro"}'), 'keys[0] has the unknown member "__proto__"'],
  ["a name that is not a text", entry({ name: ["web"] }), "keys[0].name must be a text"],
  ["origins in one text", entry({ origins: "https://a.example" }), "keys[0].origins must be a list of origins"],
  ["no origins", entry({ origins: [] }), "keys[0].origins is empty, so that no page could use the key"],
  ["an origin with a path", entry({ origins: ["https://a.example/app"] }), "keys[0].origins[0]:"],
  ["an origin without a scheme", entry({ origins: ["https://a.example", "b.example"] }), "keys[0].origins[1]:"],
  [
    "an origin that browsers write otherwise",
    entry({ origins: ["https://A.example/"] }),
    'keys[0].origins[0] must be written "https://a.example"',
  ],
  ["any origin", entry({ origins: ["*"] }), "keys[0].origins[0]:"],
  ["an origin of null", entry({ origins: [null] }), "keys[0].origins[0] must be a text"],
  [
    "a replaced key that is not in a list",
    entry({ previous: { digest: SECOND.digest } }),
    "keys[0].previous must be a list",
  ],
  [
    "a replaced key without an expiry",
    entry({ previous: [{ digest: SECOND.digest }] }),
    "keys[0].previous[0].expires is missing",
  ],
  [
    "a replaced key with a number as expiry",
    entry({ previous: [{ digest: SECOND.digest, expires: 1 }] }),
    "keys[0].previous[0].expires must be",
  ],
  [
    "a replaced key in a replaced key",
    entry({ previous: [{ digest: SECOND.digest, expires: "2026-01-01", previous: [] }] }),
    'keys[0].previous[0] has the unknown member "previous"',
  ],
  ["a key counted under no digest", entry({ countedUnder: "k_1" }), "keys[0].countedUnder must be"],
  ["two entries with one id", fileOf(ENTRY, { ...SECOND, id: "k_1" }), 'keys[1].id is "k_1", which keys[0] also has'],
  [
    "one key twice, once revoked",
    fileOf({ ...ENTRY, revoked: "2026-01-01" }, { ...ENTRY, id: "k_2" }),
    "keys[1].digest is the same as keys[0].digest",
  ],
  [
    "a revoked key as the replaced one of another",
    fileOf(
      { ...ENTRY, revoked: "2026-01-01" },
      { ...SECOND, previous: [{ digest: ENTRY.digest, expires: "2099-01-01" }] },
    ),
    "keys[1].previous[0].digest is the same as keys[0].digest",
  ],
  [
    "200,000 brackets",
    `{"version":1,"keys":${"[".repeat(200_000)}${"]".repeat(200_000)}}`,
    "keys[0] must be an object, not a list",
  ],
];

/** Anything but a regular file, and the expected error. */
const STRANGE: readonly (readonly [name: string, make: (path: string) => void, said: string])[] = [
  ["a folder", (path) => mkdirSync(path), "is a folder, not a regular file"],
  ["a FIFO that nobody writes to", (path) => execFileSync("mkfifo", [path]), "is a named pipe, not a regular file"],
  ["an endless device", (path) => symlinkSync("/dev/zero", path), "is a device, not a regular file"],
  ["a terminal", (path) => symlinkSync("/dev/tty", path), "/keys.json"],
  ["a loop of links", (path) => symlinkSync(path, path), "a loop of symbolic links"],
  [
    "a file of 64 MiB and more",
    (path) => {
      writeFileSync(path, "");
      truncateSync(path, 2 ** 26 + 1);
    },
    "has 67108865 bytes, more than the 67108864",
  ],
];

/** Content that a user may write. */
const ACCEPTED: readonly (readonly [name: string, content: string, isValid: boolean])[] = [
  ["a byte order mark", `\ufeff${fileOf(ENTRY)}`, true],
  ["other white space", JSON.stringify(JSON.parse(fileOf(ENTRY)), null, "\t").replaceAll("\n", "\r\n"), true],
  ["an expiry on a future day", entry({ expires: "2099-01-31" }), true],
  ["an expiry with an offset", entry({ expires: "2099-01-31T12:00+02:00" }), true],
  ["an expiry on a leap day", entry({ expires: "2096-02-29T23:59:59.999999999Z" }), true],
  ["an expiry in the past", entry({ expires: "2026-01-01" }), false],
  ["a revocation in the future", entry({ revoked: "2099-01-01" }), false],
  [
    "a replaced key that has expired",
    fileOf({ ...SECOND, previous: [{ digest: ENTRY.digest, expires: "2026-01-01" }] }),
    false,
  ],
  [
    "a replaced key of a revoked one",
    fileOf({ ...SECOND, revoked: "2026-01-01", previous: [{ digest: ENTRY.digest, expires: "2099-01-01" }] }),
    false,
  ],
  [
    "a replaced key of an expired one",
    fileOf({ ...SECOND, expires: "2026-01-01", previous: [{ digest: ENTRY.digest, expires: "2099-01-01" }] }),
    false,
  ],
  ["no keys", fileOf(), false],
];

const keyFile = (): string => join(scratchFolder(), "keys.json");

describe("key file edited by hand", () => {
  it.each(REFUSED)(
    "rejects a key file with the location and leaves it unchanged if it holds %s",
    async (_name, content, said) => {
      const path = keyFile();
      writeFileSync(path, content);
      let message = "";
      try {
        readKeyFile(path);
      } catch (error) {
        expect(error).toBeInstanceOf(KeyFileError);
        ({ message } = error as Error);
      }
      expect(message).toMatch(said instanceof RegExp ? said : path);
      if (!(said instanceof RegExp)) expect(message).toContain(said);
      expect(message.length).toBeLessThan(500);
      expect(message).not.toContain(KEY.slice(4));
      expect(message.replaceAll(/`.*?`/g, "")).not.toMatch(/create (a|new)/);
      expect(() => openKeyRing(path)).toThrow(KeyFileError);
      await expect(createKey(path, "free")).rejects.toThrow(KeyFileError);
      expect(readFileSync(path).equals(Buffer.from(content as string))).toBe(true);
    },
  );

  it.each(STRANGE)("rejects a key file without waiting if it is %s", (_name, make, said) => {
    const path = keyFile();
    make(path);
    expect(() => readKeyFile(path)).toThrow(said);
    expect(() => openKeyRing(path)).toThrow(said);
  });

  it("leaves no file descriptor open when it rejects a key file", () => {
    const path = keyFile();
    writeFileSync(path, "no keys");
    const open = (): number => readdirSync("/proc/self/fd").length;
    const before = open();
    for (let time = 0; time < 5; time++) expect(() => openKeyRing(path)).toThrow(KeyFileError);
    expect(open()).toBe(before);
  });

  it("rejects a key file that is a socket", async () => {
    const path = keyFile();
    const server = createServer().listen(path);
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    expect(statSync(path).isSocket()).toBe(true);
    expect(() => readKeyFile(path)).toThrow("is a socket or a device");
  });

  it.each(ACCEPTED)("accepts a key file that holds %s", (_name, content, isValid) => {
    const path = keyFile();
    writeFileSync(path, content);
    const ring = openKeyRing(path);
    onTestFinished(() => ring.close());
    expect(ring.find(KEY) !== undefined).toBe(isValid);
  });
});
