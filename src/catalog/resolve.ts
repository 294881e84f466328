import type { Dictionary } from "../format/dictionary.js";
import { type IdentityKeyKind, identityKey } from "../format/identity-key.js";
import { keyBytes } from "../format/key-bytes.js";
import { NO_POSTINGS, ordinalsOf, type PostingList } from "../format/posting-list.js";
import type { IconRecord } from "../format/record.js";
import { applicationIn } from "../identity/application-id.js";
import {
  type ContainerImage,
  imageIn,
  namesInNamespace,
  namesOfImage,
  parseContainerImage,
  publisherOf,
  vendorsOf,
} from "../identity/container-image.js";
import { domainIn, parentDomains, websiteDomain } from "../identity/domain.js";
import { labelIn } from "../identity/image-label.js";
import {
  applicationOfPackage,
  canonicalPackage,
  imageOfPackage,
  mavenParts,
  moduleDomain,
  namespaceIn,
  programIn,
  repositoryIn,
} from "../identity/package-name.js";
import { words } from "../text/fold.js";
import { STEPS, type WorkBudget } from "./execution/work-budget.js";
import type { Generation } from "./generation/generation.js";
import type { Identity, IdentityKind, ResolveReason, UnresolvedReason } from "./identity-kinds.js";
import type { RecordReader } from "./records.js";
import { createNameResolver } from "./resolve-names.js";

/** The icon of an identity with the reason, or the reason why it has none. */
export type Resolution = Resolved | Unresolved;

export interface Resolved {
  readonly ordinal: number;
  readonly reason: ResolveReason;
}

export interface Unresolved {
  readonly ordinal: undefined;
  readonly reason: UnresolvedReason;
}

/**
 * Finds the icon of an identity. Rather none than a wrong one.
 *
 * @throws QueryTooExpensiveError
 * Cost: some lookups, regardless of the number of icons; one for each label of a domain and for at most six segments of a
 * path. For names, also the texts of up to 64 icons.
 */
export type Resolver = (identity: Identity, budget: WorkBudget) => Resolution;

type Identifiers = NonNullable<IconRecord["identifiers"]>;

const UNKNOWN = none("unknown");
const SEVERAL = none("several icons");

