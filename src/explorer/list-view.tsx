import type { Sort } from "../catalog/sorts.js";
import type { SearchMeta } from "../client/responses.js";
import { FACETS } from "../format/filter-facets.js";
import { MATCHES, RUNGS } from "../format/rungs.js";
import { type Api, sentenceOf } from "./api.js";
import { CollectionTools } from "./collection-tools.js";
import { FailureNote } from "./failure-note.js";
import { ChosenList } from "./filters.js";
import { Glyph } from "./glyph.js";
import { Grid } from "./grid.js";
import type { Density } from "./grid-layout.js";
import { pageParams, type ShownList } from "./icon-list.js";
import { RequestView } from "./request-view.js";
import type { SavedIcons } from "./saved-icons.js";
import { SavedTabs, type SavedTabsProps } from "./saved-tabs.js";
import type { Selection } from "./selection.js";
import { DensityChoice, ImageButton, OrderChoice, SelectButton, SurpriseButton } from "./toolbar.js";
import { listParams, toggleLabel, type View, withoutFilters } from "./view.js";

interface ListViewProps extends ShownList, SavedTabsProps {
  readonly api: Api;
  /** Orders of the dataset besides those that every one has. */
  readonly orders: readonly Sort[];
  /** The index of the open icon among all icons, if the page began with it. */
  readonly place: number | undefined;
  readonly density: Density;
  readonly selection: Selection;
  readonly favorites: SavedIcons;
  hrefOf(id: string): string;
  onOpen(id: string): void;
  onDensity(density: Density): void;
  onImage(file: Blob): void;
  onRetry(): void;
  onAskKey(): void;
}

/** The matching icons and their count; of a collection, what can be done with it. */
export function ListView(props: ListViewProps) {
  const { api, list, isStale, failure, orders, place, view, density, selection, favorites } = props;
  const { lists, hrefOf, onOpen, onView, onDensity, onImage, onRetry, onAskKey } = props;
  const total = list?.total;
  const { did_you_mean: suggestion, matched, warnings = [] } = list?.meta ?? {};
  const searched = list?.params.get("q") ?? "";
  const everything = withoutFilters(view);
  const chosen = FACETS.flatMap((facet) => view.labels[facet].map((label) => [facet, label] as const));
  const isNarrowed = chosen.length > 0;
  // The labels of a facet are counted without its own filter.
  const helps = ([facet]: (typeof chosen)[number]): boolean =>
    view.labels[facet].length === 1 && (list?.meta?.facets?.[facet]?.length ?? 0) > 0;
  const removable = chosen.length > 1 ? chosen.filter(helps) : [];
  const hasIcons = total !== undefined && total > 0;
  // If the request failed, the list is that of an earlier one.
  const isCounted = failure === undefined || !isStale;
  // No more are loaded until someone says so.
  const shown = failure === undefined || failure.isPassing ? total : list?.loaded;
  return (
    <>
      {view.ids.length > 0 && (
        <div class="status-line">
          <SavedTabs {...props} />
          <CollectionTools {...props} />
        </div>
      )}
      <div class={isStale && failure === undefined ? "status-line busy" : "status-line"}>
        <p role="status" class={isStale && failure === undefined ? "older" : undefined}>
          {list === undefined && failure === undefined && "Searching …"}
          {isCounted && total !== undefined && (
            <strong>{`${total.toLocaleString("en")} ${total === 1 ? "icon" : "icons"}`}</strong>
          )}
          <span class="why">
            {isCounted && suggestion !== undefined && (
              <>
                {" for "}
                <button type="button" class="link" onClick={() => onView({ ...view, q: suggestion })}>
                  {suggestion}
                </button>
                {`, since nothing is called “${searched}”`}
              </>
            )}
            {isCounted && matched === "fewer-words" && " that match some of the words"}
          </span>
          {isCounted && matched !== undefined && matched !== "fewer-words" && suggestion === undefined && (
            <span class="how" title={`By ${RUNGS[matched].label}`}>{` by ${RUNGS[matched].label}`}</span>
          )}
        </p>
        {view.q !== "" && list !== undefined && (matched !== undefined || view.match !== "auto") && (
          <span class={view.match === "auto" ? "modes" : "modes chosen"}>
            <MatchChoice match={view.match} onMatch={(match) => onView({ ...view, match })} />
          </span>
        )}
        {list !== undefined && (
          <div class="list-tools">
            {total !== 0 && (
              <>
                <OrderChoice order={view.order} orders={orders} onOrder={(order) => onView({ ...view, order })} />
                <SelectButton selection={selection} />
                <SurpriseButton list={list} onOpen={onOpen} />
                <DensityChoice density={density} onDensity={onDensity} />
              </>
            )}
            <RequestView path="icons" params={pageParams(listParams(view), 1)} withKey={api.key !== undefined} />
          </div>
        )}
      </div>
      {(isNarrowed || view.ids.length > 0) && list !== undefined && (
        <div class="narrowing">
          <ChosenList chosen={view.labels} onToggle={(facet, label) => onView(toggleLabel(view, facet, label))} />
          <button type="button" class="link" onClick={() => onView(everything)}>
            {view.ids.length > 0 ? "All icons" : "Clear"}
          </button>
        </div>
      )}
      {failure !== undefined && (
        <FailureNote
          failure={failure}
          below={hasIcons ? (isStale ? " The icons below are the previous ones." : "") : undefined}
          retries
          onRetry={onRetry}
          onAskKey={onAskKey}
        >
          {!hasIcons && lists.recent.icons.length > 0 && (
            <button
              type="button"
              class="button"
              onClick={() => onView({ ...everything, icon: view.icon, saved: "recent" })}
            >
              Recently viewed icons
            </button>
          )}
        </FailureNote>
      )}
      {hasIcons &&
        warnings.map((warning) => (
          <p key={warning.message} class="notice" role="status">
            <WarningText warning={warning} view={view} onView={onView} />
          </p>
        ))}
      {list === undefined && failure === undefined && <GridPlaceholder density={density} />}
      {total === 0 && failure === undefined && (
        <div class="message">
          <Glyph name="search" />
          <h2>
            {warnings.length > 0 && searched === ""
              ? warnings.map((warning) => (
                  <WarningText key={warning.message} warning={warning} view={view} onView={onView} />
                ))
              : nothingFound(searched, chosen.length)}
          </h2>
          {searched !== "" &&
            warnings.map((warning) => (
              <p key={warning.message}>
                <WarningText warning={warning} view={view} onView={onView} />
              </p>
            ))}
          <p>{adviceFor(searched, chosen.length, removable.length > 0)}</p>
          <p class="actions">
            {searched !== "" && isNarrowed && (
              <button type="button" class="button" onClick={() => onView({ ...everything, q: searched })}>
                Search without filters
              </button>
            )}
            {searched === "" &&
              removable.map(([facet, label]) => (
                <button
                  key={`${facet} ${label}`}
                  type="button"
                  class="button"
                  onClick={() => onView(toggleLabel(view, facet, label))}
                >
                  Without {label}
                </button>
              ))}
            {searched !== "" && !isNarrowed && <ImageButton text="Search by an image" onImage={onImage} />}
            <button type="button" class="button" onClick={() => onView(everything)}>
              Show all icons
            </button>
          </p>
        </div>
      )}
      {list !== undefined && hasIcons && (
        <Grid
          result={list.params.toString()}
          label="Icons"
          total={shown ?? total}
          item={list.item}
          load={list.load}
          pageSize={list.limit}
          density={density}
          isStale={isStale}
          isWaiting={isStale && failure === undefined}
          open={view.icon}
          place={place}
          selection={selection}
          favorites={favorites}
          hrefOf={hrefOf}
          onOpen={onOpen}
          onShow={list.show}
        />
      )}
    </>
  );
}

