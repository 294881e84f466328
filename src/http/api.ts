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
import type { AnswerWriter } from "./answer.js";
import type { Static } from "./schemas.js";

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

/** What every route has. */
export interface Service {
  readonly app: TypedApp;
  /** The catalog that serves now; take it once per request. @throws ApiError unavailable before the first is loaded */
  catalog(): Catalog;
}

/** What the four operations have. */
export interface Api extends Service {
  /** The public origin under which this request reached us. */
  originOf(request: FastifyRequest): string;
  readonly answers: AnswerWriter;
}
