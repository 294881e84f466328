import { useRef, useState } from "preact/hooks";
import type { Icon } from "../client/responses.js";
import { copyText, SAID_MS } from "./copy.js";
import { type ImageParameters, imageAddress } from "./drawings.js";
import { Glyph } from "./glyph.js";
import { BY_ADDRESS, CODE_FORMS, type CodeForm, type CodeSubject, codeOf, loadDrawing } from "./image-code.js";
import { recall, remember } from "./preferences.js";
import type { ShownImage } from "./shown-image.js";
import { useShortcuts } from "./use-shortcuts.js";

/** Files to download; numbers are sides in pixels. */
const FILES = [
  { label: "SVG", extension: "svg", size: undefined },
  ...[64, 128, 256, 512, 1024].map((size) => ({ label: `PNG, ${size} px`, extension: "png", size })),
  { label: "WebP, 512 px", extension: "webp", size: 512 },
  { label: "ICO, 64 px", extension: "ico", size: 64 },
] as const;

/** What can be copied. */
const COPY_FORMS = { ...CODE_FORMS, png: "PNG" } as const;

type CopyForm = keyof typeof COPY_FORMS;

/** Forms of images that are not drawings. */
const ANY_IMAGE: ReadonlySet<CopyForm> = new Set([...BY_ADDRESS, "png"]);

interface ImageActionsProps {
  readonly icon: Pick<Icon, "id" | "name" | "colorPalette">;
  /** The forms of the shown image, and its parameters. */
  readonly forms: NonNullable<ShownImage["forms"]>;
  readonly parameters: ImageParameters;
  /** Whether the image looks different on light and dark pages. */
  readonly hasThemes: boolean;
  /** The color that replaces the drawing's own; undefined keeps its own. */
  readonly color: string | undefined;
  onColor(color: string | undefined): void;
}

/** Side in pixels of a copied image. */
const COPIED_SIDE = 512;

/** Copies the image or its code, or downloads it as a file, in any color if the drawing has a single one. */
export function ImageActions(props: ImageActionsProps) {
  const { icon, forms: images, parameters, hasThemes, color, onColor } = props;
  const { id, name } = icon;
  const hasDrawing = images.svg !== undefined;
  const forms = (Object.keys(COPY_FORMS) as CopyForm[]).filter(
    (known) => (hasDrawing || ANY_IMAGE.has(known)) && (hasThemes || known !== "picture"),
  );
  const files = FILES.filter(({ extension }) => hasDrawing || extension !== "svg");
  const [form, setForm] = useChoice("copy", forms);
  const [file, setFile] = useChoice(
    "download",
    files.map(({ label }) => label),
  );
  const [said, setSaid] = useState("");
  const download = useRef<HTMLAnchorElement>(null);
  const { extension, size } = files.find(({ label }) => label === file)!;
  const address = (ending: string, more: ImageParameters = {}): string =>
    new URL(imageAddress(id, ending, { ...parameters, ...more }), document.baseURI).href;

  const copy = async (): Promise<void> => {
    const copying =
      form === "png"
        ? copyPicture(address(".png", { size: COPIED_SIDE }))
        : copyCode(form, { id, name, url: address(hasDrawing ? ".svg" : ".png") });
    const isCopied = await copying.catch(() => false);
    setSaid(isCopied ? `Copied ${COPY_FORMS[form]}` : "Can't copy here");
    setTimeout(() => setSaid(""), SAID_MS);
  };
  useShortcuts(({ key }) => {
    if (key === "c") void copy();
    if (key === "d") download.current?.click();
  });
  return (
    <fieldset class="image-actions">
      <legend class="hidden">Copy and download</legend>
      <div class="action">
        <button type="button" class="button filled" title="Copy (C)" onClick={() => void copy()}>
          <Glyph name={said.startsWith("Copied") ? "check" : "copy"} />
          {said === "" ? "Copy" : said}
        </button>
        <select aria-label="Copy as" value={form} onChange={(event) => setForm(event.currentTarget.value as CopyForm)}>
          {forms.map((known) => (
            <option key={known} value={known}>
              {COPY_FORMS[known]}
            </option>
          ))}
        </select>
      </div>
      <div class="action">
        <a
          ref={download}
          class="button"
          title="Download (D)"
          href={imageAddress(id, `.${extension}`, { ...parameters, size, download: 1 })}
          download={`${parameters.variant === undefined ? id : `${id}-${parameters.variant}`}.${extension}`}
        >
          <Glyph name="download" />
          Download
        </a>
        <select aria-label="Download as" value={file} onChange={(event) => setFile(event.currentTarget.value)}>
          {files.map(({ label }) => (
            <option key={label} value={label}>
              {label}
            </option>
          ))}
        </select>
      </div>
      {images.recolorable && (
        <div class="paints">
          <label class="paint">
            <input
              type="color"
              value={color ?? icon.colorPalette?.[0]?.hex ?? "#000000"}
              onInput={(event) => onColor(event.currentTarget.value)}
              aria-label="Color of the drawing"
            />
            Paint in any color
          </label>
          {color !== undefined && (
            <button type="button" class="more" onClick={() => onColor(undefined)}>
              Reset
            </button>
          )}
        </div>
      )}
      <span class="hidden" role="status">
        {said}
      </span>
    </fieldset>
  );
}

async function copyCode(form: CodeForm, subject: CodeSubject): Promise<boolean> {
  return copyText(codeOf(form, subject, BY_ADDRESS.has(form) ? undefined : await loadDrawing(subject.url)));
}

/** Copies a PNG, which browsers allow over HTTPS and on the same machine only. @throws Error */
async function copyPicture(url: string): Promise<boolean> {
  const picture = fetch(url).then((response) => {
    if (!response.ok) throw new Error(`${url} has the status ${response.status}`);
    return response.blob();
  });
  // The bytes may follow later: some browsers only allow the call itself within the click.
  await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
  return true;
}

/** A choice that is stored in the browser if possible. */
function useChoice<Value extends string>(name: string, values: readonly Value[]): [Value, (value: Value) => void] {
  const [chosen, setChosen] = useState(() => recall(name));
  const value = values.find((known) => known === chosen) ?? values[0]!;
  return [
    value,
    (next) => {
      setChosen(next);
      remember(name, next);
    },
  ];
}