export function createResolver(
  { dictionary }: Pick<Generation, "dictionary">,
  records: Pick<RecordReader, "item" | "aliases" | "record" | "size">,
): Resolver {
  const postingsOf = (table: Dictionary, key: string, budget: WorkBudget): PostingList => {
    budget.spend(STEPS.lookUp);
    const index = table.find(keyBytes(key));
    return index < 0 ? NO_POSTINGS : table.postings(index);
  };
  const identities = dictionary("identities");
  /** The only icon that claims one of these keys, the first that any icon claims. */
  const byClaim = (
    reason: ResolveReason,
    keys: readonly (readonly [IdentityKeyKind, string])[],
    budget: WorkBudget,
  ) => {
    for (const [kind, value] of keys) {
      const claims = postingsOf(identities, identityKey(kind, value), budget);
      if (claims.count > 1) return SEVERAL;
      for (const ordinal of ordinalsOf(claims)) return { ordinal, reason };
    }
    return UNKNOWN;
  };
  const byName = createNameResolver((file, key, budget) => postingsOf(dictionary(file), key, budget), records);

  const byDomain = (value: string, budget: WorkBudget): Resolution => {
    const found = domainIn(value);
    if ("reason" in found) return none(found.reason);
    const { domain, pages } = found;
    for (const page of pages) {
      const owner = byClaim("website", [["page", page]], budget);
      if (owner.ordinal !== undefined) return owner;
    }
    for (const level of [domain, ...parentDomains(domain)]) {
      const reason = level === domain ? "exact domain" : "parent domain";
      const owner = byClaim(
        reason,
        [
          ["domain", level],
          ["root", level],
        ],
        budget,
      ); // prettier-ignore
      if (owner !== UNKNOWN) return owner;
    }
    return UNKNOWN;
  };
  /** Whether a namespace is that of the vendor of an icon: of its name, developer, website or aliases. */
  const isVendor = (namespace: string, ordinal: number, budget: WorkBudget): boolean => {
    budget.spend(Math.ceil(records.size(ordinal) / STEPS.bytesPerStep));
    const { name, developer, website, aliases = [] } = records.record(ordinal);
    const site = website === undefined ? undefined : websiteDomain(website);
    const label = site?.isRoot ? site.domain.split(".").at(-2) : undefined;
    const vendors = vendorsOf(namespace);
    return [name, developer, ...aliases, label ?? ""].some((text) => beginsWithAny(text, vendors));
  };
  /** The icon with the first of these names that any has, if it is of this vendor; undefined: of any. */
  const byVendor = (names: readonly string[], vendor: string | undefined, budget: WorkBudget): Resolution => {
    let result: Resolution = UNKNOWN;
    for (const name of names) {
      const named = byName(name, budget);
      if (named === undefined) continue;
      if (vendor === undefined || isVendor(vendor, named.ordinal, budget)) return named;
      result = none("other publisher");
    }
    return result;
  };
  const byImageName = (image: ContainerImage, budget: WorkBudget): Resolution => {
    const publisher = publisherOf(image);
    const namespace = image.repository.split("/").at(-2) ?? "";
    const result = byVendor(namesOfImage(image), publisher === "other" ? namespace : undefined, budget);
    if (result !== UNKNOWN) return result;
    const isThere = (listed: string): boolean => parseContainerImage(listed)!.repository.startsWith(`${namespace}/`);
    return byNamespace(namespace, ({ containerImages }) => containerImages?.some(isThere), budget);
  };
  /** The icon named like a namespace, if it lists something there. */
  const byNamespace = (
    namespace: string,
    isThere: (listed: Identifiers) => boolean | undefined,
    budget: WorkBudget,
  ) => {
    for (const name of vendorsOf(namespace)) {
      const named = name === "" ? undefined : byName(name, budget);
      if (named === undefined) continue;
      budget.spend(Math.ceil(records.size(named.ordinal) / STEPS.bytesPerStep));
      if (isThere(records.record(named.ordinal).identifiers ?? {})) return named;
    }
    return UNKNOWN;
  };
  const byImage = (image: ContainerImage, budget: WorkBudget): Resolution => {
    const { registry, repository } = image;
    const claimed = byClaim(
      "container image",
      [
        ["image", `${registry}/${repository}`],
        ["repository", repository],
      ], // prettier-ignore
      budget,
    );
    return claimed === UNKNOWN ? byImageName(image, budget) : claimed;
  };
  /** The icon that an application id names after its vendor and itself, or that has the vendor's domain. */
  const byApplication = (id: string, budget: WorkBudget): Resolution => {
    const application = applicationIn(id);
    if (application === undefined) return UNKNOWN;
    const { vendor, domain, programs, isEdition } = application;
    const named = byVendor(programs, vendor, budget);
    if (named.ordinal !== undefined) return named;
    const owner = byDomain(domain, budget);
    const isOwn = owner.ordinal !== undefined && (isEdition || isNamed(owner.ordinal, programs[0]!));
    return isOwn ? { ordinal: owner.ordinal, reason: "bundle" } : named;
  };
  /** Whether the name of an icon has a word. */
  const isNamed = (ordinal: number, word: string): boolean => words(records.item(ordinal).name).includes(word);
  /** Maven's groups begin with a domain that their owner has proved to own, turned round. */
  const byGroup = (group: string, artifact: string, budget: WorkBudget): Resolution => {
    const named = byApplication(group, budget);
    if (named.ordinal !== undefined) return named;
    const owner = byDomain(group.split(".").reverse().join("."), budget);
    const isOwn = owner.ordinal !== undefined && isNamed(owner.ordinal, artifact.split("-")[0]!);
    return isOwn ? { ordinal: owner.ordinal, reason: "package" } : UNKNOWN;
  };
  const byModule = (host: string, budget: WorkBudget): Resolution => {
    const owner = byDomain(host, budget);
    const isOwn = owner.ordinal !== undefined && owner.reason === "exact domain";
    return isOwn ? { ordinal: owner.ordinal, reason: "package" } : UNKNOWN;
  };
  const byPackage = (name: string, budget: WorkBudget): Resolution => {
    const claimed = byClaim("package", [["package", name]], budget);
    if (claimed !== UNKNOWN) return claimed;
    const program = programIn(name);
    if (program !== undefined) return byVendor(program.names, program.vendor, budget);
    const { owner, repository } = repositoryIn(name) ?? {};
    const found = owner === undefined ? UNKNOWN : byVendor(namesInNamespace(repository!, owner), owner, budget);
    if (found !== UNKNOWN) return found;
    const application = applicationOfPackage(name);
    if (application !== undefined) return byApplication(application, budget);
    const image = imageIn(imageOfPackage(name) ?? "");
    if (image !== undefined) return byImage(image, budget);
    const { group, artifact } = mavenParts(name) ?? {};
    if (group !== undefined) return byGroup(group, artifact!, budget);
    const host = moduleDomain(name);
    if (host !== undefined) return byModule(host, budget);
    const namespace = namespaceIn(name);
    if (namespace === undefined) return UNKNOWN;
    const { owner: vendor, prefix } = namespace;
    const isThere = ({ packages = [] }: Identifiers): boolean =>
      prefix === undefined || packages.some((listed) => listed.toLowerCase().startsWith(prefix));
    return byNamespace(vendor, isThere, budget);
  };
  const byLabel = (value: string, budget: WorkBudget): Resolution => {
    const label = labelIn(value);
    if (label === undefined) return none("not a known label");
    if ("names" in label) return byVendor(label.names, undefined, budget);
    if ("url" in label) return byDomain(label.url, budget);
    const packaged = byPackage(label.package, budget);
    if (packaged.reason === "package") return packaged;
    const imaged = byImage(label.image, budget);
    return imaged.ordinal === undefined && packaged.ordinal !== undefined ? packaged : imaged;
  };
  const resolvers: Readonly<Record<IdentityKind, (value: string, budget: WorkBudget) => Resolution>> = {
    domain: byDomain,
    container(value, budget) {
      const image = imageIn(value);
      return image === undefined ? none("not a container image") : byImage(image, budget);
    },
    bundle(value, budget) {
      const id = value.trim().toLowerCase();
      const claimed = byClaim("bundle", [["bundle", id]], budget);
      return claimed === UNKNOWN ? byApplication(id, budget) : claimed;
    },
    package(value, budget) {
      const name = canonicalPackage(value);
      return name === undefined ? none("not a package") : byPackage(name, budget);
    },
    label: byLabel,
    name: (value, budget) => byName(value, budget) ?? UNKNOWN,
  };
  return ({ kind, value }, budget) => resolvers[kind](value, budget);
}

/** Whether the first words of a text are one of these names, joined. */
function beginsWithAny(text: string, names: readonly string[]): boolean {
  let joined = "";
  return words(text).some((word) => {
    joined += word;
    return names.includes(joined);
  });
}

function none(reason: UnresolvedReason): Unresolved {
  return { ordinal: undefined, reason };
}
