import { useMemo } from "preact/hooks";
import { FACETS } from "../format/filter-facets.js";
import { type Api, requestUrl } from "./api.js";
import { FailureNote } from "./failure-note.js";
import { Grid } from "./grid.js";
import type { Density } from "./grid-layout.js";
import { type IconList, pageParams } from "./icon-list.js";
import { RequestView } from "./request-view.js";
import type { Selection } from "./selection.js";
import { isFiltered, listParams, type View, withoutFilters } from "./view.js";

interface ListViewProps {
  readonly api: Api;
  /** Undefined until the first answer. */
  readonly list: IconList | undefined;
  readonly view: View;
  readonly density: Density;
  readonly selection: Selection;
  hrefOf(id: string): string;
  onOpen(id: string): void;
  onView(view: View): void;
  onRetry(): void;
  onAskKey(): void;
}

/** The matching icons and their count. */
export function ListView({
  api,
  list,
  view,
  density,
  selection,
  hrefOf,
  onOpen,
  onView,
  onRetry,
  onAskKey,
}: ListViewProps) {
  const question = listParams(view).toString();
  const url = useMemo(() => requestUrl("icons", pageParams(listParams(view), 1, 100)), [question]);
  const total = list?.total;
  const chosen = FACETS.flatMap((facet) => view.labels[facet]);
  const meant = list?.meta?.did_you_mean;
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
          {chosen.length > 0 && <span class="chosen">{` · ${chosen.join(", ")}`}</span>}
        </p>
        {isFiltered(view) && (
          <button type="button" class="link" onClick={() => onView(everything)}>
            Clear
          </button>
        )}
        <RequestView url={url} withKey={api.key !== undefined} />
      </div>
      {list?.failure !== undefined && <FailureNote failure={list.failure} onRetry={onRetry} onAskKey={onAskKey} />}
      {total === 0 && (
        <div class="message">
          <h2>No icon matches</h2>
          <p>Try fewer words or fewer filters.</p>
          <p class="actions">
            <button type="button" class="button" onClick={() => onView(everything)}>
              Show all icons
            </button>
          </p>
        </div>
      )}
      {list !== undefined && total !== undefined && total > 0 && (
        <Grid
          // A new result starts at the top.
          key={question}
          label="Icons"
          total={total}
          item={list.item}
          density={density}
          open={view.icon}
          selection={selection}
          hrefOf={hrefOf}
          onOpen={onOpen}
          onShow={list.show}
        />
      )}
    </>
  );
}
