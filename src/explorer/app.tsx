import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Meta } from "../client/responses.js";
import { FACETS } from "../format/filter-facets.js";
import { createApi, type KnownResponse, type KnownResponses } from "./api.js";
import { useCollections } from "./collections.js";
import { Filters } from "./filters.js";
import { Footer, Header } from "./frame.js";
import { Glyph } from "./glyph.js";
import { DENSITIES, type Density } from "./grid-layout.js";
import { useIconList } from "./icon-list.js";
import { ImageView } from "./image-view.js";
import { KeyDialog, storedKey, storeKey } from "./key-dialog.js";
import { labelsOf } from "./labels.js";
import { ListView } from "./list-view.js";
import type { PageFacts } from "./page-facts.js";
import { recall, remember } from "./preferences.js";
import { useFavorites, useRecentIcons } from "./saved-icons.js";
import { SavedView } from "./saved-view.js";
import { SearchBox } from "./search-box.js";
import { useSelection } from "./selection.js";
import type { SelectionBar } from "./selection-bar.js";
import { Shortcuts } from "./shortcuts.js";
import { PlanButton, ThemeButton } from "./toolbar.js";
import { useAddress } from "./use-address.js";
import { type DetailPanel, useDetail } from "./use-detail.js";
import { useDroppedImage } from "./use-dropped-image.js";
import { useLoaded } from "./use-loaded.js";
import { useReload } from "./use-reload.js";
import {
  chooseColor,
  iconLinks,
  isFiltered,
  isHexColor,
  listParams,
  RESULT,
  titleOf,
  toggleLabel,
  type View,
  withoutFilters,
  writeView,
} from "./view.js";

/** On these screens, filters cover the icons instead of standing beside them. */
const NARROW = "(max-width: 60rem)";
/** On phones, the detail covers the icons, too. */
const PHONE = "(max-width: 40rem)";

interface AppProps {
  readonly facts: PageFacts;
  /** The query of the page's URL. */
  readonly search: string;
  /** Responses that were served with the page. */
  readonly responses: KnownResponses;
  /** Needed if the page starts with an open icon. */
  readonly detail: DetailPanel | undefined;
}

/** A key that the server did not accept. */
interface RejectedKey {
  readonly key: string;
  readonly reason: string;
}

