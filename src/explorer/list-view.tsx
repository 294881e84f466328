import { MATCHES, RUNGS } from "../format/rungs.js";
import { listWords } from "../text/list-words.js";
import type { Api } from "./api.js";
import { FailureNote } from "./failure-note.js";
import { ChosenList } from "./filters.js";
import { Glyph } from "./glyph.js";
import { Grid } from "./grid.js";
import type { Density } from "./grid-layout.js";
import { type IconList, pageParams } from "./icon-list.js";
import type { LookOrder } from "./look-order.js";
import { RequestView } from "./request-view.js";
import type { SavedIcons } from "./saved-icons.js";
import type { Selection } from "./selection.js";
import { DensityChoice, OrderChoice, SurpriseButton } from "./toolbar.js";
import { isFiltered, listParams, toggleLabel, type View, withoutFilters } from "./view.js";

interface ListViewProps {
  readonly api: Api;
  /** Undefined until the first response. */
  readonly list: IconList | undefined;
  /** The order by look; undefined if it is not wanted or not known yet. */
  readonly look: LookOrder | undefined;
  readonly view: View;
  readonly density: Density;
  readonly selection: Selection;
  readonly favorites: SavedIcons;
  hrefOf(id: string): string;
  onOpen(id: string): void;
  onView(view: View): void;
  onDensity(density: Density): void;
  onRetry(): void;
  onAskKey(): void;
}

/** The matching icons and their count. */
export function ListView(props: ListViewProps) {
  const { api, list, look, view, density, selection, favorites } = props;
  const { hrefOf, onOpen, onView, onDensity, onRetry, onAskKey } = props;
  const total = list?.total;
  const { did_you_mean: meant, matched, dropped = [] } = list?.meta ?? {};
  const everything = withoutFilters(view);
  return (
    <>
      <div class="status-line">
        <p role="status">
          {list === undefined && "Searching …"}
          {total !== undefined && `${total.toLocaleString("en")} ${total === 1 ? "icon" : "icons"}`}
          {meant !== undefined && (
            <>
              {" for "}
              <button type="button" class="link" onClick={() => onView({ ...view, q: meant })}>
                {meant}
              </button>
              {`, since nothing is called “${view.q}”`}
            </>
          )}
          {matched !== undefined && meant === undefined && ` by ${RUNGS[matched].label}`}
          {dropped.length > 0 && `, without ${listWords(dropped)}`}
          {look !== undefined && look.order.length < total! && `, the first ${look.order.length} of them by look`}
          {look === undefined && view.order === "look" && total !== 0 && ", comparing them …"}
        </p>
        {view.q !== "" && (matched !== undefined || view.match !== "auto") && (
          <MatchChoice match={view.match} onMatch={(match) => onView({ ...view, match })} />
        )}
        <ChosenList chosen={view.labels} onToggle={(facet, label) => onView(toggleLabel(view, facet, label))} />
        {isFiltered(view) && (
          <button type="button" class="link" onClick={() => onView(everything)}>
            Clear
          </button>
        )}
        <div class="list-tools">
          <OrderChoice order={view.order} onOrder={(order) => onView({ ...view, order })} />
          <SurpriseButton list={list} onOpen={onOpen} />
          <DensityChoice density={density} onDensity={onDensity} />
          <RequestView path="icons" params={pageParams(listParams(view), 1)} withKey={api.key !== undefined} />
        </div>
      </div>
      {list?.failure !== undefined && <FailureNote failure={list.failure} onRetry={onRetry} onAskKey={onAskKey} />}
      {total === 0 && (
        <div class="message">
          <Glyph name="search" />
          <h2>{view.q === "" ? "No icon matches" : `No icon matches “${view.q}”`}</h2>
          <p>Try fewer words or fewer filters, or drop an image here to find similar icons.</p>
          <p class="actions">
            <button type="button" class="button" onClick={() => onView(everything)}>
              Show all icons
            </button>
          </p>
        </div>
      )}
      {list !== undefined && total !== undefined && total > 0 && (
        <Grid
          result={look ?? list}
          label="Icons"
          total={look?.order.length ?? total}
          item={look === undefined ? list.item : (index) => list.item(look.order[index]!)}
          density={density}
          open={view.icon}
          selection={selection}
          favorites={favorites}
          hrefOf={hrefOf}
          onOpen={onOpen}
          {...(look === undefined ? { onShow: list.show } : {})}
        />
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
