import fc from "fast-check";

/** The bytes to send on one connection. */
export interface Exchange {
  readonly bytes: Buffer;
  /** Methods of the requests in `bytes`, if known. */
  readonly methods: readonly string[];
  /** Path of each request without its query, if it certainly is a route of the service. */
  readonly paths: readonly (string | undefined)[];
  /** Whether every request is complete, so that each gets a response, and the last one closes the connection. */
  readonly whole: boolean;
}

interface Request {
  readonly method: string;
  readonly path: string | undefined;
  readonly text: string;
  /** Whether nothing in it can move the end of the request or end the connection. */
  readonly sound: boolean;
}

const OPERATIONS = [
  "/api/v1/icons",
  "/api/v1/icons/spotify",
  "/api/v1/categories",
  "/api/v1/changes",
  "/api/v1/resolve",
  "/api/v1/similar",
];
const OTHERS = [
  "/",
  "/images/spotify",
  "/images/spotify.svg",
  "/images/spotify.png",
  "/healthz",
  "/readyz",
  "/openapi.json",
  "/docs",
  "/assets/x",
  "/metrics",
  "*",
  "/..",
];
const ICONIFY = (
  "/apps/spotify.svg /apps:spotify.svg /apps-spotify.svg /apps.json /apps.js /apps/icons.json /apps.css /collections " +
  "/collection /search /keywords /last-modified /version"
).split(" ");
const PARAMETERS = (
  "q category color style mood since page limit id phash max_distance include by facets highlight size width height format background padding radius shape rotate flip upscale content fallback download v icons query prefix prefixes keyword callback pretty box selector start info chars domain container bundle package name fuzzy api_key API_KEY " +
  "__proto__ constructor toString q[] q[0] %71 %00 %ff"
).split(" ");
const ODD = (
  "0 -1 1 20 100 101 1e3 0x10 1.5 NaN Infinity 2147483647 2147483648 99999999999999999999999 00000000001 +5 %2010 %D9%A3 true false null " +
  "undefined __proto__ constructor hasOwnProperty [object%20Object] % %2 %zz %00 a%00b %ff %C0%AF %ED%A0%80 %F4%90%80%80 %EF%BB%BF .. " +
  "../../etc/passwd %2e%2e%2f %252e ' \" <script> $%7B1%7D {{1}} ; , ,, a,b,,c & && = == # %23ff0000 %23fff %0d%0aX:%20y " +
  "0000000000000000 ffffffffffffffff FFFFFFFFFFFFFFFF fffffffffffffff games social blue flat svg png webp avif jpg ico 16 64 1024 0.25 0.5 90 270 none both vertical rgb(1%202%203) url(#a) 1db954 playful spotify google mirrored,inverted " +
  "color blend category,color,style,mood phash prefix:apps apps:spo palette:true style:fill -spotify spotify- spo+ti"
).split(" ");
const METHODS = ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "BREW", "get", "G"];
const HEADER_NAMES = (
  "Accept Accept-Encoding If-None-Match If-Modified-Since Range X-Forwarded-For X-Forwarded-Host X-Forwarded-Proto Origin " +
  "Access-Control-Request-Method Access-Control-Request-Headers Authorization Cookie Content-Type Referer User-Agent X-Request-Id"
).split(" ");
/** Headers that affect where a request ends or how its connection is handled. */
const FRAMING_NAMES = "Content-Length Transfer-Encoding Connection Upgrade Expect Host Keep-Alive TE Trailer".split(
  " ",
);
const HEADER_VALUES = (
  "*/*|application/json|application/msgpack|application/vnd.msgpack;q=0.9, */*;q=0.1|application/msgpack;q=0|text/html|,|;;;|*|" +
  'gzip|br|gzip, br, deflate|identity;q=0|*;q=0|zstd|W/"x"|"x", W/"y"|bytes=0-10|bytes=-1,5-|::1|1.2.3.4, 5.6.7.8|evil.test|https|' +
  "null|__proto__|chunked|chunked, chunked|gzip, chunked|close|keep-alive|upgrade|h2c|websocket|100-continue|wonders|0|5|-5|1e9|" +
  "99999999999999999999|0x5|icons.test|a b|[::1]:80|é"
).split("|");

const LAST: Request = {
  method: "GET",
  path: "/healthz",
  text: "GET /healthz HTTP/1.1\r\nHost: icons.test\r\nConnection: close\r\n\r\n",
  sound: true,
};

const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ODD) },
  { weight: 2, arbitrary: fc.string({ unit: "grapheme", maxLength: 12 }).map(encodeURIComponent) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: "binary", maxLength: 250 }).map((raw) => escapeBytes(Buffer.from(raw))),
  },
  { weight: 1, arbitrary: fc.stringMatching(/^[!-~]{0,20}$/) },
  { weight: 1, arbitrary: fc.nat({ max: 9000 }).map((length) => "a".repeat(length)) },
);
const query = fc
  .array(
    fc.tuple(fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...PARAMETERS) }, { weight: 1, arbitrary: text }), text),
    {
      maxLength: 40,
      size: "small",
    },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join("&"));