/** The page. Its first rendering is the same in browsers and on the server, which has no window. */
export function App({ facts, search, responses, detail }: AppProps) {
  const [view, navigate] = useAddress(search);
  const [Detail, detailFailed] = useDetail(detail, view.icon);
  const [key, setKey] = useState(storedKey);
  const [meta, setMeta] = useState<Meta | undefined>(undefined);
  const [attempt, setAttempt] = useState(0);
  const [usesReserve, setUsesReserve] = useState(false);
  const [asksKey, setAsksKey] = useState(false);
  const [rejected, setRejected] = useState<RejectedKey | undefined>(undefined);
  // The key that an entered one replaces, until the server has accepted that.
  const before = useRef<{ readonly key: string | undefined; readonly entered: string; readonly keep: boolean }>();
  const [density, setDensity] = useState<Density>("medium");
  const [filtersOpen, setFiltersOpen] = useState(false);
  const [iconName, setIconName] = useState<string | undefined>(undefined);
  const narrow = useMedia(NARROW);
  const phone = useMedia(PHONE);
  const results = useRef<HTMLElement>(null);
  const shortcuts = useRef<HTMLDialogElement>(null);

  const kept = useMemo(() => new Map<string, KnownResponse>(key === undefined ? responses : []), [key]);
  // Another one repeats the requests that failed.
  const api = useMemo(() => createApi({ key, kept, usesReserve, onMeta: setMeta }), [key, attempt]);
  const shown = useIconList(api, (view.phash ?? view.similar) === undefined ? listParams(view) : undefined);
  const { list, failure } = shown;
  const favorites = useFavorites();
  const recent = useRecentIcons();
  const collections = useCollections();
  const labels = labelsOf(list?.meta, view.labels);
  const selection = useSelection();
  const isSelecting = (selection.isActive && selection.listed !== undefined) || selection.icons.length > 0;
  const Bar = useLoaded(isSelecting, selection, loadSelectionBar);
  const drop = useDroppedImage((description) => navigate({ ...view, ...RESULT, ...description, icon: undefined }));
  useReload(facts.isEdited ? facts.generation : undefined);
  const refused = failure?.status === 401;
  const whyKey = rejected?.reason ?? (key === undefined ? "This server requires an API key." : failure?.message);

  useLayoutEffect(() => {
    setDensity(recallDensity());
    for (const { _meta: meta } of kept.values()) setMeta(meta);
  }, []);
  useEffect(() => {
    document.title = titleOf(view, iconName, facts.dataset);
  }, [view, iconName, facts]);
  useEffect(() => {
    if (meta === undefined || key === undefined || key !== before.current?.entered) return;
    storeKey(key, before.current.keep);
    before.current = undefined;
  }, [meta]);
  // Once per rejection: until the new key is accepted, the list still shows the previous rejection.
  useEffect(() => {
    if (!refused) return;
    if (key !== undefined && key === before.current?.entered) {
      setRejected({ key, reason: failure!.message });
      setKey(before.current.key);
      before.current = undefined;
    }
    setAsksKey(true);
  }, [failure, refused]);

  const focusResults = useCallback(() => results.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus(), []);
  const close = useCallback(() => {
    navigate({ ...view, icon: undefined });
    focusResults();
  }, [view]);
  useEffect(() => {
    const closeByKey = (event: KeyboardEvent): void => {
      const isInDialog = event.target instanceof Element && event.target.closest("dialog") !== null;
      if (event.key !== "Escape" || isInDialog || event.defaultPrevented) return;
      if (view.icon !== undefined) close();
      else if (selection.isActive) selection.activate(false);
      else setFiltersOpen(false);
    };
    addEventListener("keydown", closeByKey);
    return () => removeEventListener("keydown", closeByKey);
  }, [view, selection]);

  const hrefOf = useMemo(() => iconLinks(view), [view]);
  const onOpen = useCallback((icon: string): void => navigate({ ...view, icon }), [view]);
  const show = (next: View): void => navigate(next);
  const shared = {
    api,
    view,
    density,
    selection,
    favorites,
    hrefOf,
    onOpen,
    onView: show,
    onRetry: () => {
      setUsesReserve(usesReserve || api.isReserved);
      for (const [request, { success }] of kept) if (!success) kept.delete(request);
      setAttempt(attempt + 1);
    },
    onAskKey: () => setAsksKey(true),
  };
  const chosenCount = FACETS.reduce((sum, facet) => sum + view.labels[facet].length, 0);
  const home = { ...withoutFilters(view), ...NO_ICON, order: "relevance" } as const;
  const isSaved = (view.saved !== undefined || view.ids.length > 0) && view.phash === undefined;
  const saved = { lists: { favorites, recent }, collections };
  const drawer = narrow && filtersOpen;
  const isDetailed = view.icon !== undefined && Detail !== undefined;
  // Elements that are covered must not get the focus.
  const covered = (phone && isDetailed) || drawer;

  return (
    <div class="page">
      <button type="button" class="skip" inert={covered} onClick={focusResults}>
        Skip to the icons
      </button>
      <Header facts={facts} inert={covered} onHome={() => navigate(home)}>
        <SearchBox
          view={view}
          navigate={navigate}
          isLimited={meta?.rate_limit !== -1}
          placeholder={`Search ${facts.icons.toLocaleString("en")} icons`}
          onDown={focusResults}
          onImage={drop.take}
        />
        <div class="tools">
          <button
            type="button"
            class="tool wide open-filters"
            aria-expanded={filtersOpen}
            onClick={() => setFiltersOpen(!filtersOpen)}
          >
            <Glyph name="filters" />
            <span class="what">Filters</span>
            {chosenCount > 0 && <span class="number">{chosenCount}</span>}
          </button>
          <button
            type="button"
            class="tool"
            aria-label="Favorites"
            title="Favorites, collections and recently viewed icons"
            aria-pressed={isSaved}
            onClick={() => navigate(isSaved ? home : { ...home, saved: "favorites" })}
          >
            <Glyph name="star" />
          </button>
          <ThemeButton />
          <PlanButton meta={meta} onClick={() => setAsksKey(true)} />
        </div>
      </Header>
      <div class={isDetailed ? "body detailed" : "body"}>
        <nav
          class={drawer ? "filters open" : "filters"}
          aria-label="Filters"
          inert={phone && view.icon !== undefined}
          // These are the labels of a list.
          hidden={
            (list === undefined && failure !== undefined) || (view.phash ?? view.similar ?? view.saved) !== undefined
          }
        >
          <div class="sheet-head">
            <h2>Filters</h2>
            <button type="button" class="tool" aria-label="Close filters" onClick={() => setFiltersOpen(false)}>
              <Glyph name="close" />
            </button>
          </div>
          <div class="facets">
            {list !== undefined && (
              <Filters
                labels={labels}
                chosen={view.labels}
                onToggle={(facet, label) => navigate(toggleLabel(view, facet, label))}
                onColor={(hex) => navigate(chooseColor(view, hex))}
              />
            )}
          </div>
          <div class="sheet-foot">
            {chosenCount > 0 && (
              <button
                type="button"
                class="button"
                onClick={() =>
                  navigate({ ...withoutFilters(view), q: view.q, match: view.match, ids: view.ids, set: view.set })
                }
              >
                Clear
              </button>
            )}
            <button type="button" class="button filled" onClick={() => setFiltersOpen(false)}>
              {list?.total === undefined ? "Show icons" : `Show ${countText(list.total)}`}
            </button>
          </div>
        </nav>
        {drawer && <div class="scrim" onClick={() => setFiltersOpen(false)} aria-hidden="true" />}
        <main ref={results} inert={covered}>
          {detailFailed && (
            <p class="problem" role="alert">
              The details can't be loaded. Reload the page.
            </p>
          )}
          {drop.problem !== undefined && (
            <div class="notice" role="alert">
              <p>{drop.problem}</p>
              <button type="button" class="tool" aria-label="Dismiss" onClick={drop.dismiss}>
                <Glyph name="close" />
              </button>
            </div>
          )}
          {(view.phash ?? view.similar) !== undefined ? (
            <ImageView {...shared} image={drop.image} />
          ) : view.saved !== undefined ? (
            <SavedView {...shared} {...saved} view={{ ...view, saved: view.saved }} />
          ) : (
            <ListView
              {...shared}
              {...saved}
              {...shown}
              orders={facts.orders.filter((order) => order !== "color" || view.labels.color.some(isHexColor))}
              place={isFiltered(view) || view.order !== "relevance" ? undefined : facts.place}
              onImage={drop.take}
              onDensity={(chosen) => {
                remember("density", chosen);
                setDensity(chosen);
              }}
            />
          )}
          {isSelecting && Bar !== undefined && <Bar {...shared} collections={collections} />}
        </main>
        {isDetailed && (
          <Detail
            {...shared}
            id={view.icon}
            listFailure={failure}
            recent={recent}
            variants={view.variants}
            onVariants={(variants) => navigate({ ...view, variants }, "replace")}
            onStep={(icon) => navigate({ ...view, icon }, "replace")}
            hashHref={(phash) => writeView({ ...view, ...NO_ICON, phash })}
            onName={setIconName}
            onRenamed={(icon) => navigate({ ...view, icon }, "replace")}
            onClose={close}
          />
        )}
      </div>
      <Footer facts={facts} inert={covered} onShortcuts={() => shortcuts.current?.showModal()} />
      <Shortcuts dialog={shortcuts} />
      {drop.dragging && <div class="drop-here">Drop the image to find similar icons</div>}
      {asksKey && (
        <KeyDialog
          current={key}
          meta={meta}
          rejected={rejected?.key}
          reason={refused || rejected !== undefined ? whyKey : undefined}
          onKey={(entered, keep) => {
            before.current = entered === undefined ? undefined : { key, entered, keep };
            if (entered === undefined) storeKey(undefined, false);
            setRejected(undefined);
            setKey(entered);
            setUsesReserve(false);
            setAsksKey(false);
          }}
          onClose={() => {
            setAsksKey(false);
            setRejected(undefined);
          }}
        />
      )}
    </div>
  );
}

const NO_ICON = { icon: undefined, ...RESULT, uncertain: undefined, looks: [], variants: false };

/** Loaded with the code of downloads once something is selected. */
async function loadSelectionBar(): Promise<typeof SelectionBar> {
  return (await import("./selection-bar.js")).SelectionBar;
}

function countText(total: number): string {
  return `${total.toLocaleString("en")} ${total === 1 ? "icon" : "icons"}`;
}

function recallDensity(): Density {
  const known = recall("density");
  return known !== undefined && Object.hasOwn(DENSITIES, known) ? (known as Density) : "medium";
}

/** Whether a media query matches. */
function useMedia(query: string): boolean {
  const [holds, setHolds] = useState(false);
  useLayoutEffect(() => {
    const media = matchMedia(query);
    const follow = (): void => setHolds(media.matches);
    follow();
    media.addEventListener("change", follow);
    return () => media.removeEventListener("change", follow);
  }, [query]);
  return holds;
}
