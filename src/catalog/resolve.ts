import type { Dictionary } from "../format/dictionary.js";
import { type IdentityKeyKind, identityKey } from "../format/identity-key.js";
import { keyBytes } from "../format/key-bytes.js";
import { NO_POSTINGS, ordinalsOf, type PostingList } from "../format/posting-list.js";
import { namesOfImage, parseContainerImage } from "../identity/container-image.js";
import { canonicalDomain, parentDomains, withoutWww } from "../identity/domain.js";
import { canonicalPackage } from "../identity/package-name.js";
import { STEPS, type WorkBudget } from "./execution/work-budget.js";
import type { Generation } from "./generation/generation.js";
import { type Identity, IdentityError, type IdentityKind, type ResolveReason } from "./identity-kinds.js";
import type { RecordReader } from "./records.js";
import { createNameResolver } from "./resolve-names.js";

/** The icon of an identity. */
export interface Resolved {
  readonly ordinal: number;
  readonly reason: ResolveReason;
}

/**
 * Finds the icon of an identity; undefined if there is none, or if several icons claim it equally.
 *
 * @throws IdentityError, QueryTooExpensiveError
 * Cost: some lookups, regardless of the number of icons; one for each label of a domain. For names, also the texts of up
 * to 64 icons.
 */
export type Resolver = (identity: Identity, budget: WorkBudget) => Resolved | undefined;

export function createResolver(
  { dictionary }: Pick<Generation, "dictionary">,
  records: Pick<RecordReader, "item" | "aliases" | "size">,
): Resolver {
  const identities = dictionary("identities");
  const postingsOf = (table: Dictionary, key: string, budget: WorkBudget): PostingList => {
    budget.spend(STEPS.lookUp);
    const index = table.find(keyBytes(key));
    return index < 0 ? NO_POSTINGS : table.postings(index);
  };
  const claims = (kind: IdentityKeyKind, value: string, budget: WorkBudget): PostingList =>
    postingsOf(identities, identityKey(kind, value), budget);

  /** The owner of a domain; undefined if nobody claims it, null if several icons do. */
  const ownerOf = (domain: string, budget: WorkBudget): number | undefined | null => {
    const listed = claims("domain", domain, budget);
    if (listed.count > 0) return onlyOf(listed) ?? null;
    const sites = claims("site", domain, budget);
    if (sites.count < 2) return onlyOf(sites);
    return onlyOf(claims("root", domain, budget)) ?? null;
  };
  const byDomain = (value: string, budget: WorkBudget): Resolved | undefined => {
    const canonical = canonicalDomain(value);
    if (canonical === undefined)
      throw new IdentityError("domain", "domain must be a domain such as example.com, without protocol, port and path");
    const domain = withoutWww(canonical);
    for (const level of [domain, ...parentDomains(domain)]) {
      const ordinal = ownerOf(level, budget);
      if (ordinal === null) return undefined;
      if (ordinal !== undefined) return { ordinal, reason: level === domain ? "exact domain" : "parent domain" };
    }
    return undefined;
  };
  const byName = createNameResolver((file, key, budget) => postingsOf(dictionary(file), key, budget), records);
  const byContainer = (value: string, budget: WorkBudget): Resolved | undefined => {
    const image = parseContainerImage(value);
    if (image === undefined)
      throw new IdentityError("container", "container must be a container image such as ghcr.io/example/app:1.2");
    const { registry, repository } = image;
    for (const listed of [
      claims("image", `${registry}/${repository}`, budget),
      claims("repository", repository, budget),
    ]) {
      const ordinal = onlyOf(listed);
      if (ordinal !== undefined) return { ordinal, reason: "container image" };
      if (listed.count > 0) return undefined;
    }
    for (const name of namesOfImage(image)) {
      const named = byName(name, budget);
      if (named !== undefined) return named;
    }
    return undefined;
  };
  const byClaim = (kind: "bundle" | "package", value: string, budget: WorkBudget): Resolved | undefined => {
    const ordinal = onlyOf(claims(kind, value, budget));
    return ordinal === undefined ? undefined : { ordinal, reason: kind };
  };
  const byPackage = (value: string, budget: WorkBudget): Resolved | undefined => {
    const name = canonicalPackage(value);
    if (name === undefined)
      throw new IdentityError("package", "package must be a registry and a name such as npm:react, or a package URL");
    return byClaim("package", name, budget);
  };
  const resolvers: Readonly<Record<IdentityKind, (value: string, budget: WorkBudget) => Resolved | undefined>> = {
    domain: byDomain,
    container: byContainer,
    bundle: (value, budget) => byClaim("bundle", value.toLowerCase(), budget),
    package: byPackage,
    name: byName,
  };
  return ({ kind, value }, budget) => resolvers[kind](value, budget);
}

function firstOf(list: PostingList): number | undefined {
  return list.count === 0 ? undefined : ordinalsOf(list).next().value;
}

function onlyOf(list: PostingList): number | undefined {
  return list.count === 1 ? firstOf(list) : undefined;
}
