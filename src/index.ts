/**
 * The library: query a generation directly, or build the service around it.
 *
 * const catalog = openCatalog("artifacts");
 * catalog.list({ q: "spotify" }).total;
 */

export { createKey, KeyFileError, readKeyFile, revokeKey, rotateKey } from "./access/key-file.js";
export { type KeyRing, KeysUnavailableError } from "./access/key-ring.js";
export { type KeyRingOptions, openKeyRing } from "./access/open-key-ring.js";
export { DEFAULT_PLANS, type Plan } from "./access/plan.js";
export type { Allowance, Quota, Subject } from "./access/quota.js";
export { openRedisQuota, type RedisQuotaOptions } from "./access/redis-quota.js";
export { openUsageFile, type UsageFile, UsageFileError, type UsageFileOptions } from "./access/usage-file.js";
export type { Usage } from "./access/usage-tables.js";
export { countInMemory } from "./access/usage-tables.js";
export {
  type Catalog,
  type CatalogImageOptions,
  openCatalog,
  type Page,
} from "./catalog/catalog.js";
export { detailOf, type IconDetail, type IconVariant } from "./catalog/detail-text.js";
export type { ExplainedWord, Explanation } from "./catalog/explain.js";
export {
  IconNotFoundError,
  IconRemovedError,
  IconRenamedError,
  PaletteUnavailableError,
  PhashUnavailableError,
  QueryTooExpensiveError,
  VariantNotFoundError,
  VectorUnavailableError,
} from "./catalog/generation/catalog-errors.js";
export type { Highlight } from "./catalog/highlight.js";
export type { ListRequest } from "./catalog/list-request.js";
export { followCatalog, type LiveCatalog } from "./catalog/live.js";
export type { Similar, SimilarIcon } from "./catalog/similar/find-similar.js";
export type { SimilarRequest, Variant } from "./catalog/similar/similar-request.js";
export type { ImageChoice } from "./catalog/variants.js";
export { FormatError } from "./format/format-error.js";
export type { IconRecord } from "./format/record.js";
export type { StoredVariant } from "./format/variants.js";
export type { ObservedResponse, Observer } from "./http/log/observer.js";
export type { AnonymousTier } from "./http/requests/caller.js";
export { createServer, type ServerOptions } from "./http/server/server.js";
export { DEFAULT_LIMITS, type RequestLimits } from "./http/transport/limits.js";
export type { Theme } from "./images/bare-tint.js";
export { NotRecolorableError } from "./images/compose-drawing.js";
export { type ImageFormat, ImageOptionError, type ImageOptions } from "./images/image-options.js";
export { NoDrawingError } from "./images/image-service.js";
export { RenderError, RendererUnavailableError } from "./images/render-errors.js";
