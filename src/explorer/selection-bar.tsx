import { downloadZip } from "client-zip";
import { useState } from "preact/hooks";
import type { IconItem } from "../client/answers.js";
import { imageUrl } from "./icon-image.js";
import { loadDrawing } from "./image-code.js";
import { recall, remember } from "./preferences.js";
import { MAX_SELECTED, type Selection } from "./selection.js";
import { type SpriteDrawing, spriteOf } from "./sprite.js";

/** Downloads of the selected icons; numbers are sides in pixels. */
const DOWNLOADS = {
  svg: { label: "ZIP of SVG", extension: "svg", size: undefined },
  ...Object.fromEntries(
    [64, 128, 256, 512].map((size) => [`png${size}`, { label: `ZIP of PNG, ${size} px`, extension: "png", size }]),
  ),
  sprite: { label: "SVG sprite", extension: "svg", size: undefined },
} as const satisfies Record<string, { label: string; extension: "svg" | "png"; size: number | undefined }>;

type Form = keyof typeof DOWNLOADS;

/** Maximum number of images loaded at the same time. */
const AT_ONCE = 4;
/** Number of attempts if the server is busy, and the wait between them. */
const ATTEMPTS = 10;
const RETRY_MS = 1000;
/** The date of all files, so that the same icons always produce the same archive. */
const DATE = new Date(1980, 0, 1);
/** Side of the PNG that replaces a missing drawing. */
const RASTER_SIDE = 512;

/** The number of selected icons, and their download as one file. */
export function SelectionBar({ selection }: { readonly selection: Selection }) {
  const { icons } = selection;
  const [form, setForm] = useState<Form>(recallForm);
  const [done, setDone] = useState<number | undefined>(undefined);
  const [message, setMessage] = useState("");
  const count = icons.length;

  const download = async (): Promise<void> => {
    setMessage("");
    setDone(0);
    try {
      const onOne = (): void => setDone((before = 0) => before + 1);
      setMessage(form === "sprite" ? await saveSprite(icons, onOne) : await saveZip(icons, form, onOne));
    } catch (error) {
      setMessage((error as Error).message);
    }
    setDone(undefined);
  };
  return (
    <section class="selection-bar" aria-label="Selected icons">
      <b>{count === MAX_SELECTED ? `${count} selected, the maximum` : `${count} selected`}</b>
      <select
        aria-label="Download as"
        value={form}
        onChange={(event) => {
          const chosen = event.currentTarget.value as Form;
          remember("selection", chosen);
          setForm(chosen);
        }}
      >
        {Object.entries(DOWNLOADS).map(([known, { label }]) => (
          <option key={known} value={known}>
            {label}
          </option>
        ))}
      </select>
      <button type="button" class="button filled" disabled={done !== undefined} onClick={() => void download()}>
        {done === undefined ? "Download" : `${done} of ${count} …`}
      </button>
      <button type="button" class="link" onClick={selection.clear}>
        Clear selection
      </button>
      <span class="outcome" role="status">
        {message}
      </span>
    </section>
  );
}

/**
 * @returns a note for the user about the archive, empty if there is none. @throws Error that names an icon that could
 * not be loaded
 */
async function saveZip(icons: readonly IconItem[], form: Exclude<Form, "sprite">, onOne: () => void): Promise<string> {
  const { extension, size } = DOWNLOADS[form];
  let rasters = 0;
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
  save(await downloadZip(files).blob(), "icons.zip");
  return rasters === 0 ? "" : `${rasters} without a drawing ${rasters === 1 ? "is" : "are"} in it as PNG`;
}

/** Like `saveZip`. */
async function saveSprite(icons: readonly IconItem[], onOne: () => void): Promise<string> {
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
    const answer = await fetch(url);
    if (answer.status !== 503 || attempt === ATTEMPTS) return answer;
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

function recallForm(): Form {
  const known = recall("selection") ?? "";
  return Object.hasOwn(DOWNLOADS, known) ? (known as Form) : "svg";
}
