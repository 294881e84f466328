import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

/** The one file that may use members that Node does not document. */
const INTERNALS = "src/http/transport/node-internals.ts";
/** Fields of responses, and a function of Iconify's scripts. */
const OWN = ["_meta", "_image", "_credits", "_highlight", "_explain", "_loaderCallback"];
/** Private members, a listener of Node that is read or removed, and functions and flags that no document lists. */
const UNDOCUMENTED =
  /\._[a-z]\w*|(?<=(?:^\s*|\{ )(?:readonly )?)_[a-z]\w*\??: |\.(?:raw)?[lL]isteners\(|removeAllListeners\("(?:data|request|connection)|process\.binding|internalBinding|internalMessage|NODE_HANDLE|setFlagsFromString|runInNewContext/gm;

const SOURCES = ["src", "build", "cli"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(tsx?|mjs)$/.test(name))
    .map((name) => join(folder, name)),
);

it("uses undocumented members of Node in one file, and only two", () => {
  const found = SOURCES.flatMap((file) =>
    undocumentedIn(readFileSync(file, "utf8")).map((member) => `${file}: ${member}`),
  );
  expect([...new Set(found)]).toEqual([
    `${INTERNALS}: .listeners(`,
    `${INTERNALS}: _header: `,
    `${INTERNALS}: ._header`,
  ]);
});

it.each([
  ["socket._handle", "._handle"],
  ["(socket as { _handle?: { fd: number } })", "_handle?: "],
  ['server.removeAllListeners("request")', 'removeAllListeners("request'],
  ['v8.setFlagsFromString("--expose-gc")', "setFlagsFromString"],
])("finds %s", (source, member) => {
  expect(undocumentedIn(source)).toEqual([member]);
});

it.each(["body._meta", "/** Like `_header` */", "{ _image: image }"])("does not find %s", (source) => {
  expect(undocumentedIn(source)).toEqual([]);
});

function undocumentedIn(source: string): string[] {
  const code = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/ .*/g, "");
  return [...code.matchAll(UNDOCUMENTED)]
    .map(([member]) => member)
    .filter((member) => !OWN.some((field) => member.includes(field)));
}
