import { getPublicSuffix } from "tldts";
import type { SourceRecord } from "#build/dataset/source-record.js";
import type { Identity } from "#src/catalog/identity-kinds.js";
import { parseUrl } from "#src/platform/parse-url.js";
import { fold } from "#src/text/fold.js";

/** An icon with the reason, or none. */
export type Resolution = { readonly id: string; readonly reason: string } | "none";

/**
 * The icon of an identity: compares every record with it, by rules written down plainly and without the code that
 * resolves identities.
 */
export function resolveByBruteForce(records: readonly SourceRecord[], { kind, value }: Identity): Resolution {
  if (kind === "domain") return domainByBruteForce(records, value);
  if (kind === "container") return containerByBruteForce(records, value);
  if (kind === "name") return nameByBruteForce(records, value);
  if (kind === "package") {
    const wanted = packageOf(value);
    return wanted === undefined ? "none" : packageByBruteForce(records, wanted);
  }
  const id = value.trim().toLowerCase();
  const claiming = claimants(records, ({ bundles }) => bundles?.some((own) => own.toLowerCase() === id));
  if (claiming.length > 0) return claiming.length > 1 ? "none" : { id: claiming[0]!.id, reason: kind };
  return applicationByBruteForce(records, id);
}

/** `com.vendor.program`: the program of that name, if the vendor is its own, or that with the vendor's domain. */
function applicationByBruteForce(records: readonly SourceRecord[], id: string): Resolution {
  const parts = id.split(".");
  if (parts.length < 3 || parts.some((part) => !/^[a-z0-9_-]+$/.test(part))) return "none";
  const isCountrys =
    parts.length > 3 && ["ac", "co", "com", "edu", "go", "gov", "ne", "net", "or", "org"].includes(parts[1]!);
  const vendor = isCountrys ? parts[2]! : parts[1]!;
  const last = parts.at(-1)!;
  const plain = last.replace(/[0-9_-]+$/, "");
  for (const program of [last, plain, last.split(/[_-]/)[0]!, vendor + plain]) {
    const named = program === "" ? "none" : nameByBruteForce(records, program);
    if (named !== "none" && isOwnNamespace(records.find((record) => record.id === named.id)!, vendor)) return named;
  }
  const owner = domainByBruteForce(records, (isCountrys ? [vendor, parts[1], parts[0]] : [vendor, parts[0]]).join("."));
  if (owner === "none") return "none";
  const isEdition = /^(?:android|apps?|browser|client|desktop|ios|mac|macos|mobile|pro|[0-9]+)$/.test(last);
  return isEdition || hasWord(records, owner.id, last) ? { id: owner.id, reason: "bundle" } : "none";
}

const hasWord = (records: readonly SourceRecord[], id: string, word: string): boolean =>
  wordsOf(records.find((record) => record.id === id)!.name)
    .split(" ")
    .includes(word);

type Identifiers = NonNullable<SourceRecord["identifiers"]>;

function claimants(
  records: readonly SourceRecord[],
  claims: (identifiers: Identifiers) => boolean | undefined,
): readonly SourceRecord[] {
  return records.filter(({ identifiers = {} }) => claims(identifiers));
}

