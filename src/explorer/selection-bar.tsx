import { useEffect, useState } from "preact/hooks";
import { MOST_STACKED } from "../images/stack-layout.js";
import type { Api } from "./api.js";
import { NameDialog } from "./collection-dialog.js";
import type { Collections } from "./collections.js";
import { CopyButton } from "./copy.js";
import { Glyph } from "./glyph.js";
import { recall, remember } from "./preferences.js";
import { type ArchiveForm, saveArchive } from "./save-selection.js";
import { MAX_SELECTED, type Selection } from "./selection.js";
import { RESULT, type View, withoutFilters } from "./view.js";

/** Downloads of the selected icons, all as one archive; sizes are sides in pixels. */
const DOWNLOADS = {
  svg: { label: "SVG", extension: "svg" },
  ...Object.fromEntries(
    [64, 128, 256, 512].map((size) => [`png${size}`, { label: `PNG, ${size} px`, extension: "png", size }]),
  ),
  webp: { label: "WebP, 512 px", extension: "webp", size: 512 },
  ico: { label: "ICO, 64 px", extension: "ico", size: 64 },
  sprite: { label: "SVG sprite", code: "sprite" },
  tsx: { label: "React, TSX", code: "components" },
} as const satisfies Record<string, ArchiveForm & { readonly label: string }>;

/** How long it is said what has happened. */
const SHOWN_MS = 6000;

type DownloadForm = keyof typeof DOWNLOADS;

interface SelectionBarProps {
  readonly api: Api;
  readonly view: View;
  readonly selection: Selection;
  readonly collections: Collections;
  onView(view: View): void;
}

/** The number of selected icons, and what can be done with them: collect, copy, download. */
export function SelectionBar({ api, view, selection, collections, onView }: SelectionBarProps) {
  const { icons, listed } = selection;
  const [message, setMessage] = useState("");
  const [isCollecting, setCollecting] = useState(false);
  const [added, setAdded] = useState<string>();
  const forget = (): void => {
    setMessage("");
    setAdded(undefined);
  };
  useEffect(forget, [view.set, view.saved, view.q]);
  useEffect(() => {
    const timer = setTimeout(forget, SHOWN_MS);
    return () => clearTimeout(timer);
  }, [message, added]);
  const count = icons.length;
  const open = view.saved === undefined && view.ids.length > 0 ? collections.find(view.set) : undefined;

  /** Reports how something went. */
  const attempt = async (work: () => Promise<string>): Promise<void> => {
    forget();
    setMessage(await work().catch((error: Error) => error.message));
  };
  const selectAll = async (): Promise<string> => {
    await selection.addRange(0, listed!.most - 1);
    return "";
  };
  const collect = (name: string): void => {
    const ids = [...new Set([...(collections.find(name)?.ids ?? []), ...icons.map(({ id }) => id)])];
    const kept = collections.put(name, ids);
    setMessage(
      kept === ids.length
        ? ""
        : `${ids.length - kept} did not fit: the link of a collection names ${kept} of these icons.`,
    );
    setAdded(name);
  };
  const takeOut = (): void => {
    const left = open!.ids.filter((id) => !selection.has(id));
    collections.put(open!.name, left);
    selection.clear();
    onView(left.length === 0 ? { ...withoutFilters(view), saved: "favorites" } : { ...view, ids: left });
  };
  const setOf = (name: string): View => ({
    ...withoutFilters(view),
    ...RESULT,
    set: name,
    ids: collections.find(name)?.ids ?? [],
  });
  return (
    <section class="selection-bar" aria-label="Selected icons">
      <div class="selected">
        <b>{count === 0 ? "Choose icons" : `${count} selected${count === MAX_SELECTED ? ", the maximum" : ""}`}</b>
        {listed !== undefined && listed.most > 1 && count < MAX_SELECTED && (
          <button type="button" class="link" onClick={() => void attempt(selectAll)}>
            {`Select ${listed.most < listed.total ? "the first" : "all"} ${listed.most}`}
          </button>
        )}
        <button type="button" class="link" onClick={selection.clear}>
          {count === 0 ? "Cancel" : "Clear selection"}
        </button>
      </div>
      <div class="takes">
        {open !== undefined && (
          <button type="button" class="button" disabled={count === 0} onClick={takeOut}>
            Take out
          </button>
        )}
        <button type="button" class="button" disabled={count === 0} onClick={() => setCollecting(true)}>
          <Glyph name="collection" />
          Collect
        </button>
        {count > 0 && count <= MOST_STACKED && (
          <CopyButton text={() => markdownOf(icons)} what="one image of all as Markdown" label="Markdown" />
        )}
        <Download api={api} icons={icons} onAttempt={attempt} />
      </div>
      <p class="outcome" role="status">
        {added !== undefined && (
          <>
            {"Added to "}
            <button type="button" class="link" onClick={() => onView(setOf(added))}>
              {added}
            </button>
            {". "}
          </>
        )}
        {message}
      </p>
      {isCollecting && (
        <CollectDialog count={count} collections={collections} onName={collect} onClose={() => setCollecting(false)} />
      )}
    </section>
  );
}

interface DownloadProps {
  readonly api: Api;
  readonly icons: Selection["icons"];
  onAttempt(work: () => Promise<string>): Promise<void>;
}

/** Downloads the selected icons in the chosen form. */
function Download({ api, icons, onAttempt }: DownloadProps) {
  const [form, setForm] = useState<DownloadForm>(recallForm);
  const [done, setDone] = useState<number | undefined>(undefined);
  const download = async (): Promise<void> => {
    setDone(0);
    await onAttempt(async () => {
      const problems = await saveArchive(api, icons, DOWNLOADS[form], () => setDone((before = 0) => before + 1));
      return problems || `Downloaded ${icons.length} ${icons.length === 1 ? "icon" : "icons"}.`;
    });
    setDone(undefined);
  };
  return (
    <div class="action">
      <button
        type="button"
        class="button filled"
        disabled={icons.length === 0 || done !== undefined}
        onClick={() => void download()}
      >
        <Glyph name="download" />
        {done === undefined ? "Download" : `${done} of ${icons.length} …`}
      </button>
      <select
        aria-label="Download as"
        value={form}
        onChange={(event) => {
          const chosen = event.currentTarget.value as DownloadForm;
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
    </div>
  );
}

interface CollectProps {
  readonly count: number;
  readonly collections: Collections;
  onName(name: string): void;
  onClose(): void;
}

/** Asks which collection the selected icons are added to. */
function CollectDialog({ count, collections, onName, onClose }: CollectProps) {
  return (
    <NameDialog
      title={`Add ${count} ${count === 1 ? "icon" : "icons"} to a collection`}
      action="Create"
      onName={onName}
      onClose={onClose}
    >
      {collections.all.length > 0 && (
        <ul class="collections">
          {collections.all.map(({ name, ids }) => (
            <li key={name}>
              <button
                type="button"
                class="choice"
                onClick={(event) => {
                  event.currentTarget.closest("dialog")!.close();
                  onName(name);
                }}
              >
                <Glyph name="collection" />
                <span class="label">{name}</span>
                <span class="count">{ids.length}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </NameDialog>
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

function recallForm(): DownloadForm {
  const known = recall("selection") ?? "";
  return Object.hasOwn(DOWNLOADS, known) ? (known as DownloadForm) : "svg";
}
