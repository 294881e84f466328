// biome-ignore-all lint/a11y/useSemanticElements: the parts of a table can't be placed one by one
// biome-ignore-all lint/a11y/useFocusableInteractive: the links in the cells take the focus
import type { IconItem } from "../client/answers.js";
import { Picture } from "./picture.js";
import { isPlainClick } from "./use-address.js";

interface GridCellProps {
  readonly index: number;
  readonly column: number;
  /** Undefined while it is fetched. */
  readonly icon: IconItem | undefined;
  /** What stands below the name. */
  readonly note: string | undefined;
  /** Of the picture, in pixels. */
  readonly side: number;
  readonly isOpen: boolean;
  readonly isTabStop: boolean;
  hrefOf(id: string): string;
  onOpen(id: string): void;
  onFocus(index: number): void;
}

/** One icon of the grid: a link to its detail. */
export function GridCell(props: GridCellProps) {
  const { index, column, icon, note, side, isOpen, isTabStop, hrefOf, onOpen, onFocus } = props;
  const common = { "data-index": index, tabIndex: isTabStop ? 0 : -1, onFocus: () => onFocus(index) };
  return (
    <div role="gridcell" aria-colindex={column + 1}>
      {icon === undefined ? (
        <span class="cell waiting" {...common}>
          <span class="picture" style={{ width: side, height: side }} />
          <span class="hidden">loading</span>
        </span>
      ) : (
        <a
          class="cell"
          href={hrefOf(icon.id)}
          title={`${icon.name} · ${icon.developer}`}
          aria-current={isOpen ? "true" : undefined}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            onOpen(icon.id);
          }}
          {...common}
        >
          <Picture id={icon.id} name={icon.name} side={side} />
          <span class="name">{icon.name}</span>
          {note !== undefined && <span class="note">{note}</span>}
        </a>
      )}
    </div>
  );
}
