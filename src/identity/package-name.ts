const PACKAGE = /^(?!pkg:)[a-z][a-z0-9.+-]*:[^\s\p{C}]+$/u;
const PURL = /^pkg:([a-z][a-z0-9.+-]*)\/+([^?#]+)/i;

/** A version after a name: `react@18`, `flask==3.0`, `requests[socks]>=2`, `rails:7.2.1`, `rails -v 7.2`. */
const VERSION = /(?<=:[^:]+)(?:(?:@|==|[<>~^!=[]).*|(?:\s+(?:-v\s+|--version\s+)?|(?<!^maven:[^:]+):)v?\d[\w.+-]*)$/;

/** A package of Maven as build files have it: `group:artifact`, often with a version. */
const COORDINATES = /^(maven:[^:/]+):([^:/]+)(?::.*)?$/;

/**
 * The canonical form of a package: registry and name in lower case, such as `npm:@angular/core`. Accepts versions, and
 * package URLs, whose qualifiers and subpath are dropped. Undefined for anything else. Sources: the package-url
 * specification; PEP 503 for names of PyPI.
 */
export function canonicalPackage(text: string): string | undefined {
  const [, type, path] = PURL.exec(text) ?? [];
  // In a package URL, only an at sign begins a version.
  const name =
    type === undefined
      ? text.trim().toLowerCase().replace(VERSION, "")
      : `${type}:${decodeName(path!.replace(/(?<!^)@.*$/s, ""))}`;
  const plain = name.toLowerCase();
  if (!PACKAGE.test(plain)) return undefined;
  if (plain.startsWith("pypi:")) return plain.replaceAll(/[-_.]+/g, "-");
  return plain.replace(COORDINATES, "$1/$2");
}

/** Registries whose maintainers name packages after programs. */
const CURATED: ReadonlySet<string> = new Set(["apt", "brew", "cask", "choco", "deb", "snap", "winget"]);

/** Words at the end of a package's name that say which version, edition or part of the program it has. */
const VARIETY =
  /(?:\.(?:install|portable)|-(?:\d+(?:\.\d+)*|bin|ce|cli|client|common|daemon|desktop|esr|full|gui|lts|server|stable|tools|utils))$/;

/**
 * The program that a canonical package of a curated registry is named after; undefined for packages of registries where
 * anybody takes a name. Names with a vendor are application ids, or like them: `winget:mozilla.firefox.esr`.
 *
 * @example programIn("deb:mariadb-server") // { names: ["mariadb-server", "mariadb"] }
 * @example programIn("winget:mozilla.firefox") // { names: ["firefox"], vendor: "mozilla" }
 */
export function programIn(name: string): { readonly names: readonly string[]; readonly vendor?: string } | undefined {
  const [registry = "", path = ""] = name.split(/:(.*)/s);
  if (!CURATED.has(registry)) return undefined;
  const own = path.slice(path.lastIndexOf("/") + 1);
  const [vendor = "", ...rest] = own.split(".");
  if (registry === "winget" && rest.length > 0)
    return { names: [...rest.toReversed(), [vendor, ...rest].join(" ")], vendor };
  return { names: [...new Set([own, own.replace(VARIETY, "")])] };
}

/** The application id that a canonical package of Flathub is. */
export function applicationOfPackage(name: string): string | undefined {
  return /^flathub:(?:.*\/)?([^/]+)$/.exec(name)?.[1];
}

/** Where a canonical package of a code host, or of Go there, lies: `github:pi-hole/docker-pi-hole`. */
export function repositoryIn(name: string): { readonly owner: string; readonly repository: string } | undefined {
  const [, goOwner, goRepository] = /^go:(?:github|gitlab)\.com\/([^/]+)\/([^/]+)/.exec(name) ?? [];
  if (goOwner !== undefined && goRepository !== undefined) return { owner: goOwner, repository: goRepository };
  const [, owner, repository] =
    /^(?:github|gitlab|codeberg|bitbucket):([^/]+)\/(?:.*\/)?(?:docker-)?([^/]+?)(?:\.git)?$/.exec(name) ?? [];
  if (owner === undefined || repository === undefined) return undefined;
  return { owner, repository: repository === "docker" ? owner : repository };
}

/** The container image that a canonical package is: `docker:grafana/grafana` → `grafana/grafana`. */
export function imageOfPackage(name: string): string | undefined {
  return /^(?:docker|oci):(.*)$/.exec(name)?.[1];
}

/** The group and the artifact of a canonical package of Maven: `maven:io.quarkus/quarkus-core`. */
export function mavenParts(name: string): { readonly group: string; readonly artifact: string } | undefined {
  const [, group, artifact] = /^maven:([^/]+)\/(.+)$/.exec(name) ?? [];
  return group === undefined || artifact === undefined ? undefined : { group, artifact };
}

/** A namespace of packages that one owner has. */
export interface PackageNamespace {
  readonly owner: string;
  /**
   * How the packages begin, one of which the owner's icon must list; empty if any package that it lists is enough,
   * undefined if it need not list any.
   */
  readonly prefix: string | undefined;
}

/**
 * The namespace of a canonical package: a scope of npm, a vendor of Composer, a prefix of NuGet, an owner of repositories
 * with packages of Go. Composer and NuGet let only its owner publish there; in npm, others may have a brand's name as
 * scope, but hardly repeat it in a package's name.
 *
 * @example namespaceIn("npm:@sentry/node") // { owner: "sentry", prefix: "npm:" }
 * @example namespaceIn("npm:@okta/okta-auth-js") // { owner: "okta", prefix: undefined }
 * @example namespaceIn("nuget:umbraco.cms") // { owner: "umbraco", prefix: "" }
 */
export function namespaceIn(name: string): PackageNamespace | undefined {
  const [, registry, owner, own] =
    /^(npm:@|composer:|nuget:|go:(?:github|gitlab)\.com\/)([^/.]+)(?:[/.](.+))?$/.exec(name) ?? [];
  if (registry === undefined || owner === undefined) return undefined;
  if (registry.startsWith("go:")) return { owner, prefix: `${registry}${owner}/` };
  if (registry !== "nuget:" && (own === owner || own?.startsWith(`${owner}-`))) return { owner, prefix: undefined };
  return { owner, prefix: registry === "npm:@" ? "npm:" : "" };
}

/**
 * The domain that a canonical module of Go is fetched from, which its owner has: `k8s.io`. Undefined for modules on code
 * hosts and on Google's host for modules of several programs.
 *
 * @example moduleDomain("go:go.mongodb.org/mongo-driver") // "mongodb.org"
 */
export function moduleDomain(name: string): string | undefined {
  const [, host] = /^go:(?:go\.)?([a-z0-9.-]+\.[a-z]+)(?:\/|$)/.exec(name) ?? [];
  return host === undefined || SHARED_HOSTS.has(host) ? undefined : host;
}

/** Hosts of modules of many owners or many programs. */
const SHARED_HOSTS: ReadonlySet<string> = new Set([
  "bitbucket.org",
  "codeberg.org",
  "gitea.com",
  "github.com",
  "gitlab.com",
  "google.golang.org",
  "gopkg.in",
  "sr.ht",
]);

/** The name in a package URL: percent-decoded, without the version. */
function decodeName(path: string): string {
  const version = path.indexOf("@", 1);
  const name = (version < 0 ? path : path.slice(0, version)).replace(/\/+$/, "");
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
