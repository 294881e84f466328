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
/** Hosts whose paths begin with an owner and a repository. */
const FORGES: ReadonlySet<string> = new Set(["github.com", "gitlab.com", "codeberg.org", "bitbucket.org", "gitea.com"]);

/**
 * What a label of a container image, `key=value`, says about its application: the domain of a website, or a repository
 * of source code, which is named like an image. Undefined for labels that say nothing.
 *
 * @example sourceIn("org.opencontainers.image.source=https://github.com/louislam/uptime-kuma")
 */
export function sourceIn(label: string): { readonly domain: string } | ContainerImage | undefined {
  const equals = label.indexOf("=");
  if (!LINKS.has(label.slice(0, equals).trim())) return undefined;
  const url = parseUrl(
    label
      .slice(equals + 1)
      .trim()
      .replace(/^git\+/, ""),
  );
  if (url === undefined) return undefined;
  if (!FORGES.has(url.hostname)) return { domain: url.hostname };
  const [owner, name = ""] = url.pathname.split("/").filter(Boolean);
  return parseContainerImage(`${url.hostname}/${owner}/${name.replace(/\.git$/, "")}`.toLowerCase());
}
