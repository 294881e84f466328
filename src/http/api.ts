import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifyRequest,
  FastifyTypeProvider,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from "fastify";
import type { Catalog } from "../catalog/catalog.js";
import type { Static } from "../format/json-schema.js";

import type { ResponseWriter } from "./responses/response-writer.js";

/** Types from plain JSON schemas. */
interface SchemaTypes extends FastifyTypeProvider {
  validator: Static<this["schema"]>;
}

/** An app whose handlers get their types from the route schemas. */
export type TypedApp = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  SchemaTypes
>;

/** Dependencies of every route. */
export interface Service {
  readonly app: TypedApp;
  /** The catalog to serve from; call once per request. @throws ApiError unavailable before the first one is loaded */
  catalog(): Catalog;
}

/** Dependencies of the API operations. */
export interface Api extends Service {
  /** The public origin of a request. */
  originOf(request: FastifyRequest): string;
  readonly writer: ResponseWriter;
}
