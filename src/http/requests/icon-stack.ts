import type { Catalog } from "../../catalog/catalog.js";
import type { CooperativeTask } from "../../catalog/execution/cooperative-task.js";
import type { Static } from "../../format/json-schema.js";
import { monogram } from "../../images/monogram.js";
import { StackTooLargeError, stackImage } from "../../images/stack-image.js";
import type { StackLayout } from "../../images/stack-layout.js";
import { ApiError } from "../contract/error-codes.js";
import type { StackQuery } from "../contract/image-schemas.js";

/**
 * Draws icons in lines.
 *
 * @param ids also names @throws ApiError icon_not_found, image_too_expensive
 */
export function* iconStack(
  catalog: Catalog,
  ids: readonly string[],
  layout: StackLayout,
  { theme, fallback }: Pick<Static<typeof StackQuery>, "theme" | "fallback">,
): CooperativeTask<Buffer> {
  const items = ids.map((name): Buffer => {
    const id = idOf(catalog, name);
    const item = id === undefined ? undefined : catalog.storedImage(id, { theme });
    if (item !== undefined) return item;
    if (fallback === "monogram") return monogram(name);
    throw new ApiError("icon_not_found", `no icon with an image has the id or name ${JSON.stringify(name)}`, {
      param: "ids",
    });
  });
  try {
    return yield* stackImage(items, layout);
  } catch (error) {
    if (!(error instanceof StackTooLargeError)) throw error;
    throw new ApiError("image_too_expensive", `${error.message}; give fewer ids`, { param: "ids" });
  }
}

/** The icon with an id, a former id or a name. */
function idOf(catalog: Catalog, name: string): string | undefined {
  const ordinal = catalog.current(name) ?? catalog.resolve([{ kind: "name", value: name }])[0]?.ordinal;
  return ordinal === undefined ? undefined : catalog.item(ordinal).id;
}
