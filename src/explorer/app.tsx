import { useCallback, useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Meta } from "../client/answers.js";
import { FACETS } from "../format/filter-facets.js";
import { createApi } from "./api.js";
import { Detail } from "./detail.js";
import { Filters } from "./filters.js";
import { DENSITIES, type Density } from "./grid-layout.js";
import { useIconList } from "./icon-list.js";
import { ImageView } from "./image-view.js";
import { KeyDialog, storedKey, storeKey } from "./key-dialog.js";
import { countedLabels, loadLabels, NO_LABELS } from "./labels.js";
import { ListView } from "./list-view.js";
import { recall, remember } from "./preferences.js";
import { SearchBox } from "./search-box.js";
import { useSelection } from "./selection.js";
import { SelectionBar } from "./selection-bar.js";
import { DensityChoice, ImageButton, PlanButton, ThemeButton } from "./toolbar.js";
import { useAddress } from "./use-address.js";
import { useDroppedImage } from "./use-dropped-image.js";
import { chooseColor, listParams, toggleLabel, type View, writeView } from "./view.js";

/** On narrower screens, filters and the detail cover the grid instead of being next to it. */
const NARROW = "(max-width: 60rem)";

/** The page. */
export function App() {
  const [view, navigate] = useAddress();
  const [key, setKey] = useState(storedKey);
  const [meta, setMeta] = useState<Meta | undefined>(undefined);
  const [attempt, setAttempt] = useState(0);
  const [asksKey, setAsksKey] = useState(false);
  const [density, setDensity] = useState(recallDensity);
  const [filtersOpen, setFiltersOpen] = useState(false);
  const [allLabels, setAllLabels] = useState(NO_LABELS);
  const narrow = useMedia(NARROW);
  const results = useRef<HTMLElement>(null);

  // A new attempt starts with an empty cache, so that the page requests everything again.
  const api = useMemo(() => createApi(key, setMeta), [key, attempt]);
  const list = useIconList(api, view.phash === undefined ? listParams(view) : undefined);
  const selection = useSelection();
  const drop = useDroppedImage((hash) => navigate({ ...view, ...hash, icon: undefined }));
  const refused = list?.failure?.status === 401;
  const whyKey = key === undefined ? "This server requires an API key." : list?.failure?.message;

  useEffect(() => {
    const abort = new AbortController();
    // Without labels, there are no filters. The list shows the error.
    loadLabels(api, abort.signal).then(setAllLabels, () => undefined);
    return () => abort.abort();
  }, [api]);
  // Once per rejection: until the new key is accepted, the list still shows the previous rejection.
  useEffect(() => {
    if (refused) setAsksKey(true);
  }, [list, refused]);

  const focusResults = useCallback(() => results.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(), []);
  const close = useCallback(() => {
    navigate({ ...view, icon: undefined });
    focusResults();
  }, [view]);
  useEffect(() => {
    const closeByKey = (event: KeyboardEvent): void => {
      if (event.key !== "Escape" || asksKey || event.defaultPrevented) return;
      if (view.icon !== undefined) close();
      else setFiltersOpen(false);
    };
    addEventListener("keydown", closeByKey);
    return () => removeEventListener("keydown", closeByKey);
  }, [view, asksKey]);

  const hrefOf = (icon: string): string => writeView({ ...view, icon });
  const onOpen = (icon: string): void => navigate({ ...view, icon });
  const shared = {
    api,
    view,
    density,
    selection,
    hrefOf,
    onOpen,
    onView: (next: View): void => navigate(next),
    onRetry: () => setAttempt(attempt + 1),
    onAskKey: () => setAsksKey(true),
  };
  const chosenCount = FACETS.reduce((sum, facet) => sum + view.labels[facet].length, 0);
  // The elements covered by the detail must not get the focus.
  const covered = narrow && view.icon !== undefined;

  return (
    <div class="page">
      <header class="bar" inert={covered}>
        <h1>Icons</h1>
        <SearchBox view={view} navigate={navigate} onDown={focusResults} />
        <div class="tools">
          {narrow && (
            <button
              type="button"
              class="tool wide"
              aria-expanded={filtersOpen}
              onClick={() => setFiltersOpen(!filtersOpen)}
            >
              Filters{chosenCount > 0 && ` (${chosenCount})`}
            </button>
          )}
          <ImageButton onImage={drop.take} />
          <DensityChoice
            density={density}
            onDensity={(chosen) => {
              remember("density", chosen);
              setDensity(chosen);
            }}
          />
          <ThemeButton />
          <PlanButton meta={meta} onClick={() => setAsksKey(true)} />
        </div>
      </header>
      <div class="body">
        {(!narrow || filtersOpen) && (
          <nav class="filters" aria-label="Filters" inert={covered}>
            <Filters
              labels={countedLabels(allLabels, view.labels, list?.meta)}
              chosen={view.labels}
              onToggle={(facet, label) => navigate(toggleLabel(view, facet, label))}
              onColor={(hex) => navigate(chooseColor(view, hex))}
            />
          </nav>
        )}
        <main ref={results} inert={covered}>
          {drop.problem !== undefined && (
            <p class="problem" role="alert">
              {drop.problem}
            </p>
          )}
          {view.phash === undefined ? (
            <ListView {...shared} list={list} />
          ) : (
            <ImageView {...shared} view={{ ...view, phash: view.phash }} image={drop.image} />
          )}
          {selection.icons.length > 0 && <SelectionBar selection={selection} />}
        </main>
        {view.icon !== undefined && (
          <Detail
            {...shared}
            id={view.icon}
            variants={view.variants}
            onVariants={(variants) => navigate({ ...view, variants }, "replace")}
            hashHref={(phash) => writeView({ ...view, phash, uncertain: undefined, icon: undefined })}
            onClose={close}
          />
        )}
      </div>
      {drop.dragging && <div class="drop-here">Drop the image to find similar icons</div>}
      {asksKey && (
        <KeyDialog
          current={key}
          reason={refused ? whyKey : undefined}
          onKey={(entered, keep) => {
            storeKey(entered, keep);
            setKey(entered);
            setMeta(undefined);
            setAsksKey(false);
          }}
          onClose={() => setAsksKey(false)}
        />
      )}
    </div>
  );
}

function recallDensity(): Density {
  const known = recall("density");
  return known !== undefined && Object.hasOwn(DENSITIES, known) ? (known as Density) : "medium";
}

/** Whether a media query matches. */
function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const follow = (): void => setHolds(media.matches);
    media.addEventListener("change", follow);
    return () => media.removeEventListener("change", follow);
  }, [query]);
  return holds;
}
