import { useState } from "preact/hooks";
import { MOST_STACKED } from "../images/stack-layout.js";
import type { Api } from "./api.js";
import { CopyButton } from "./copy.js";
import { recall, remember } from "./preferences.js";
import { MAX_SELECTED, type Selection } from "./selection.js";

/** Downloads of the selected icons; numbers are sides in pixels. */
const DOWNLOADS = {
  svg: { label: "ZIP of SVG", extension: "svg", size: undefined },
  ...Object.fromEntries(
    [64, 128, 256, 512].map((size) => [`png${size}`, { label: `ZIP of PNG, ${size} px`, extension: "png", size }]),
  ),
  sprite: { label: "SVG sprite", extension: "svg", size: undefined },
} as const satisfies Record<string, { label: string; extension: "svg" | "png"; size: number | undefined }>;

type Form = keyof typeof DOWNLOADS;

/** The number of selected icons, and their download as one file. */
export function SelectionBar({ api, selection }: { readonly api: Api; readonly selection: Selection }) {
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
      const { saveSprite, saveZip } = await import("./save-selection.js");
      setMessage(
        form === "sprite" ? await saveSprite(icons, onOne) : await saveZip(api, icons, DOWNLOADS[form], onOne),
      );
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
      {count <= MOST_STACKED && (
        <CopyButton text={() => markdownOf(icons)} what="one image of all as Markdown" label="Markdown" />
      )}
      <button type="button" class="link" onClick={selection.clear}>
        Clear selection
      </button>
      <span class="outcome" role="status">
        {message}
      </span>
    </section>
  );
}

/** One image of all icons, as it is written in a README. */
function markdownOf(icons: Selection["icons"]): string {
  const url = new URL(
    `stack.svg?ids=${icons.map(({ id }) => encodeURIComponent(id)).join()}&fallback=monogram`,
    document.baseURI,
  );
  return `![${icons.map(({ name }) => name.replaceAll(/[[\]]/g, "")).join(", ")}](${url.href})`;
}

function recallForm(): Form {
  const known = recall("selection") ?? "";
  return Object.hasOwn(DOWNLOADS, known) ? (known as Form) : "svg";
}
