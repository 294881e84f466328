import { downloadZip } from "client-zip";
import type { IconItem, IconList } from "../client/responses.js";
import { ATTRIBUTION_FILE } from "../format/credits.js";
import { componentName } from "../images/component-code.js";
import { type Api, ApiFailure } from "./api.js";
import { attributionCsv } from "./attribution.js";
import { imageAddress } from "./drawings.js";
import { codeOf, type Drawing, loadDrawing } from "./image-code.js";
import type { GridIcon } from "./saved-icons.js";
import { spriteOf } from "./sprite.js";
import { fittingIds } from "./view.js";

/** Maximum number of images loaded at the same time. */
const AT_ONCE = 4;
/** Number of attempts if the server is busy, and the wait between them. */
const ATTEMPTS = 10;
const RETRY_MS = 1000;
/** The date of all files, so that the same icons always produce the same archive. */
const DATE = new Date(1980, 0, 1);
/** Side of the PNG that replaces a missing drawing. */
const RASTER_SIDE = 512;
/** Icons whose credits one request loads; the plan may allow fewer. */
const PAGE = "100";

/** What an archive contains: images, sides in pixels if not those of the drawings, or code made from drawings. */
export type ArchiveForm =
  | { readonly extension: "svg" | "png" | "webp" | "ico"; readonly size?: number }
  | { readonly code: "sprite" | "components" };

interface ArchiveFile {
  readonly name: string;
  readonly input: string | ArrayBuffer;
}

/** Files, and notes for the user about them. */
interface Contents {
  readonly files: readonly ArchiveFile[];
  readonly notes: readonly string[];
}

/**
 * Saves icons as one archive with their credits, which cost an API request for each page of a list of them.
 *
 * @param onOne called for each loaded image
 * @returns a note for the user about the archive, empty if there is none. @throws Error that names an icon that could
 * not be loaded
 */
export async function saveArchive(
  api: Api,
  icons: readonly GridIcon[],
  form: ArchiveForm,
  onOne: () => void,
): Promise<string> {
  const { files, notes } = "code" in form ? await codeFiles(icons, form.code, onOne) : await images(icons, form, onOne);
  if (files.length === 0) return "None of these icons has a drawing; download PNG instead";
  const credits = await loadCredits(api, icons);
  const all = [...files, ...credits.files].map((file) => ({ ...file, lastModified: DATE }));
  save(await downloadZip(all).blob(), "icons.zip");
  return [...notes, ...credits.notes].join(". ");
}

async function images(
  icons: readonly GridIcon[],
  { extension, size }: Extract<ArchiveForm, { readonly extension: string }>,
  onOne: () => void,
): Promise<Contents> {
  let rasters = 0;
  const files = await eachOf(icons, async ({ id, name }): Promise<ArchiveFile> => {
    let file = await load(imageAddress(id, `.${extension}`, { size }));
    let ending: string = extension;
    if (file.status === 404 && extension === "svg") {
      file = await load(imageAddress(id, ".png", { size: RASTER_SIDE }));
      ending = "png";
      rasters++;
    }
    if (!file.ok) throw new Error(`The image of ${name} can't be loaded.`);
    onOne();
    return { name: `${fileNameOf(id)}.${ending}`, input: await file.arrayBuffer() };
  });
  const notes = rasters === 0 ? [] : [`${rasters} without a drawing ${rasters === 1 ? "is" : "are"} in it as PNG`];
  return { files, notes };
}

async function codeFiles(
  icons: readonly GridIcon[],
  code: "sprite" | "components",
  onOne: () => void,
): Promise<Contents> {
  const drawings = await eachOf(
    icons,
    async (icon): Promise<(GridIcon & { readonly drawing: Drawing }) | undefined> => {
      const url = imageAddress(icon.id, ".svg", {});
      const { ok, status } = await load(url);
      if (!ok && status !== 404) throw new Error(`The image of ${icon.name} can't be loaded.`);
      // Comes from the browser's cache.
      const drawing = ok ? await loadDrawing(url) : undefined;
      onOne();
      return drawing && { ...icon, drawing };
    },
  );
  const drawn = drawings.filter((drawing) => drawing !== undefined);
  const missing = icons.length - drawn.length;
  const notes = missing === 0 ? [] : [`${missing} without a drawing left out`];
  if (drawn.length === 0) return { files: [], notes };
  if (code === "sprite") return { files: [{ name: "icons.svg", input: spriteOf(drawn) }], notes };
  const components = new Map<string, string>();
  for (const { id, name, drawing } of drawn) {
    const wanted = componentName(id, name);
    let component = wanted;
    for (let number = 2; components.has(component); number++) component = `${wanted}${number}`;
    const text = codeOf("tsx", { id, name, url: "" }, drawing);
    components.set(component, component === wanted ? text : text.replaceAll(`${wanted}`, component));
  }
  const index = [...components.keys()].map((component) => `export { ${component} } from "./${component}";\n`);
  const files = [...components].map(([component, input]) => ({ name: `${component}.tsx`, input }));
  return { files: [...files, { name: "index.ts", input: index.sort().join("") }], notes };
}

/** Loads the credits of icons, until a request fails: the images don't depend on it. */
async function loadCredits(api: Api, icons: readonly GridIcon[]): Promise<Contents> {
  const items = new Map<string, IconItem>();
  let failure: ApiFailure | undefined;
  try {
    for (let rest = icons.map(({ id }) => id); rest.length > 0; ) {
      const ids = fittingIds(rest);
      rest = rest.slice(ids.length);
      for (let page = 1, pages = 1; page <= pages; page++) {
        const params = new URLSearchParams({ ids: ids.join(), credits: "true", page: `${page}`, limit: PAGE });
        const { data, totalPages } = await api.get<IconList>("icons", params);
        for (const item of data) items.set(item.id, item);
        pages = totalPages;
      }
    }
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    failure = error;
  }
  const known = icons.flatMap(({ id }) => items.get(id) ?? []);
  const missing = icons.length - known.length;
  const notes =
    missing === 0 ? [] : [`${ATTRIBUTION_FILE} lacks ${missing} of them: ${failure?.message ?? "unknown icons."}`];
  return { files: [{ name: ATTRIBUTION_FILE, input: attributionCsv(known) }], notes };
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