/** @param labels number of chosen labels */
function nothingFound(searched: string, labels: number): string {
  if (searched === "") return labels > 1 ? "No icon has all of these labels" : "No icon matches";
  return labels > 0 ? `No icon with these filters matches “${searched}”` : `No icon matches “${searched}”`;
}

/** @param labels number of chosen labels @param isOneTooMany whether the result has icons without one of them */
function adviceFor(searched: string, labels: number, isOneTooMany: boolean): string {
  if (searched === "" && labels > 1) return isOneTooMany ? "Leave one of them out:" : "Leave some of them out.";
  if (searched === "") return "Choose another one among the filters.";
  if (labels > 0) return "The words may match icons with other labels.";
  return searched.includes(" ")
    ? "Try fewer words, or an image that looks similar."
    : "Check the spelling, or search by an image that looks similar.";
}

/** Fill any screen. */
const PLACEHOLDERS = 60;

/** Stands for the icons before the first response. */
function GridPlaceholder({ density }: Pick<ListViewProps, "density">) {
  return (
    <div class={`grid ${density}`} aria-hidden="true">
      <div class="flow">
        {Array.from({ length: PLACEHOLDERS }, (_, index) => (
          <div key={index} class="item waiting">
            <span class="tile" />
          </div>
        ))}
      </div>
    </div>
  );
}

type Warning = NonNullable<SearchMeta["warnings"]>[number];

interface WarningProps {
  readonly warning: Warning;
  readonly view: View;
  onView(view: View): void;
}

/** Says which part of the request had no effect, and offers the nearest label instead. */
function WarningText({ warning: { param, message, did_you_mean: suggestion }, view, onView }: WarningProps) {
  const facet = FACETS.find((known) => known === param);
  const chosen = facet && view.labels[facet];
  const replaced = (): View => {
    const labels = chosen!.map((label) =>
      message.includes(JSON.stringify(label.toLowerCase())) ? suggestion! : label,
    );
    return { ...view, labels: { ...view.labels, [facet!]: [...new Set(labels)] } };
  };
  return (
    <>
      {sentenceOf(message)}
      {suggestion !== undefined && facet !== undefined && (
        <>
          {" Did you mean "}
          <button type="button" class="link" onClick={() => onView(replaced())}>
            {suggestion}
          </button>
          ?
        </>
      )}
    </>
  );
}

const MATCH_NAMES = { auto: "Best match", name: "Names only", meaning: "Meaning first" } as const;

interface MatchChoiceProps {
  readonly match: View["match"];
  onMatch(match: View["match"]): void;
}

/** Offers the other ways to match the query. */
function MatchChoice({ match, onMatch }: MatchChoiceProps) {
  return (
    <>
      {MATCHES.filter((other) => other !== match).map((other) => (
        <button key={other} type="button" class="link" onClick={() => onMatch(other)}>
          {MATCH_NAMES[other]}
        </button>
      ))}
    </>
  );
}
