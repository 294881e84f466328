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

/** Transports before a reference, and a URL of a registry. */
const TRANSPORT = /^(?:(?:docker|oci|https?):\/\/|docker-(?:daemon|archive):)/i;

/**
 * The image that a text names as people have it, with a transport or in upper case; undefined if it names none.
 *
 * @example imageIn("docker://GHCR.io/linuxserver/Plex:latest") // { registry: "ghcr.io", repository: "linuxserver/plex" }
 */
export function imageIn(text: string): ContainerImage | undefined {
  const reference = text.trim().replace(TRANSPORT, "").replace(/\/+$/, "");
  const tag = reference.search(/(?::[^/]*|@.*)$/);
  const path = tag < 0 ? reference : reference.slice(0, tag);
  return parseContainerImage(path.toLowerCase() + reference.slice(path.length));
}

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

/** Where Docker publishes the official images, also by processor. */
const OFFICIAL_NAMESPACES: ReadonlySet<string> = new Set(
  `
    library amd64 arm32v5 arm32v6 arm32v7 arm64v8 i386 mips64le ppc64le riscv64 s390x
  `
    .trim()
    .split(/\s+/),
);
/** The official images, also former ones. Other names without a namespace are those of images that somebody has built. Source: docker-library/official-images. */
const OFFICIAL: ReadonlySet<string> = new Set(
  `
    adminer aerospike almalinux alpine alt amazoncorretto amazonlinux api-firewall arangodb archlinux azul-zulu
    backdrop bash bonita buildpack-deps busybox caddy cassandra centos chronograf cirros clearlinux clefos
    clickhouse clojure composer consul convertigo couchbase couchdb crate dart debian docker drupal
    eclipse-mosquitto eclipse-temurin eggdrop elasticsearch elixir emqx erlang espocrm fedora flink fluentd
    friendica gazebo gcc geonetwork ghost golang gradle groovy haproxy haskell haxe hello-world hitch httpd
    hylang ibm-semeru-runtimes ibmjava influxdb irssi jetty joomla jruby julia kapacitor kibana kong krakend
    lightstreamer liquibase logstash mageia mariadb matomo maven mediawiki memcached mongo mongo-express monica
    mono mysql nats neo4j neurodebian nextcloud nginx nim node notary odoo open-liberty openjdk oraclelinux
    orientdb percona perl photon php php-zendserver phpmyadmin plone postfixadmin postgres pypy python r-base
    rabbitmq rakudo-star redis redmine registry rethinkdb rocket.chat rockylinux ros ruby rust sapmachine
    satosa silverpeas solr sonarqube spark spiped storm swift swipl teamspeak telegraf thrift tomcat tomee
    traefik ubuntu unit valkey varnish vault websphere-liberty wordpress xwiki yourls znc zookeeper
  `
    .trim()
    .split(/\s+/),
);
/** Namespaces that package the software of others under its own names. Source: their documentation. */
const REPACKAGERS: ReadonlySet<string> = new Set(
  `
    binhex bitnami bitnamicharts bitnamilegacy bitnamisecure chainguard cimg circleci crazymax home-operations
    hotio jlesage k8s-at-home linuxserver lscr onedr0p sclorg truecharts 11notes
  `
    .trim()
    .split(/\s+/),
);
/** Prefixes of names that repackagers add. */
const REPACKAGED = /^(?:arch|docker|rpi)-/;
/** Words at the end of an image's name that say which part or edition of the application it is. */
const PARTS =
  /-(?:server|web|app|api|ui|ce|ee|oss|core|cli|client|docker|image|container|frontend|backend|community|enterprise|standalone|aio|service|worker|runtime)$/;

/**
 * Who publishes an image. `official` and `repackager` name images after the application; anybody else, in a namespace or
 * without one, may use its name.
 */
export function publisherOf({ registry, repository }: ContainerImage): "official" | "repackager" | "other" {
  const [name = "", namespace = ""] = repository.split("/").reverse();
  const isOfficial = namespace === "library" || (registry === DEFAULT_REGISTRY && OFFICIAL_NAMESPACES.has(namespace));
  if (isOfficial && OFFICIAL.has(name)) return "official";
  return REPACKAGERS.has(namespace) ? "repackager" : "other";
}

/**
 * The names by which the application of an image may be known, best first: the image's name, without the words for a part
 * or an edition; and the namespace if the name begins with it, as in `portainer/portainer-ce`.
 */
export function namesOfImage(image: ContainerImage): string[] {
  const publisher = publisherOf(image);
  const [name = "", namespace = ""] = image.repository.split("/").reverse();
  if (publisher === "official") return [name];
  const names = [publisher === "repackager" ? name.replace(REPACKAGED, "") : name];
  while (PARTS.test(names.at(-1)!)) names.push(names.at(-1)!.replace(PARTS, ""));
  return [...new Set([...names, ...namesInNamespace(name, namespace).slice(1)])];
}

/**
 * The names by which something in a vendor's namespace may be known: its own, and that of the vendor if it begins with
 * it, as `nginx-unprivileged` of `nginxinc`.
 */
export function namesInNamespace(name: string, namespace: string): string[] {
  return [name, ...vendorsOf(namespace).filter((vendor) => vendor !== "" && name.startsWith(`${vendor}-`))];
}

/** Words around the name of a vendor in its namespace, as in `immich-app` and `getsentry`. */
const AFFIXES =
  /^(?:get|the|team)(?=.{3})|(?<=.{3})(?:apps?|hq|inc|io|org|team|labs?|project|dev|developers?|oss|software|foundation|community|docker|official|ai|com|cloud|group|hub|net|js|tech)$/;

/**
 * The names that the vendor of a namespace may have, in lower-case letters and digits.
 *
 * @example vendorsOf("immich-app") // ["immichapp", "immich"]
 */
export function vendorsOf(namespace: string): string[] {
  const names = [namespace.replaceAll(/[^a-z0-9]/g, "")];
  while (AFFIXES.test(names.at(-1)!)) names.push(names.at(-1)!.replace(AFFIXES, ""));
  return names;
}
