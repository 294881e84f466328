import type { Catalog } from "../../catalog/catalog.js";
import type { Static } from "../../format/json-schema.js";
import { monogram } from "../../images/monogram.js";
import { MAX_STACK_BYTES, StackTooLargeError } from "../../images/stack-layout.js";
import { ApiError } from "../contract/error-codes.js";
import type { StackQuery } from "../contract/image-schemas.js";

/**
 * The stored images of icons that are to be one image.
 *
 * @param ids also names
 * @throws ApiError icon_not_found, image_too_expensive
 */
export function stackedImages(
  catalog: Catalog,
  ids: readonly string[],
  { theme, fallback }: Pick<Static<typeof StackQuery>, "theme" | "fallback">,
): Buffer[] {
  let bytes = 0;
  return ids.map((name) => {
    const id = idOf(catalog, name);
    const item =
      (id === undefined ? undefined : catalog.storedImage(id, { theme })) ??
      (fallback === "monogram" ? monogram(name) : undefined);
    if (item === undefined)
      throw new ApiError("icon_not_found", `no icon with an image has the id or name ${JSON.stringify(name)}`, {
        param: "ids",
      });
    bytes += item.length;
    if (bytes > MAX_STACK_BYTES) throw tooLarge(new StackTooLargeError());
    return item;
  });
}

/** The response to a stack whose icons are too large together. */
export function tooLarge({ message }: StackTooLargeError): ApiError {
  return new ApiError("image_too_expensive", message, { param: "ids" });
}

/** The icon with an id, a former id or a name. */
function idOf(catalog: Catalog, name: string): string | undefined {
  const ordinal = catalog.current(name) ?? catalog.resolve([{ kind: "name", value: name }])[0]?.ordinal;
  return ordinal === undefined ? undefined : catalog.item(ordinal).id;
}
