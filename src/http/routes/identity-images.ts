import type { FastifyReply, FastifyRequest } from "fastify";
import type { Catalog } from "../../catalog/catalog.js";
import { IDENTITY_KINDS, type Identity } from "../../catalog/identity-kinds.js";
import type { Static } from "../../format/json-schema.js";
import { imageIn } from "../../identity/container-image.js";
import { domainIn, parentDomains } from "../../identity/domain.js";
import type { ImageFormat } from "../../images/image-options.js";
import { monogram } from "../../images/monogram.js";
import { listWords } from "../../text/list-words.js";
import type { Service } from "../api.js";
import { ApiError } from "../contract/error-codes.js";
import { IDENTITY_IMAGE_REFUSALS, IdentityImageQuery, IMAGE_RESPONSES, ImageQuery } from "../contract/image-schemas.js";
import { type PlacedLayout, pathsOf } from "../contract/layouts.js";
import { READING } from "../contract/methods.js";
import { DomainParams } from "../contract/request-schemas.js";
import { withRequest } from "../reference/example-requests.js";
import { refusals } from "../reference/responses.js";
import { fallbackOf, type ImageFallback } from "../requests/image-fallback.js";
import { checkRendering, choiceOf, isUsual, type RenderRules, wantedImageOf } from "../requests/image-query.js";
import type { RawQuery } from "../requests/query-string.js";
import { type FoundImage, type ImageSender, sendAgain, sendImage } from "../responses/send-image.js";

export const IDENTITY_IMAGE_PATH = "/images";
export const LOGO_PATH = "/logos/:domain";

/** Formats of responses if a request names none: that of `/images/:id`, and that of Clearbit's logos. */
const USUAL_FORMAT = "webp";
const LOGO_FORMAT = "png";

const DESCRIPTION = `Returns the image of the icon that an identity belongs to, in any form, as \`/images/{id}\` does, by the rules of
\`/api/v1/resolve\`. Give one of \`domain\`, \`container\`, \`bundle\`, \`package\`, \`label\` and \`name\`.

It doesn't count against the quota and needs no key, unless the server requires one for forms other than the default WebP and SVG. An identity
without an icon is a 404 or, with \`fallback\`, an image with its initial or a redirect.`;

const LOGO_DESCRIPTION = `Returns the logo of a domain: the image that \`/images?domain=\` returns, as a PNG unless \`format\` names another format. For
programs made for Clearbit's logo API, whose parameters \`size\`, \`format\` and \`greyscale\` mean the same here. A server that requires keys for rendering requires one for PNGs.`;

interface ResponderOptions extends Pick<Service, "catalog">, RenderRules, ImageSender {
  /** Origins to which `fallback` may redirect. */
  readonly fallbackOrigins: readonly string[];
}

interface IdentityImagesOptions extends Service, ResponderOptions {
  /** Other services under whose paths logos are served, too. */
  readonly layouts: readonly PlacedLayout[];
  /** Whether unknown domains have a monogram there. */
  readonly hasMonograms: boolean;
}

/** Responds to requests for images of identities. */
interface Responder {
  /** Runs before validation, which replaces the query by parsed parameters. @throws ApiError if nobody may request it */
  admit(request: FastifyRequest, reply: FastifyReply, done: () => void): void;
  /** @throws ApiError */
  respond(
    request: FastifyRequest,
    reply: FastifyReply,
    identity: Identity,
    query: Static<typeof ImageQuery>,
  ): Promise<FastifyReply> | undefined;
}

/**
 * GET /images?domain= and GET /logos/:domain: the image of the icon that an identity belongs to. Does not count against
 * the quota; `render` decides which forms need a key.
 */
export function routeIdentityImages({ app, layouts, hasMonograms, ...options }: IdentityImagesOptions): void {
  const images = createResponder(USUAL_FORMAT, options);
  app.route({
    method: READING,
    url: IDENTITY_IMAGE_PATH,
    onRequest: images.admit,
    schema: {
      operationId: "getImageOfIdentity",
      summary: "Get the image of an identity",
      description: withRequest(DESCRIPTION, "/images?container=postgres:16-alpine&size=64", "--output postgres.webp "),
      tags: ["service"],
      security: [],
      querystring: IdentityImageQuery,
      response: {
        ...IMAGE_RESPONSES,
        ...refusals(...IDENTITY_IMAGE_REFUSALS, "missing_parameter", "conflicting_parameters"),
      },
    },
    handler: (request, reply) => images.respond(request, reply, identityOf(request.query), request.query),
  });
  const logos = createResponder(LOGO_FORMAT, options);
  const logo = {
    operationId: "getLogo",
    summary: "Get the logo of a domain",
    description: withRequest(LOGO_DESCRIPTION, "/logos/spotify.com?size=200", "--output spotify.png "),
    tags: ["service"],
    security: [],
    params: DomainParams,
    querystring: ImageQuery,
    response: { ...IMAGE_RESPONSES, ...refusals(...IDENTITY_IMAGE_REFUSALS) },
  };
  for (const url of [LOGO_PATH, ...layouts.flatMap(pathsOf)]) {
    const usual = url !== LOGO_PATH && hasMonograms ? "monogram" : undefined;
    app.route({
      method: READING,
      url,
      onRequest: logos.admit,
      schema: url === LOGO_PATH ? logo : { ...logo, hide: true },
      handler(request, reply) {
        const { fallback = usual, ...query } = request.query;
        const wanted = fallback === undefined ? query : { ...query, fallback };
        return logos.respond(request, reply, { kind: "domain", value: request.params.domain }, wanted);
      },
    });
  }
}

