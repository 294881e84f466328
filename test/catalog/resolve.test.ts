import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import type { Identity, IdentityKind } from "#src/catalog/identity-kinds.js";
import { temporaryFolder } from "../support/folder.js";
import { randomRuns } from "../support/random-runs.js";
import { hostOf, type Resolution, resolveByBruteForce } from "../support/resolve-by-brute-force.js";

/** The result of the program. */
function resolutionOf(catalog: Catalog, identity: Identity): Resolution {
  const { ordinal, reason } = catalog.resolve([identity])[0]!;
  return ordinal === undefined ? "none" : { id: catalog.item(ordinal).id, reason };
}

const LABELS = [
  "a",
  "b",
  "www",
  "github",
  "io",
  "com",
  "co",
  "uk",
  "münchen",
  "xn--mnchen-3ya",
  "spotіfy",
  "Ａ",
  "a_b",
];
const label = fc.constantFrom(...LABELS);
const domains = fc.array(label, { minLength: 1, maxLength: 4 }).map((labels) => labels.join("."));
const valid = domains.filter((text) => hostOf(text) !== undefined);
const path = fc.constantFrom("", "/", "/x", "/?q=1", "/#a");
const repository = fc.constantFrom(
  ...["plex", "library/plex", "b/plex", "plex/plex-ce", "plex/ce", "a/b/post__gres", "a.b/x", "plex/other"],
);
const imagesOf = (registries: readonly string[]): fc.Arbitrary<string> =>
  fc.tuple(fc.constantFrom(...registries), repository).map((parts) => parts.join(""));
