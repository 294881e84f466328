/** A container image without tag and digest. */
export interface ContainerImage {
  readonly registry: string;
  /** Namespace and name, such as `library/postgres`. */
  readonly repository: string;
}

const DEFAULT_REGISTRY = "docker.io";
/** Other names of the default registry. */
const SAME_REGISTRY: ReadonlySet<string> = new Set([
  "index.docker.io",
  "registry-1.docker.io",
  "registry.hub.docker.com",
]);
const MAX_REPOSITORY = 255;

const HOST = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*(?::[0-9]{1,5})?$/i;
const COMPONENT = /^[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*$/;
const TAG = /^[\w][\w.-]{0,127}$/;
const DIGEST = /^[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}$/;

/**
 * Parses a reference to a container image, such as `postgres:16-alpine` or `ghcr.io/linuxserver/plex@sha256:…`.
 * Undefined if it is not one. Source: the grammar of distribution/reference.
 */
export function parseContainerImage(text: string): ContainerImage | undefined {
  const at = text.indexOf("@");
  if (at >= 0 && !DIGEST.test(text.slice(at + 1))) return undefined;
  const tagged = at < 0 ? text : text.slice(0, at);
  const colon = tagged.indexOf(":", tagged.lastIndexOf("/") + 1);
  if (colon >= 0 && !TAG.test(tagged.slice(colon + 1))) return undefined;
  const components = (colon < 0 ? tagged : tagged.slice(0, colon)).split("/");
  const [first = ""] = components;
  const hasRegistry = components.length > 1 && (/[.:]/.test(first) || first === "localhost");
  if (hasRegistry && !HOST.test(first)) return undefined;
  const path = hasRegistry ? components.slice(1) : components;
  if (!path.every((component) => COMPONENT.test(component))) return undefined;
  const host = hasRegistry ? first.toLowerCase() : DEFAULT_REGISTRY;
  const registry = SAME_REGISTRY.has(host) ? DEFAULT_REGISTRY : host;
  const repository = registry === DEFAULT_REGISTRY && path.length === 1 ? `library/${path[0]}` : path.join("/");
  return repository.length > MAX_REPOSITORY ? undefined : { registry, repository };
}

/**
 * The names by which the application of an image may be known, best first: the image's name; and the namespace if the
 * name begins with it, as in `portainer/portainer-ce`.
 */
export function namesOfImage({ repository }: ContainerImage): string[] {
  const components = repository.split("/");
  const name = components.at(-1)!;
  const namespace = components.at(-2);
  const isEdition = namespace !== undefined && name.startsWith(`${namespace}-`);
  return isEdition ? [name, namespace] : [name];
}
