/** Hosts where projects of others live: a website there says nothing about the program. */
const CODE_HOSTS = new Set([
  "github.com",
  "gitlab.com",
  "codeberg.org",
  "bitbucket.org",
  "sourceforge.net",
  "hub.docker.com",
]);

/** Namespaces of stores: what they publish was changed for the store. */
const STORES = /^(?:getumbrel|bigbeartechworld|ixsystems|icewhaletech|casaos)$/;

/** Parts of programs; an image of that name belongs to the program of its namespace. */
const PARTS =
  /^(?:server|app|web|api|backend|frontend|worker|client|ui|core|docker|selfhosted|community|all-in-one|aio)/;

/** Letters and digits only, in lower case, without accents: `AdGuard Home` → `adguardhome`. */
export const fold = (text) =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "");

/** The host of a website that has no path, without `www.`; undefined for other URLs and for code hosts. */
export function hostOf(website) {
  if (!URL.canParse(website)) return undefined;
  const { hostname, pathname } = new URL(website);
  const host = hostname.replace(/^www\./, "");
  return pathname === "/" && !CODE_HOSTS.has(host) ? host : undefined;
}

/** Finds the record that a statement is about. */
export class Records {
  #byHost = new Map();
  #byName = new Map();

  constructor(records) {
    const add = (map, key, record) => map.set(key, map.has(key) && map.get(key) !== record ? null : record);
    for (const record of records) {
      const host = record.website && hostOf(record.website);
      if (host && record.identifiers?.domains?.length !== 0) add(this.#byHost, host, record);
    }
    for (const record of records) add(this.#byName, fold(record.name), record);
    for (const record of records)
      for (const alias of record.aliases ?? [])
        if (!this.#byName.has(fold(alias))) add(this.#byName, fold(alias), record);
  }

  /** The record with that website. */
  atHost = (host) => this.#byHost.get(host) ?? undefined;

  /**
   * The record of a program: the one with its website, else the one with its name, if that has no other website. Undefined
   * if several records are possible.
   */
  find({ names, websites }) {
    const hosts = websites.map(hostOf).filter(Boolean);
    const byHost = new Set(hosts.map((host) => this.#byHost.get(host)).filter(Boolean));
    const byName = new Set(names.map((name) => this.#byName.get(fold(name))).filter(Boolean));
    if (byHost.size > 0) {
      const both = [...byHost].filter((record) => byName.has(record));
      if (both.length === 1) return both[0];
      return byHost.size === 1 && byName.size === 0 ? [...byHost][0] : undefined;
    }
    return byName.size === 1 && hosts.length === 0 ? [...byName][0] : undefined;
  }
}

/** Names of a record, folded; those of one or two letters are left out. */
const namesOf = (record) =>
  [record.name, record.id, ...(record.aliases ?? [])].map(fold).filter((name) => name.length > 2);

/** Whether an image is a program's own, not one of the databases and caches that run with it. */
export function isOwnImage(image, record, names) {
  const path = image.split("/").map(fold);
  const [namespace, last] = [path.at(-2), path.at(-1)];
  if (STORES.test(namespace)) return false;
  const known = [...namesOf(record), ...names.map(fold).filter((name) => name.length > 2)];
  if (known.some((name) => last === name || (name.length > 3 && last.startsWith(name)))) return true;
  return PARTS.test(image.split("/").at(-1)) && known.some((name) => name.length > 3 && namespace.includes(name));
}

/** Programs that somebody has modified. */
const MODIFIED = /^com\.example\.|revanced|vanced|xposed|\bmod|\bclone/i;

/**
 * How sure it is that an application id, of an application that is called like a record, is the record's own: 2 if it
 * begins with its domain turned round, 1 if its vendor has its name, else 0.
 */
export function likenessOfBundle(bundle, record) {
  if (MODIFIED.test(bundle)) return 0;
  const segments = bundle.toLowerCase().split(".");
  const host =
    record.website && URL.canParse(record.website) ? new URL(record.website).hostname.split(".").slice(-2) : [];
  if (host.length === 2 && segments[0] === host[1] && segments[1] === host[0]) return 2;
  const name = fold(record.name);
  return name.length > 4 && fold(segments[1]).includes(name) ? 1 : 0;
}

/**
 * Domains in a list of a brand that its users see: the same name under other endings (`amazon.de`), or spelled by the
 * ending (`youtu.be`), not the servers of its images and statistics.
 */
export function isOwnDomain(domain, record) {
  const [first, ...rest] = domain.split(".");
  const own = hostOf(record.website)?.split(".")[0];
  return domain !== hostOf(record.website) && ((first === own && rest.length <= 2) || first + rest.join("") === own);
}