const REGISTRIES = ["", "docker.io/", "ghcr.io/", "localhost/", "a:5000/"];
const claimedImages = imagesOf(REGISTRIES);
const images = imagesOf([...REGISTRIES, "", "index.docker.io/", "GHCR.io/"]);
const BUNDLES = ["com.plex", "COM.Plex", "com.plex.tv", "org.a"];
const claimedBundles = fc.constantFrom(...BUNDLES);
const bundles = fc.constantFrom(
  ...BUNDLES,
  ...["tv.plex.Plex2", "com.b.plex", "com.a.desktop", "uk.co.a.plex", "com.plex.ce_beta", "io.github.a", "com.b.b"],
);
const PACKAGES = ["npm:plex", "npm:@a/plex", "pypi:plex", "brew:plex", "npm:@plex/a"];
const OTHER_PACKAGES = [
  ...["npm:@plex/b", "cask:post-gres", "deb:a/plex", "winget:Plex.Plex", "winget:B.Plex", "flathub:tv.plex.Plex"],
  ...["snap:a", "flathub:a", "choco:plexce", "deb:plex-server", "apt:postgres-16", "winget:Plex.Plex.Beta"],
  ...["docker:plex/plex-ce", "pkg:docker/library/plex@1", "github:plex/docker-plex", "github:b/plex", "gitlab:a/b/c"],
  ...["maven:com.a/b-core", "maven:com.plex.plex/core", "maven:io.github.a/a", "flathub:com.a.desktop"],
];
const claimedPackages = fc.constantFrom(...PACKAGES);
const packages = fc.constantFrom(...PACKAGES, "NPM:Plex", "pkg:npm/plex", "pkg:npm/%40a/plex@1", ...OTHER_PACKAGES);
const name = fc.constantFrom(
  ...["Plex", "Plex CE", "Post gres", "Ärger", "postgres", "!!", "a", "A!", "C", "C++", "C#", "c sharp", "Cpp", ".NET"],
  ...["Net", "dotnet", "Plex+", "AT&T", "at t", "att", "po stgres", "plexce", "pl ex"],
);
const records = fc.array(
  fc.record(
    {
      name,
      aliases: fc.uniqueArray(name, { maxLength: 2 }),
      website: fc.tuple(valid, path).map(([domain, rest]) => `https://${hostOf(domain)!.replaceAll("_", "-")}${rest}`),
      identifiers: fc.record(
        {
          domains: fc.uniqueArray(valid, { maxLength: 2 }),
          containerImages: fc.uniqueArray(claimedImages, { maxLength: 2 }),
          bundles: fc.uniqueArray(claimedBundles, { maxLength: 2 }),
          packages: fc.uniqueArray(claimedPackages, { maxLength: 2 }),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: ["name"] },
  ),
  { minLength: 1, maxLength: 12 },
);

/** Texts that look like an identity and are another one, or none. */
const hostile = fc.oneof(
  domains,
  domains.map((text) => `${text}.`),
  domains.map((text) => text.toUpperCase()),
  fc
    .tuple(domains, fc.constantFrom(":80", "/", "?a", "#a", "..", "%2e", "\\", " ", "\u200b", "\u00ad"))
    .map((parts) => parts.join("")),
  domains.map((text) => `user@${text}`),
  domains.map((text) => `https://${text}`),
  domains.map((text) => `${"a".repeat(300)}.${text}`),
  fc.constantFrom(
    "127.0.0.1",
    "127.1",
    "0x7f.0.0.1",
    "[::1]",
    "::1",
    "localhost",
    "",
    ".",
    "com",
    "co.uk",
    "github.io",
  ),
  fc.string({ unit: "binary", maxLength: 30 }),
);

const damaged = (texts: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc.oneof(
    texts,
    fc
      .tuple(
        texts,
        fc.constantFrom(
          ":",
          ":1.2-alpine",
          ":a:b",
          "@sha256:",
          `@sha256:${"0".repeat(64)}`,
          "/",
          "//x",
          "?a",
          " ",
          "\0",
        ),
      )
      .map((parts) => parts.join("")),
    texts.map((text) => text.toUpperCase()),
    texts.map((text) => `${"a".repeat(300)}/${text}`),
    texts.map((text) => `https://${text}`),
    fc.string({ unit: "binary", maxLength: 20 }),
  );

const identity = fc.oneof(
  { weight: 3, arbitrary: hostile.map((value): Identity => ({ kind: "domain", value })) },
  { weight: 2, arbitrary: damaged(images).map((value): Identity => ({ kind: "container", value })) },
  damaged(bundles).map((value): Identity => ({ kind: "bundle", value })),
  damaged(packages).map((value): Identity => ({ kind: "package", value })),
  fc.oneof(name, fc.string({ maxLength: 8 })).map((value): Identity => ({ kind: "name", value })),
);

describe("resolving identities", () => {
  it("finds the icon of identities of all kinds as a comparison with every record does, hostile ones included", async () => {
    const folder = temporaryFolder();
    const data = join(folder, "icons.json");
    const out = join(folder, "out");
    const identities = fc.array(identity, { minLength: 200, maxLength: 200 });
    await fc.assert(
      fc.asyncProperty(records, identities, async (made, asked) => {
        const source = made.map((record, at) => ({ id: `icon-${at}`, developer: "x", category: "y", ...record }));
        writeFileSync(data, JSON.stringify(source));
        await compile({ data, out, jobs: 1, keep: 1, allowRemovals: true });
        const catalog = openCatalog(out);
        for (const each of asked)
          expect(resolutionOf(catalog, each), `${each.kind} ${JSON.stringify(each.value)}`).toEqual(
            resolveByBruteForce(source, each),
          );
      }),
      { ...randomRuns(50), endOnFailure: true },
    );
  });

  const CASES: readonly (readonly [kind: IdentityKind, value: string, expected: Resolution])[] = [
    ["container", "ghcr.io/linuxserver/plex:latest", { id: "plex", reason: "container image" }],
    ["container", "lscr.io/linuxserver/plex", { id: "plex", reason: "container image" }],
    ["container", "plexinc/pms-docker@sha256:0123", "none"],
    ["container", "docker.io/library/postgres:16-alpine", { id: "postgresql", reason: "alias" }],
    ["container", "someone/plex", "none"],
    ["container", "plex/plex-beta:2", { id: "plex", reason: "name" }],
    ["container", "hotio/plex", { id: "plex", reason: "name" }],
    ["container", "docker://GHCR.io/LinuxServer/Plex", { id: "plex", reason: "container image" }],
    [
      "label",
      "org.opencontainers.image.source=https://github.com/linuxserver/plex.git",
      { id: "plex", reason: "container image" },
    ],
    ["label", "maintainer=plex", "none"],
    ["container", "example/contested", "none"],
    ["container", "example/nothing", "none"],
    ["bundle", "com.plexapp.Plex", { id: "plex", reason: "bundle" }],
    ["bundle", "com.plexapp", "none"],
    ["package", "pkg:npm/plex-api@5.3.0", { id: "plex", reason: "package" }],
    ["package", "plex-api", "none"],
    ["package", "npm:plex-api@^5", { id: "plex", reason: "package" }],
    ["name", "PLÉX", { id: "plex", reason: "name" }],
    ["name", "Postgres", { id: "postgresql", reason: "alias" }],
    ["name", "ple", "none"],
  ];
  const RECORDS = [
    {
      ...{ id: "plex", name: "Plex", developer: "Plex", category: "video" },
      identifiers: {
        bundles: ["com.plexapp.plex"],
        containerImages: ["ghcr.io/linuxserver/plex", "example/contested"],
        packages: ["npm:plex-api"],
      },
    },
    {
      ...{ id: "postgresql", name: "PostgreSQL", developer: "P", category: "databases", aliases: ["postgres"] },
      identifiers: { containerImages: ["example/contested"] },
    },
  ];

  it("tells names apart by their symbols, regardless of the order of the icons", async () => {
    const named = (id: string, name: string, more: object = {}) => ({
      ...{ id, name, developer: "x", category: "y" },
      ...more,
    });
    const icons = [
      named("c", "C", { aliases: ["си", "се"] }),
      named("c-plus-plus", "C++", { aliases: ["си++", "cplusplus"] }),
      named("c-sharp", "C#", { aliases: ["c sharp"] }),
      named("dot-net", ".NET"),
      named("net", "Net"),
      named("go-bang", "Go!"),
      named("go", "Go"),
      named("paramount-plus", "Paramount+"),
      named("canal-plus", "Canal Plus"),
      named("plain", "Plain"),
      named("att", "AT&T"),
    ];
    const expected: readonly (readonly [name: string, id: string | undefined])[] = [
      ...[
        ["C", "c"],
        ["c#", "c-sharp"],
        ["C++", "c-plus-plus"],
        ["Ｃ＃", "c-sharp"],
        ["C Sharp", "c-sharp"],
      ],
      ...[
        ["си", "c"],
        ["СИ++", "c-plus-plus"],
        [".net", "dot-net"],
        ["NET", "net"],
        ["Go!", "go-bang"],
        ["go", "go"],
      ],
      ...[
        ["paramount", "paramount-plus"],
        ["Canal+", "canal-plus"],
        ["Plain#", undefined],
        ["AT & T", "att"],
      ],
    ] as const;
    for (const records of [icons, icons.toReversed()]) {
      const folder = temporaryFolder({ "icons.json": records });
      await compile({ data: `${folder}/icons.json`, out: `${folder}/out`, jobs: 1 });
      const catalog = openCatalog(`${folder}/out`);
      for (const [value, id] of expected) {
        const [found] = catalog.resolve([{ kind: "name", value }]);
        expect(found?.ordinal === undefined ? undefined : catalog.item(found.ordinal).id, value).toBe(id);
      }
    }
  });

  it("finds the icon of container images, bundles, packages and names", async () => {
    const folder = temporaryFolder({ "icons.json": RECORDS });
    await compile({ data: `${folder}/icons.json`, out: `${folder}/out`, jobs: 1 });
    const catalog = openCatalog(`${folder}/out`);
    for (const [kind, value, expected] of CASES)
      expect(resolutionOf(catalog, { kind, value }), `${kind} ${value}`).toEqual(expected);
    const fuzzy = catalog.resolve(
      [
        { kind: "name", value: "plexx" },
        { kind: "name", value: "zzzzzz" },
      ],
      true,
    );
    expect(fuzzy[0]).toMatchObject({ reason: "similar name" });
    expect(fuzzy[1]).toEqual({ ordinal: undefined, reason: "unknown" });
  });
});
