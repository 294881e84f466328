import { writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { getPublicSuffix } from "tldts";
import { describe, expect, it } from "vitest";
import { compile } from "#build/compile/compile.js";
import type { SourceRecord } from "#build/dataset/source-record.js";
import { type Catalog, openCatalog } from "#src/catalog/catalog.js";
import type { IdentityKind } from "#src/catalog/identity-kinds.js";
import { type Identity, IdentityError } from "#src/catalog/resolve.js";
import { parseUrl } from "#src/platform/parse-url.js";
import { fold } from "#src/text/fold.js";
import { temporaryFolder } from "../support/folder.js";
import { randomRuns } from "../support/random-runs.js";
import { shippedArtifacts } from "../support/shipped-artifacts.js";
import { shippedSource } from "../support/source-records.js";

type Answer = { readonly id: string; readonly reason: string } | "none" | "refused";

/** The answer of the program. */
function answerOf(catalog: Catalog, identity: Identity): Answer {
  try {
    const [found] = catalog.resolve([identity]);
    return found === undefined ? "none" : { id: catalog.item(found.ordinal).id, reason: found.reason };
  } catch (error) {
    expect(error).toBeInstanceOf(IdentityError);
    return "refused";
  }
}

// The oracle compares every record with every identity, by rules written down plainly and without the code under test.

const host = (text: string): string | undefined => {
  if (!/^[^\s/\\:@?#%[\]\p{C}]+$/u.test(text) || parseUrl(`http://${text}/`) === undefined) return undefined;
  const name = new URL(`http://${text}/`).hostname.replace(/\.$/, "");
  const labels = name.split(".");
  const isValid = labels.every((label) => /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/.test(label));
  return isValid && labels.length > 1 && name.length <= 253 && /\D/.test(labels.at(-1)!) ? name : undefined;
};
const suffixOf = (name: string): string => getPublicSuffix(name, { allowPrivateDomains: true }) ?? "";
const bare = (name: string): string =>
  name.startsWith("www.") && suffixOf(name) !== name.slice(4) ? name.slice(4) : name;

function ownerOf(records: readonly SourceRecord[], name: string): SourceRecord | undefined | "several" {
  const listing = records.filter(({ identifiers }) => identifiers?.domains?.some((own) => bare(host(own)!) === name));
  if (listing.length > 0) return listing.length === 1 ? listing[0] : "several";
  const sites = records.filter(({ website, identifiers }) => {
    if (website === undefined || identifiers?.domains?.length === 0) return false;
    return bare(host(new URL(website).hostname) ?? "") === name;
  });
  if (sites.length < 2) return sites[0];
  const roots = sites.filter(({ website }) => /^https?:\/\/[^/]+\/?$/.test(website!));
  return roots.length === 1 ? roots[0] : "several";
}

function domainByBruteForce(records: readonly SourceRecord[], value: string): Answer {
  const name = host(value);
  if (name === undefined) return "refused";
  const wanted = bare(name);
  const suffix = suffixOf(wanted);
  for (let level = wanted; level !== "" && level.length > suffix.length; level = level.split(".").slice(1).join(".")) {
    const owner = ownerOf(records, level);
    if (owner === "several") return "none";
    if (owner !== undefined) return { id: owner.id, reason: level === wanted ? "exact domain" : "parent domain" };
  }
  const owner = suffix === wanted ? ownerOf(records, wanted) : undefined;
  return owner === undefined || owner === "several" ? "none" : { id: owner.id, reason: "exact domain" };
}

const wordsOf = (text: string): string => (fold(text).match(/[\p{L}\p{N}\p{M}]+/gu) ?? []).join(" ");
function nameByBruteForce(records: readonly SourceRecord[], value: string): Answer {
  const wanted = wordsOf(value);
  if (wanted === "") return "none";
  const named = records.find(({ name }) => wordsOf(name) === wanted);
  if (named !== undefined) return { id: named.id, reason: "name" };
  const known = records.find(({ aliases = [] }) => aliases.some((alias) => wordsOf(alias) === wanted));
  return known === undefined ? "none" : { id: known.id, reason: "alias" };
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
const valid = domains.filter((text) => host(text) !== undefined);
const path = fc.constantFrom("", "/", "/x", "/?q=1", "/#a");
const name = fc.constantFrom("Plex", "Plex CE", "Post gres", "Ärger", "postgres", "!!", "a");
const records = fc.array(
  fc.record(
    {
      name,
      aliases: fc.uniqueArray(name, { maxLength: 2 }),
      website: fc.tuple(valid, path).map(([domain, rest]) => `https://${host(domain)!.replaceAll("_", "-")}${rest}`),
      identifiers: fc.record({ domains: fc.uniqueArray(valid, { maxLength: 2 }) }),
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

describe("resolving identities", () => {
  it("finds the icon of domains and names as a comparison with every record does, hostile ones included", async () => {
    const folder = temporaryFolder();
    const data = join(folder, "icons.json");
    const out = join(folder, "out");
    const identities = fc.array(
      fc.oneof(
        hostile.map((value): Identity => ({ kind: "domain", value })),
        fc.oneof(name, fc.string({ maxLength: 8 })).map((value): Identity => ({ kind: "name", value })),
      ),
      { minLength: 200, maxLength: 200 },
    );
    await fc.assert(
      fc.asyncProperty(records, identities, async (made, asked) => {
        const source = made.map((record, at) => ({ id: `icon-${at}`, developer: "x", category: "y", ...record }));
        writeFileSync(data, JSON.stringify(source));
        await compile({ data, out, jobs: 1, keep: 1, allowRemovals: true });
        const catalog = openCatalog(out);
        for (const identity of asked) {
          const { kind, value } = identity;
          const expected = kind === "name" ? nameByBruteForce(source, value) : domainByBruteForce(source, value);
          expect(answerOf(catalog, identity), `${kind} ${JSON.stringify(value)}`).toEqual(expected);
        }
      }),
      { ...randomRuns(50), endOnFailure: true },
    );
  });

  const CASES: readonly (readonly [kind: IdentityKind, value: string, expected: Answer])[] = [
    ["container", "ghcr.io/linuxserver/plex:latest", { id: "plex", reason: "container image" }],
    ["container", "lscr.io/linuxserver/plex", { id: "plex", reason: "container image" }],
    ["container", "plexinc/pms-docker@sha256:0123", "refused"],
    ["container", "docker.io/library/postgres:16-alpine", { id: "postgresql", reason: "alias" }],
    ["container", "someone/plex", { id: "plex", reason: "name" }],
    ["container", "plex/plex-beta:2", { id: "plex", reason: "name" }],
    ["container", "example/contested", "none"],
    ["container", "example/nothing", "none"],
    ["bundle", "com.plexapp.Plex", { id: "plex", reason: "bundle" }],
    ["bundle", "com.plexapp", "none"],
    ["package", "pkg:npm/plex-api@5.3.0", { id: "plex", reason: "package" }],
    ["package", "plex-api", "refused"],
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

  it("finds the icon of container images, bundles, packages and names", async () => {
    const folder = temporaryFolder({ "icons.json": RECORDS });
    await compile({ data: `${folder}/icons.json`, out: `${folder}/out`, jobs: 1 });
    const catalog = openCatalog(`${folder}/out`);
    for (const [kind, value, expected] of CASES)
      expect(answerOf(catalog, { kind, value }), `${kind} ${value}`).toEqual(expected);
    const fuzzy = catalog.resolve(
      [
        { kind: "name", value: "plexx" },
        { kind: "name", value: "zzzzzz" },
      ],
      true,
    );
    expect(fuzzy[0]).toMatchObject({ reason: "similar name" });
    expect(fuzzy[1]).toBeUndefined();
  });
});

/** Domains of websites that several shipped applications share, and the application that each resolves to, if any. */
const SHARED: Readonly<Record<string, string | undefined>> = {
  "adobe.com": undefined,
  "apple.com": undefined,
  "atlassian.com": undefined,
  "autodesk.com": undefined,
  "aws.amazon.com": "aws",
  "business.adobe.com": undefined,
  "cloud.google.com": "google-cloud",
  "developer.hashicorp.com": undefined,
  "dotnet.microsoft.com": "dotnet",
  "elastic.co": undefined,
  "facebook.com": "facebook",
  "github.com": "github",
  "google.com": "google-search",
  "jetbrains.com": undefined,
  "marketingplatform.google.com": "google-marketing-platform",
  "microsoft.com": undefined,
  "proton.me": undefined,
  "redhat.com": "red-hat-enterprise-linux",
};

it("resolves every shipped application with a domain of its own from it, and shared domains as decided", () => {
  const catalog = openCatalog(shippedArtifacts);
  const byDomain = new Map<string, SourceRecord[]>();
  for (const record of shippedSource()) {
    if (record.website === undefined) continue;
    const domain = new URL(record.website).hostname.replace(/^www\./, "");
    byDomain.set(domain, [...(byDomain.get(domain) ?? []), record]);
  }
  const answered = new Map([...byDomain.keys()].map((value) => [value, answerOf(catalog, { kind: "domain", value })]));
  const shared = [...byDomain].filter(([, own]) => own.length > 1).map(([domain]) => domain);
  expect(shared.sort()).toEqual(Object.keys(SHARED));
  for (const [domain, own] of byDomain) {
    const id = own.length > 1 ? SHARED[domain] : own[0]!.id;
    expect(answered.get(domain), domain).toEqual(id === undefined ? "none" : { id, reason: "exact domain" });
  }
  for (const record of shippedSource())
    for (const value of record.identifiers?.domains ?? [])
      expect(answerOf(catalog, { kind: "domain", value })).toEqual({ id: record.id, reason: "exact domain" });
});
