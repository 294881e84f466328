import { downloadZip } from "client-zip";
import type { IconDetail } from "../client/responses.js";
import { ATTRIBUTION_FILE } from "../format/credits.js";
import { type Api, ApiFailure } from "./api.js";
import { type AttributedIcon, attributionCsv } from "./attribution.js";
import { imageUrl } from "./drawings.js";
import { loadDrawing } from "./image-code.js";
import type { GridIcon } from "./saved-icons.js";
import { type SpriteDrawing, spriteOf } from "./sprite.js";
import { withImages } from "./view.js";

/** Maximum number of images loaded at the same time. */
const AT_ONCE = 4;
/** Number of attempts if the server is busy, and the wait between them. */
const ATTEMPTS = 10;
const RETRY_MS = 1000;
/** The date of all files, so that the same icons always produce the same archive. */
const DATE = new Date(1980, 0, 1);
/** Side of the PNG that replaces a missing drawing. */
const RASTER_SIDE = 512;

/** The form of the images in an archive. */
interface ImageForm {
  readonly extension: "svg" | "png";
  /** Side in pixels; undefined: that of the drawing. */
  readonly size: number | undefined;
}

/**
 * Saves the images of icons as one archive, with their credits. Costs an API request for each icon that has not been
 * opened.
 *
 * @param onOne called for each loaded image
 * @returns a note for the user about the archive, empty if there is none. @throws Error that names an icon that could
 * not be loaded
 */
export async function saveZip(
  api: Api,
  icons: readonly GridIcon[],
  { extension, size }: ImageForm,
  onOne: () => void,
): Promise<string> {
  let rasters = 0;
  const { attributed, note } = await loadCredits(api, icons);
  const files = await eachOf(icons, async ({ id, name }) => {
    const query = size === undefined ? "" : `?size=${size}`;
    let file = await load(`${imageUrl(id)}.${extension}${query}`);
    let ending: string = extension;
    if (file.status === 404 && extension === "svg") {
      file = await load(`${imageUrl(id)}.png?size=${RASTER_SIDE}`);
      ending = "png";
      rasters++;
    }
    if (!file.ok) throw new Error(`The image of ${name} can't be loaded.`);
    onOne();
    return { name: `${fileNameOf(id)}.${ending}`, lastModified: DATE, input: await file.arrayBuffer() };
  });
  const credits = { name: ATTRIBUTION_FILE, lastModified: DATE, input: attributionCsv(attributed) };
  save(await downloadZip([...files, credits]).blob(), "icons.zip");
  const drawn = rasters === 0 ? [] : [`${rasters} without a drawing ${rasters === 1 ? "is" : "are"} in it as PNG`];
  return [...drawn, ...note].join(". ");
}

/** Loads the credits of icons, until a request fails: the images don't depend on it. */
async function loadCredits(
  api: Api,
  icons: readonly GridIcon[],
): Promise<{ readonly attributed: readonly AttributedIcon[]; readonly note: readonly string[] }> {
  let failure: ApiFailure | undefined;
  const details = await eachOf(icons, async ({ id }): Promise<AttributedIcon | undefined> => {
    if (failure !== undefined) return undefined;
    try {
      const { data } = await api.get<IconDetail>(`icons/${encodeURIComponent(id)}`, withImages());
      return { ...data, id };
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      failure = error;
      return undefined;
    }
  });
  const attributed = details.filter((detail) => detail !== undefined);
  const missing = icons.length - attributed.length;
  return {
    attributed,
    note: failure === undefined ? [] : [`${ATTRIBUTION_FILE} lacks ${missing} of them: ${failure.message}`],
  };
}

/** Saves drawings as one SVG sprite, like `saveZip`. */
export async function saveSprite(icons: readonly GridIcon[], onOne: () => void): Promise<string> {
  const drawings = await eachOf(icons, async ({ id, name }): Promise<SpriteDrawing | undefined> => {
    const url = `${imageUrl(id)}.svg`;
    const { ok, status } = await load(url);
    if (!ok && status !== 404) throw new Error(`The image of ${name} can't be loaded.`);
    // Comes from the browser's cache.
    const drawing = ok ? await loadDrawing(url) : undefined;
    onOne();
    return drawing && { id, drawing };
  });
  const drawn = drawings.filter((drawing) => drawing !== undefined);
  if (drawn.length === 0) return "None of these icons has a drawing; download PNG instead";
  save(new Blob([spriteOf(drawn)], { type: "image/svg+xml" }), "icons.svg");
  const missing = icons.length - drawn.length;
  return missing === 0 ? "" : `${missing} without a drawing left out`;
}

/** Loads a file; retries while the server is busy. */
async function load(url: string): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url);
    if (response.status !== 503 || attempt === ATTEMPTS) return response;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

/** Runs tasks with limited concurrency. Results are in the order of the items. @throws the first error */
async function eachOf<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at]!);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}

function save(file: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Browsers may start reading it some time after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** An id may contain characters that file names must not. */
function fileNameOf(id: string): string {
  return encodeURIComponent(id).replaceAll("*", "%2A");
}
