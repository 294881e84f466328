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
/** Labels of images that name their application or its vendor. Sources: the same; the labels of OpenShift. */
const TITLES: ReadonlySet<string> = new Set([
  "org.opencontainers.image.title",
  "org.opencontainers.image.vendor",
  "org.opencontainers.image.ref.name",
  "org.label-schema.name",
  "org.label-schema.vendor",
  "io.k8s.display-name",
]);

/** Hosts whose paths begin with an owner and a repository, with the type of their package URLs. */
const FORGES: ReadonlyMap<string, string> = new Map([
  ["github.com", "github"],
  ["gitlab.com", "gitlab"],
  ["codeberg.org", "codeberg"],
  ["bitbucket.org", "bitbucket"],
  ["gitea.com", "gitea"],
]);

/** Words at the end of a title that say which edition or version it is, or what it is. */
const EDITION =
  /,?\s+(?:(?:ce|community|ee|enterprise|oss|server)(?:\s+edition)?|(?:base\s+)?image|inc\.?|project|v?\d+(?:\.\d+)*|\([^()]*\))$/i;
/** The host of a repository as SSH has it: `git@github.com:owner/name`. */
const SSH = /^(?:ssh:\/\/)?git@([\w.-]+)[:/]/;

/** A title, and what is left without the words at its end. */
function withoutEditions(title: string): string[] {
  const names = [title];
  while (EDITION.test(names.at(-1)!)) names.push(names.at(-1)!.replace(EDITION, ""));
  return names;
}

/** What a label says about the application of an image. */
export type ImageLabel =
  | { /** Best first. */ readonly names: readonly string[] }
  | { /** Without its protocol. */ readonly url: string }
  | {
      /** A repository of source code as a package, such as `github:louislam/uptime-kuma`. */
      readonly package: string;
      /** The same, named like an image. */
      readonly image: ContainerImage;
    };

/**
 * What a label of a container image, `key=value`, says about its application: a name, a website, or a
 * repository of source code. Undefined for labels that say nothing.
 *
 * @example labelIn("org.opencontainers.image.source=https://github.com/louislam/uptime-kuma")
 */
export function labelIn(label: string): ImageLabel | undefined {
  const equals = label.indexOf("=");
  const [key, value] = [label.slice(0, equals).trim(), label.slice(equals + 1).trim()];
  if (TITLES.has(key)) return { names: withoutEditions(value) };
  const url = LINKS.has(key) ? parseUrl(value.replace(/^git\+/, "").replace(SSH, "https://$1/")) : undefined;
  if (url === undefined) return undefined;
  const forge = FORGES.get(url.hostname);
  const [owner, file] = url.pathname.toLowerCase().split("/").filter(Boolean);
  if (forge === undefined) return { url: `${url.hostname}${url.pathname}` };
  if (owner === undefined || file === undefined) return undefined;
  const path = `${owner}/${file.replace(/\.git$/, "")}`;
  const image = parseContainerImage(`${url.hostname}/${path}`);
  return image === undefined ? undefined : { package: `${forge}:${path}`, image };
}
