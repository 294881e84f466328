/**
 * The typed client, for browsers, workers, Node.js and other runtimes with `fetch`.
 *
 *     const client = createClient({ baseUrl: "https://icons.example.com", apiKey });
 *     const { data } = await client.icons({ q: "spotify" });
 */

export {
  type CallOptions,
  type Client,
  createClient,
  type IconsParameters,
  type Identity,
  type ImageUrlOptions,
  type ResolveOptions,
  type SimilarParameters,
} from "./client.js";
export { IconApiError, type IconApiErrorCode, type Removal } from "./icon-api-error.js";
export type { ClientOptions, RetryOptions } from "./options.js";
export type { RateLimit } from "./rate-limit.js";
export type {
  CategoryList,
  ChangeList,
  Icon,
  IconChange,
  IconDetail,
  IconItem,
  IconList,
  LabelCount,
  Meta,
  ResolvedIdentity,
  ResolvedList,
  SearchMeta,
  SimilarIcon,
  SimilarList,
  Version,
} from "./responses.js";
