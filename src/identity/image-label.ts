import { parseUrl } from "../platform/parse-url.js";
import { type ContainerImage, parseContainerImage } from "./container-image.js";

/** Labels of images that link to their source or website. Source: the image specification of OCI; label-schema.org. */
const LINKS: ReadonlySet<string> = new Set([
  "org.opencontainers.image.source",
  "org.opencontainers.image.url",
  "org.opencontainers.image.documentation",
  "org.label-schema.vcs-url",
  "org.label-schema.url",
]);
/** Labels of images that name their application. Source: the same. */
const TITLES: ReadonlySet<string> = new Set(["org.opencontainers.image.title", "org.label-schema.name"]);

/** Hosts whose paths begin with an owner and a repository, with the type of their package URLs. */
const FORGES: ReadonlyMap<string, string> = new Map([
  ["github.com", "github"],
  ["gitlab.com", "gitlab"],
  ["codeberg.org", "codeberg"],
  ["bitbucket.org", "bitbucket"],
  ["gitea.com", "gitea"],
]);

/** Words at the end of a title that say which edition it is. */
const EDITION = /\s+(?:ce|community|ee|enterprise|oss|server)(?:\s+edition)?$/i;
/** The host of a repository as SSH has it: `git@github.com:owner/name`. */
const SSH = /^(?:ssh:\/\/)?git@([\w.-]+)[:/]/;

/** What a label says about the application of an image. */
export type ImageLabel =
  | { /** Best first. */ readonly names: readonly string[] }
  | { readonly domain: string }
  | {
      /** A repository of source code as a package, such as `github:louislam/uptime-kuma`. */
      readonly package: string;
      /** The same, named like an image. */
      readonly image: ContainerImage;
    };

/**
 * What a label of a container image, `key=value`, says about its application: a name, the domain of a website, or a
 * repository of source code. Undefined for labels that say nothing.
 *
 * @example labelIn("org.opencontainers.image.source=https://github.com/louislam/uptime-kuma")
 */
export function labelIn(label: string): ImageLabel | undefined {
  const equals = label.indexOf("=");
  const [key, value] = [label.slice(0, equals).trim(), label.slice(equals + 1).trim()];
  if (TITLES.has(key)) return { names: [value, value.replace(EDITION, "")] };
  const url = LINKS.has(key) ? parseUrl(value.replace(/^git\+/, "").replace(SSH, "https://$1/")) : undefined;
  if (url === undefined) return undefined;
  const forge = FORGES.get(url.hostname);
  const [owner, file] = url.pathname.toLowerCase().split("/").filter(Boolean);
  if (forge === undefined) return { domain: url.hostname };
  if (owner === undefined || file === undefined) return undefined;
  const path = `${owner}/${file.replace(/\.git$/, "")}`;
  const image = parseContainerImage(`${url.hostname}/${path}`);
  return image === undefined ? undefined : { package: `${forge}:${path}`, image };
}