/** Registry, path, tag and digest, by the grammar of references to container images. */
const REFERENCE =
  /^(?:(localhost|(?=[^/]*[.:])[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*(?::\d{1,5})?)\/)?((?:[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*)(?:\/[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*)*)(?::\w[\w.-]{0,127})?(?:@[a-z][a-z0-9]*(?:[-_+.][a-z][a-z0-9]*)*:[0-9a-f]{32,})?$/i;
const DOCKER = ["docker.io", "index.docker.io", "registry-1.docker.io", "registry.hub.docker.com"];

function imageOf(text: string): { registry: string; path: string } | undefined {
  const [, host = DOCKER[0]!, path] = REFERENCE.exec(text) ?? [];
  if (path === undefined || path !== path.toLowerCase()) return undefined;
  // A first component with a dot is a registry, never a part of the path.
  if (REFERENCE.exec(text)![1] === undefined && /^[^/]*\.[^/]*\//.test(path)) return undefined;
  const registry = DOCKER.includes(host.toLowerCase()) ? DOCKER[0]! : host.toLowerCase();
  const whole = registry === DOCKER[0] && !path.includes("/") ? `library/${path}` : path;
  return whole.length > 255 ? undefined : { registry, path: whole };
}

function containerByBruteForce(records: readonly SourceRecord[], value: string): Resolution {
  const wanted = imageOf(pastedImage(value));
  if (wanted === undefined) return "none";
  const exact = claimants(records, ({ containerImages }) =>
    containerImages?.some((own) => imageOf(own)!.path === wanted.path && imageOf(own)!.registry === wanted.registry),
  );
  const elsewhere = claimants(records, ({ containerImages }) =>
    containerImages?.some((own) => imageOf(own)!.path === wanted.path),
  );
  const claiming = exact.length > 0 ? exact : elsewhere;
  if (claiming.length === 1) return { id: claiming[0]!.id, reason: "container image" };
  if (claiming.length > 1) return "none";
  const [name = "", namespace] = wanted.path.split("/").reverse();
  if (namespace === undefined) return "none";
  const names = [name, ...(name.endsWith("-ce") ? [name.slice(0, -3)] : [])];
  if (name.startsWith(`${namespace}-`)) names.push(namespace);
  const byNames = names.map((each) => nameByBruteForce(records, each)).filter((named) => named !== "none");
  const recordOf = ({ id }: { id: string }) => records.find((record) => record.id === id)!;
  if (byNames.length > 0) return byNames.find((named) => isOwnNamespace(recordOf(named), namespace)) ?? "none";
  const owner = nameByBruteForce(records, namespace);
  const images = owner === "none" ? [] : (recordOf(owner).identifiers?.containerImages ?? []);
  return images.some((own) => imageOf(own)!.path.startsWith(`${namespace}/`)) ? owner : "none";
}

/** A reference that may be a URL, with a path in upper case. */
const pastedImage = (text: string): string =>
  text
    .trim()
    .replace(/^https?:\/\//i, "")
    .replace(/\/+$/, "")
    .replace(/^(?:[^/]*\/)*[^/:@]*/, (path) => path.toLowerCase());

/** Whether a namespace is the first words of a name of the application, or the domain of its website. */
function isOwnNamespace({ name, aliases = [], developer, website }: SourceRecord, namespace: string): boolean {
  const site = website !== undefined && /^https?:\/\/[^/]+\/?$/.test(website) ? new URL(website).hostname : "";
  const names = [
    name,
    developer,
    ...aliases,
    bare(hostOf(site) ?? "")
      .split(".")
      .at(-2) ?? "",
  ];
  const plain = namespace.replace(/\W/g, "");
  return names.some((each) => {
    const parts = wordsOf(each).split(" ");
    return parts.some((_, count) => parts.slice(0, count + 1).join("") === plain);
  });
}

function packageByBruteForce(records: readonly SourceRecord[], wanted: string): Resolution {
  const claiming = claimants(records, ({ packages }) => packages?.map(packageOf).includes(wanted));
  if (claiming.length > 0) return claiming.length > 1 ? "none" : { id: claiming[0]!.id, reason: "package" };
  const recordOf = ({ id }: { id: string }) => records.find((record) => record.id === id)!;
  const ownOf = (names: readonly string[], vendor: string | undefined): Resolution =>
    names
      .map((each) => nameByBruteForce(records, each))
      .find((named) => named !== "none" && (vendor === undefined || isOwnNamespace(recordOf(named), vendor))) ?? "none";
  const [, registry = "", path = ""] = /^([^:]*):(.*)$/s.exec(wanted) ?? [];
  const own = path.split("/").at(-1)!;
  if (registry === "winget" && own.includes(".")) {
    const [vendor, ...names] = own.split(".");
    return ownOf([...names.toReversed(), `${vendor} ${names.join(" ")}`], vendor);
  }
  if (["apt", "brew", "cask", "choco", "deb", "snap", "winget"].includes(registry)) {
    const part =
      /(?:\.(?:install|portable)|-(?:[0-9]+(?:\.[0-9]+)*|bin|ce|cli|client|common|daemon|desktop|esr|full|gui|lts|server|stable|tools|utils))$/;
    return ownOf([own, own.replace(part, "")], undefined);
  }
  if (registry === "flathub") return own === "" ? "none" : applicationByBruteForce(records, own);
  if (registry === "docker" || registry === "oci") return containerByBruteForce(records, path);
  if (["github", "gitlab", "codeberg", "bitbucket"].includes(registry) && path.includes("/") && own !== "")
    return ownOf(
      [own === "docker" ? path.split("/")[0]! : own.replace(/^docker-(?=.)/, "").replace(/(?<=.)\.git$/, "")],
      path.split("/")[0],
    );
  if (registry === "maven") {
    const [group = "", artifact] = path.split(/\/(.*)/s);
    if (group === "" || !artifact) return "none";
    const application = applicationByBruteForce(records, group);
    if (application !== "none") return application;
    const owner = domainByBruteForce(records, group.split(".").reverse().join("."));
    return owner !== "none" && hasWord(records, owner.id, artifact.split("-")[0]!)
      ? { id: owner.id, reason: "package" }
      : "none";
  }
  const [, host, goOwner = "", repository] = /^go:(github|gitlab)\.com\/([^/]+)\/([^/]+)/.exec(wanted) ?? [];
  if (host !== undefined && nameByBruteForce(records, repository!) !== "none") return ownOf([repository!], goOwner);
  const module = registry === "go" && host === undefined && /^[^/]*\.[a-z]+(?=\/|$)/.exec(path)?.[0];
  if (module) {
    const found = domainByBruteForce(records, module.replace(/^go\./, ""));
    return found !== "none" && found.reason === "exact domain" ? { id: found.id, reason: "package" } : "none";
  }
  const [scope = "", part = ""] = registry === "go" ? [goOwner] : path.replace(/^@/, "").split(/[/.](.*)/s);
  const isScoped = registry === "npm" ? /^@.+\/./.test(path) : ["composer", "nuget", "go"].includes(registry);
  const owner = isScoped && scope !== "" ? nameByBruteForce(records, scope) : "none";
  if (owner === "none") return "none";
  const listed = recordOf(owner).identifiers?.packages ?? [];
  const repeats = registry !== "nuget" && registry !== "go" && (part === scope || part.startsWith(`${scope}-`));
  const needed = { npm: "npm:", go: `go:${host}.com/${goOwner}/` }[registry] ?? "";
  return repeats || listed.some((each) => each.toLowerCase().startsWith(needed)) ? owner : "none";
}

/** Registry and name in lower case. */
function packageOf(text: string): string | undefined {
  const url = /^pkg:([a-z][a-z0-9.+-]*)\/+([^?#]+)/i.exec(text);
  if (url !== null) {
    const name = decodeURIComponent(url[2]!.replace(/(?<!^)@.*$/s, "").replace(/\/+$/, "")).toLowerCase();
    return /^[^\s\p{C}]+$/u.test(name) ? `${url[1]!.toLowerCase()}:${name}` : undefined;
  }
  const [registry = "", ...rest] = text.trim().toLowerCase().split(":");
  const name = rest.join(":");
  const bare = `${name.slice(0, 1)}${name.slice(1).split(/[@=<>~^![]/, 1)[0]}`;
  const [, before, sign = ""] = /^([^:]+?)(:|\s+(?:-v\s+|--version\s+)?)v?[0-9][a-z0-9_.+-]*$/.exec(bare) ?? [];
  const isVersioned = before !== undefined && !(registry === "maven" && sign === ":");
  const plain = `${registry}:${isVersioned ? before : bare}`;
  return /^(?!pkg:)[a-z][a-z0-9.+-]*:[^\s\p{C}]+$/u.test(plain) ? plain : undefined;
}

/** The domain that a text is, in Punycode. */
export const hostOf = (text: string): string | undefined => {
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
  const listing = records.filter(({ identifiers }) => identifiers?.domains?.some((own) => bare(hostOf(own)!) === name));
  if (listing.length > 0) return listing.length === 1 ? listing[0] : "several";
  const roots = records.filter(({ website, identifiers }) => {
    if (website === undefined || identifiers?.domains?.length === 0) return false;
    return /^https?:\/\/[^/]+\/?$/.test(website) && bare(hostOf(new URL(website).hostname) ?? "") === name;
  });
  return roots.length < 2 ? roots[0] : "several";
}

/** The host of a text that may be a URL. */
const pastedHost = (text: string): string =>
  /^(?:[a-z][a-z0-9+.-]*:\/\/|\/\/)?(?:[^/?#\\]*@)?([^/?#\\]*?)(?::\d{0,5})?(?:[/?#\\].*)?$/is.exec(text.trim())?.[1] ??
  "";

/** The path of a text that may be a URL, whole, and then without its last segments. */
function pathsIn(value: string): string[] {
  const path = value
    .trim()
    .replace(/[?#].*/s, "")
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//i, "");
  const names = path
    .toLowerCase()
    .split(/[/\\]+/)
    .slice(1)
    .filter(Boolean)
    .slice(0, 6);
  return names.map((_, end) => names.slice(0, names.length - end).join("/"));
}

/** The only record whose website, below the root of a domain, is one of these pages; the first page with one counts. */
function pageOwner(records: readonly SourceRecord[], name: string, paths: readonly string[]): SourceRecord | undefined {
  for (const path of paths) {
    const owners = records.filter(({ website }) => {
      if (website === undefined || /[?#]/.test(website)) return false;
      const { hostname, pathname } = new URL(website);
      return (
        bare(hostOf(hostname) ?? "") === name && pathname.toLowerCase().split("/").filter(Boolean).join("/") === path
      );
    });
    if (owners.length === 1) return owners[0];
  }
  return undefined;
}

function domainByBruteForce(records: readonly SourceRecord[], value: string): Resolution {
  const name = hostOf(pastedHost(value));
  if (name === undefined || name.endsWith(".localhost")) return "none";
  const wanted = bare(name);
  const page = pageOwner(records, wanted, pathsIn(value));
  if (page !== undefined) return { id: page.id, reason: "website" };
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
/** The symbols that tell names apart, with their words: `c#`, `c++` and `.net`. */
const SIGNED = /(?<![\p{L}\p{N}\p{M}])(?:[\p{L}\p{N}]+(?:\+\+?|#)|\.\p{L}+)(?![\p{L}\p{N}\p{M}])/gu;
const signsOf = (text: string): string => (fold(text).match(SIGNED) ?? []).join(" ");
/** In letters, as people write them: joined, and apart. */
const IN_LETTERS: readonly (readonly [sign: RegExp, readonly string[]])[] = [
  [/(?<=^|[^+])\+\+$/, ["pp", "plusplus", " plus plus"]],
  [/(?<=^|[^+])\+$/, ["plus", " plus"]],
  [/#$/, ["sharp", " sharp"]],
];

function nameByBruteForce(records: readonly SourceRecord[], value: string): Resolution {
  const found = spellingByBruteForce(records, value);
  if (found !== "none") return found;
  for (const signed of fold(value).match(SIGNED) ?? []) {
    const word = wordsOf(signed);
    const [, endings = ["dot", "dot "]] = IN_LETTERS.find(([sign]) => sign.test(signed)) ?? [];
    for (const ending of endings) {
      const letters = signed.startsWith(".") ? ending + word : word + ending;
      const spelled = wordsOf(value)
        .split(" ")
        .map((each) => (each === word ? letters : each));
      const other = spellingByBruteForce(records, spelled.join(" "));
      if (other !== "none") return other;
    }
  }
  const parts = wordsOf(value).split(" ");
  const cuts = [...parts[0]!].map((_, at) => `${parts[0]!.slice(0, at)} ${parts[0]!.slice(at)}`);
  const respaced = parts.length > 1 ? [parts.join("")] : cuts.slice(2, -1);
  const plain = value
    .trim()
    .replace(/(?<=\S)(?:\s+(?:app|cc|ce|db|desktop|pro|web)|\s*アプリ|\s*앱)$|(?<=\S{5})\s+[0-9][0-9.]*$/i, "");
  for (const each of [...respaced, ...(plain === value.trim() ? [] : [plain])]) {
    const other = spellingByBruteForce(records, each);
    if (other !== "none") return other;
  }
  return "none";
}

function spellingByBruteForce(records: readonly SourceRecord[], value: string): Resolution {
  const wanted = wordsOf(value);
  if (wanted === "") return "none";
  const isText = (text: string): boolean => fold(text) === fold(value.trim());
  const hasSigns = (text: string): boolean => wordsOf(text) === wanted && signsOf(text) === signsOf(value);
  // C may be C++ if nothing else is C, but C# is nothing else.
  const hasWords = (text: string): boolean => wordsOf(text) === wanted && signsOf(value) === "";
  const ways = [
    { reason: "name", textsOf: ({ name }: SourceRecord) => [name] },
    { reason: "alias", textsOf: ({ aliases = [] }: SourceRecord) => aliases },
  ];
  for (const tests of [[isText, hasSigns], [hasWords]])
    for (const { reason, textsOf } of ways)
      for (const test of tests) {
        const known = records.find((record) => textsOf(record).some(test));
        if (known !== undefined) return { id: known.id, reason };
      }
  return "none";
}
