import type { Removal } from "../client/icon-api-error.js";
import type { IconDetail } from "../client/responses.js";
import { type Api, sentenceOf } from "./api.js";
import { Glyph } from "./glyph.js";
import { Tile } from "./tile.js";
import { isPlainClick } from "./use-address.js";
import { useResponse } from "./use-response.js";
import { withImages } from "./view.js";

const SIDE = 48;
const LONG_DATE = new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" });

interface RemovedProps {
  readonly api: Api;
  readonly removal: Removal;
  /** The URL of an icon's detail. */
  hrefOf(id: string): string;
  onOpen(id: string): void;
}

/** When and why an icon was removed, and the icon that replaces it. */
export function RemovedNote({ api, removal: { date, reason, successor }, hrefOf, onOpen }: RemovedProps) {
  return (
    <div class="removed" role="alert">
      <p class="when">
        <Glyph name="removed" />
        <span>
          Removed on <time dateTime={date}>{LONG_DATE.format(new Date(date))}</time>
        </span>
      </p>
      <p class="reason">{sentenceOf(reason)}</p>
      {successor !== undefined && (
        <Successor key={successor} api={api} id={successor} hrefOf={hrefOf} onOpen={onOpen} />
      )}
    </div>
  );
}

interface UnknownProps {
  readonly id: string;
  /** Searches for the id, also by near spellings. */
  onSearch(): void;
}

/** There is no icon with an id, and none is known to have been removed. */
export function UnknownNote({ id, onSearch }: UnknownProps) {
  return (
    <div class="removed" role="alert">
      <h3 class="when">
        <Glyph name="search" />
        There is no such icon
      </h3>
      <p>It may have been in an earlier dataset, or have another id.</p>
      <button type="button" class="button" onClick={onSearch}>
        Search for “{id}”
      </button>
    </div>
  );
}

interface SuccessorProps extends Pick<RemovedProps, "api" | "hrefOf" | "onOpen"> {
  readonly id: string;
}

/** A link to the icon that replaces a removed one; its name and image follow once they are loaded. */
function Successor({ api, id, hrefOf, onOpen }: SuccessorProps) {
  const icon = useResponse<IconDetail>(api, `icons/${encodeURIComponent(id)}`, withImages()).response?.data;
  return (
    <a
      class="successor"
      href={hrefOf(id)}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onOpen(id);
      }}
    >
      <Tile id={id} name={icon?.name ?? id} image={icon?._image} side={SIDE} />
      <span>
        <span class="hint">Use instead</span>
        <b>{icon?.name ?? id}</b>
      </span>
    </a>
  );
}