const target = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom(...OPERATIONS), query)
      .map(([path, asked]) => ({ path, target: asked === "" ? path : `${path}?${asked}` })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom("", ".svg", ".png", ".webp", ".avif", ".jpg", ".ico", ".gif"), query)
      .map(([extension, asked]) => ({ path: undefined, target: `/images/spotify${extension}?${asked}` })),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.constantFrom(...ICONIFY), query)
      .map(([path, asked]) => ({ path: undefined, target: `${path}?icons=spotify&query=spotify&${asked}` })),
  },
  { weight: 1, arbitrary: fc.constantFrom(...OTHERS).map((path) => ({ path: undefined, target: path })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom("/api/v1/icons/", "/images/", "/", "/api/", "//", "/docs/", "/assets/", "http://x/", ""),
        text,
      )
      .map(([start, rest]) => ({ path: undefined, target: start + rest })),
  },
);
const headerOf = (names: readonly string[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.oneof(
        { weight: 8, arbitrary: fc.constantFrom(...names) },
        { weight: 1, arbitrary: fc.stringMatching(/^X-[a-z]{1,9}$/) },
      ),
      fc.oneof(
        { weight: 6, arbitrary: fc.constantFrom(...HEADER_VALUES) },
        { weight: 1, arbitrary: fc.stringMatching(/^[ -~]{0,40}$/) },
      ),
    )
    .map(([name, value]) => `${name}: ${value}\r\n`);
const body = fc.constantFrom(
  "",
  "a=1",
  "5\r\nhello\r\n0\r\n\r\n",
  "zz\r\n",
  "ffffffffff\r\n",
  "5;x=y\r\nhel",
  "\0\0\0",
);

/** @param keys headers that identify a caller */
function requests(keys: readonly string[]): fc.Arbitrary<Request> {
  const method = fc.oneof(
    { weight: 8, arbitrary: fc.constant("GET") },
    { weight: 2, arbitrary: fc.constant("HEAD") },
    { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
  );
  const framing = fc.oneof(
    { weight: 3, arbitrary: fc.constant({ lines: [] as string[], after: "" }) },
    {
      weight: 1,
      arbitrary: fc.record({ lines: fc.array(headerOf(FRAMING_NAMES), { minLength: 1, maxLength: 3 }), after: body }),
    },
  );
  return fc
    .tuple(method, target, fc.constantFrom(...keys), fc.array(headerOf(HEADER_NAMES), { maxLength: 6 }), framing)
    .map(([method, { path, target }, key, lines, { lines: more, after }]) => ({
      method,
      path: more.length === 0 ? path : undefined,
      text: `${method} ${target} HTTP/1.1\r\nHost: icons.test\r\n${key}${lines.join("")}${more.join("")}\r\n${after}`,
      sound: more.length === 0 && /^(GET|HEAD)$/.test(method) && /^\/[!-~]*$/.test(target),
    }));
}

/** One to five requests on a connection, some with changed, missing or repeated bytes. */
export function exchanges(keys: readonly string[]): fc.Arbitrary<Exchange> {
  const together = fc.array(requests(keys), { minLength: 1, maxLength: 5, size: "small" }).map((list): Exchange => {
    // After a request whose end is uncertain, responses can't be matched to requests.
    const doubtful = list.findIndex(({ sound }) => !sound);
    const sent = doubtful < 0 ? [...list, LAST] : list.slice(0, doubtful + 1);
    return {
      bytes: Buffer.from(sent.map(({ text }) => text).join(""), "latin1"),
      methods: sent.map(({ method }) => method),
      paths: sent.map(({ path }) => path),
      whole: doubtful < 0,
    };
  });
  const change = fc.tuple(fc.nat(), fc.nat(255), fc.constantFrom("set", "lose", "repeat", "cut"));
  const damaged = fc
    .tuple(
      requests(keys).filter(({ method }) => method === "GET"),
      fc.array(change, { minLength: 1, maxLength: 4 }),
    )
    .map(([{ text }, changes]): Exchange => {
      const bytes = changes.reduce(damage, Buffer.from(text, "latin1"));
      return { bytes, methods: [], paths: [], whole: false };
    });
  const noise = fc
    .uint8Array({ minLength: 1, maxLength: 300 })
    .map((bytes): Exchange => ({ bytes: Buffer.from(bytes), methods: [], paths: [], whole: false }));
  return fc.oneof(
    { weight: 8, arbitrary: together },
    { weight: 3, arbitrary: damaged },
    { weight: 1, arbitrary: noise },
  );
}

function escapeBytes(bytes: Buffer): string {
  return bytes.toString("hex").replace(/../g, "%$&");
}

function damage(bytes: Buffer, [place, value, how]: [number, number, string]): Buffer {
  const at = place % (bytes.length + 1);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  if (how === "cut") return before;
  if (how === "lose") return Buffer.concat([before, after.subarray(1 + (value % 5))]);
  if (how === "repeat") return Buffer.concat([before, after.subarray(0, value), after]);
  return Buffer.concat([before, Buffer.of(value), after.subarray(1)]);
}
