import { decodePart } from "./query-string.js";

/**
 * The target of a request with the current id of a renamed icon, as a reference relative to the request's own: in the
 * last segment of the path, before an extension, or in the parameter `id`.
 */
export function renamedTarget(
  url: string,
  { id, currentId }: { readonly id: string; readonly currentId: string },
): string {
  const end = url.indexOf("?");
  const path = end < 0 ? url : url.slice(0, end);
  const query = end < 0 ? "" : url.slice(end);
  const segment = decodePart(path.slice(path.lastIndexOf("/") + 1).replaceAll("+", "%2B"));
  if (segment === id || segment.startsWith(`${id}.`))
    return `./${encodeURIComponent(currentId)}${encodeURIComponent(segment.slice(id.length))}${query}`;
  return query.replace(/(?<=[?&]id=)[^&]*/g, encodeURIComponent(currentId));
}
