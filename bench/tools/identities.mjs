import { domainToASCII } from "node:url";

/**
 * How identities of each kind are made from a record, which is undefined for a record without what the kind needs; with
 * `parent domain` and `miss` in their names as results are expected.
 */
const KINDS = {
  "domain, exact": ({ identifiers }) => known("domain", identifiers.domains?.[0]),
  "domain, of the website": ({ website }) => known("domain", new URL(website).hostname),
  "domain, parent": ({ identifiers }) => known("domain", identifiers.domains?.[0], (domain) => `open.${domain}`),
  "domain, four levels below": ({ identifiers }) =>
    known("domain", identifiers.domains?.[0], (domain) => `a.b.c.d.${domain}`),
  "domain, IDN": ({ identifiers }) => known("domain", identifiers.domains?.[1]),
  "domain, IDN in Punycode": ({ identifiers }) => known("domain", identifiers.domains?.[1], domainToASCII),
  "domain, miss": ({ id }) => missed("domain", `www.${id}.no-such.com`),
  "container, exact": ({ identifiers }) =>
    known("container", identifiers.containerImages?.[0], (image) => `${image}:16-alpine`),
  "container, of another registry": ({ identifiers }) =>
    known("container", identifiers.containerImages?.[0], (image) =>
      image.startsWith("ghcr.io/") ? `registry.example:5000/${image.slice("ghcr.io/".length)}` : undefined,
    ),
  "container, by its name": ({ name }) => named("container", name, (plain) => `lscr.io/linuxserver/${plain}:latest`),
  "container, miss": ({ id }) => missed("container", `ghcr.io/no-such/no-such-${id}:1.2`),
  bundle: ({ identifiers }) => known("bundle", identifiers.bundles?.[0]),
  "bundle, miss": ({ id }) => missed("bundle", `com.no-such.${id}`),
  package: ({ identifiers }) => known("package", identifiers.packages?.[0]),
  "package URL": ({ identifiers }) =>
    known("package", identifiers.packages?.[0], (name) => `pkg:npm/${name.slice("npm:".length)}@1.2.3`),
  "package, miss": ({ id }) => missed("package", `npm:no-such-${id}`),
  name: ({ name }) => named("name", name),
  alias: ({ aliases }) => aliases && { kind: "name", value: aliases[0], isOwn: isFound },
  "name, miss": ({ id }) => missed("name", `no such ${id}`),
};

export const IDENTITY_KINDS = Object.keys(KINDS);

/**
 * An identity of a record that has one of this kind.
 *
 * @returns `kind`, `value`, and `isOwn`: whether a list item, or undefined, is the right result
 */
export function drawIdentity(name, records, random) {
  while (true) {
    const record = records[Math.floor(random() * records.length)];
    const identity = KINDS[name](record);
    if (identity !== undefined) return { isOwn: (item) => item?.id === record.id, ...identity };
  }
}

/** What only this record claims. */
function known(kind, claimed, change = (text) => text) {
  const value = claimed && change(claimed);
  return value === undefined ? undefined : { kind, value };
}

/** Names of several icons belong to the first of them. */
function named(kind, name, change = (text) => text) {
  const isPlain = /^[A-Za-z]+$/.test(name);
  if (kind === "container" && !isPlain) return undefined;
  const isOwn = (item) => item?.name.toLowerCase() === name.toLowerCase();
  return { kind, value: kind === "container" ? change(name.toLowerCase()) : name, isOwn };
}

function missed(kind, value) {
  return { kind, value, isOwn: (item) => item === undefined };
}

function isFound(item) {
  return item !== undefined;
}
