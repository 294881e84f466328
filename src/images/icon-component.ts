import { creditsOf } from "../format/credits.js";
import type { IconRecord } from "../format/record.js";
import type { StoredImage } from "../format/stored-image.js";
import { componentCode, componentName } from "./component-code.js";
import type { Framework } from "./component-syntax.js";
import { composeDrawing, ownColor } from "./compose-drawing.js";
import { type ImageOptions, toImageRequest } from "./image-options.js";

/**
 * The code of an icon's component, with credits. A drawing in a single color has it as the default of a property.
 *
 * @param image with a drawing
 * @param look its options; format and size are ignored
 * @returns undefined if the framework can't show the drawing
 * @throws ImageOptionError; NotRecolorableError
 */
export function iconComponent(
  framework: Framework,
  record: IconRecord,
  image: StoredImage,
  look: ImageOptions = {},
): string | undefined {
  const request = toImageRequest({ ...look, format: "svg" });
  const color = image.recolorable
    ? (request.color ?? image.tint ?? ownColor(Buffer.from(image.file).toString()))
    : undefined;
  const text = composeDrawing(image, color === undefined ? request : { ...request, color: "currentColor" });
  const name = componentName(record.id, record.name);
  const { width, height } = image;
  return componentCode(framework, name, { text, width, height, color }, { credits: creditLines(record) });
}

/** Credits of an icon as the beginning of its file states them. */
function creditLines(record: IconRecord): string[] {
  const { attribution, license, licenseUrl, source } = creditsOf(record);
  return [
    record.name,
    `Attribution: ${attribution}`,
    ...(license === undefined ? [] : [`License: ${license}`]),
    ...(licenseUrl === undefined ? [] : [`License text: ${licenseUrl}`]),
    ...(source === undefined ? [] : [`Source: ${source}`]),
  ];
}