/** @param usual the format of a response if a request names none */
function createResponder(usual: ImageFormat, { catalog, fallbackOrigins, ...sender }: ResponderOptions): Responder {
  return {
    admit(request, reply, done) {
      if (!isUsual(withoutIdentity(request.query as RawQuery), usual)) checkRendering(request, sender);
      if (!sendAgain(sender, request, reply, catalog().generation)) done();
    },
    respond(request, reply, identity, query) {
      const { fallback: given, ...choice } = query;
      const fallback = fallbackOf(given, fallbackOrigins);
      const found = find(catalog(), identity, choice, fallback);
      if ("location" in found) {
        sender.writer.redirect(request, reply, found.location);
        return undefined;
      }
      return sendImage(sender, request, reply, found, wantedImageOf(request, query, found.id, usual));
    },
  };
}

/** @throws ApiError missing_parameter, conflicting_parameters */
function identityOf(query: Static<typeof IdentityImageQuery>): Identity {
  const [kind, other] = IDENTITY_KINDS.filter((known) => query[known] !== undefined);
  if (kind === undefined) throw new ApiError("missing_parameter", `give one of ${listWords(IDENTITY_KINDS)}`);
  if (other !== undefined)
    throw new ApiError("conflicting_parameters", `an image has one identity: omit ${kind} or ${other}`, {
      param: other,
    });
  return { kind, value: query[kind]! };
}

/** @throws ApiError icon_not_found; VariantNotFoundError */
function find(
  catalog: Catalog,
  identity: Identity,
  query: Omit<Static<typeof ImageQuery>, "fallback">,
  fallback: ImageFallback,
): FoundImage | Exclude<ImageFallback, string> {
  const { generation } = catalog;
  const { variant, theme } = choiceOf(query);
  const { kind, value } = identity;
  const [resolved] = catalog.resolve([identity]);
  const id = resolved?.ordinal === undefined ? undefined : catalog.record(resolved.ordinal).id;
  const item = id === undefined ? undefined : catalog.storedImage(id, { variant, theme });
  if (id !== undefined && item !== undefined) return { generation, id, which: `${variant ?? ""} ${theme ?? ""}`, item };
  if (typeof fallback === "object") return fallback;
  const name = id === undefined ? shortNameOf(identity) : catalog.get(id).name;
  if (fallback === "monogram") return { generation, id: name, which: "monogram", item: monogram(name) };
  throw new ApiError(
    "icon_not_found",
    id === undefined
      ? `no icon belongs to the ${kind} ${JSON.stringify(value)} (${resolved!.reason})`
      : `the icon ${JSON.stringify(id)} has no image`,
  );
}

/** What people call an identity: `spotify` for `https://open.spotify.com/`, `plex` for `ghcr.io/linuxserver/plex:1`. */
function shortNameOf({ kind, value }: Identity): string {
  switch (kind) {
    case "domain": {
      const found = domainIn(value);
      return "reason" in found ? value : [found.domain, ...parentDomains(found.domain)].at(-1)!.split(".")[0]!;
    }
    case "container":
      return imageIn(value)?.repository.split("/").at(-1) ?? value;
    case "bundle":
      return value.split(".").at(-1)!;
    case "package":
      return value
        .replace(/^[^:]*:/, "")
        .replace(/(?<=.)@.*$/, "")
        .split("/")
        .at(-1)!;
    case "label":
      return value.slice(value.indexOf("=") + 1);
    case "name":
      return value;
  }
}

/** A query without the identity, which does not change how an image is drawn. */
function withoutIdentity(query: RawQuery): RawQuery {
  return query.filter((_, at) => !(IDENTITY_KINDS as readonly string[]).includes(query[at - (at % 2)]!));
}
