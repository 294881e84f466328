import type { SimilarIcon, SimilarList } from "../client/responses.js";
import type { Api } from "./api.js";
import { FailureNote } from "./failure-note.js";
import { nearnessOf } from "./nearness.js";
import { RequestView } from "./request-view.js";
import { Tile } from "./tile.js";
import { isPlainClick } from "./use-address.js";
import { useResponse } from "./use-response.js";
import { RESULT, similarToIcon, type View, withImages, withoutFilters, writeView } from "./view.js";

const SIDE = 64;
/** Number of icons in a detail; the page of similar icons has all. */
const MOST = 8;

export interface SimilarIconsProps {
  readonly api: Api;
  readonly view: View;
  /** The icon to compare with. */
  readonly id: string;
  readonly variants: boolean;
  onVariants(variants: boolean): void;
  /** The URL of an icon's detail. */
  hrefOf(id: string): string;
  onOpen(id: string): void;
  onView(view: View): void;
  onRetry(): void;
  onAskKey(): void;
}

interface VariantsProps {
  readonly variants: boolean;
  onVariants(variants: boolean): void;
}

/** Icons similar to an icon, each with how similar it is; each links to its detail. */
export function SimilarIcons(props: SimilarIconsProps) {
  const { api, view, id, variants, onVariants, hrefOf, onOpen, onView, onRetry, onAskKey } = props;
  const params = similarToIcon(id, variants);
  const { response, failure } = useResponse<SimilarList>(api, "similar", withImages(params));
  const near = response?.data.filter((icon) => nearnessOf(icon) !== undefined) ?? [];
  const page = { ...withoutFilters(view), ...RESULT, similar: id, icon: undefined };
  return (
    <section>
      <div class="heading">
        <h3>Similar icons</h3>
        <VariantsChoice variants={variants} onVariants={onVariants} />
      </div>
      {failure !== undefined && <FailureNote failure={failure} onRetry={onRetry} onAskKey={onAskKey} />}
      {response === undefined && failure === undefined && <p class="hint">Searching …</p>}
      {response !== undefined && near.length === 0 && <p class="hint">No icon is more similar than by chance.</p>}
      {near.length > 0 && (
        <ul class="similar">
          {near.slice(0, MOST).map((icon) => (
            <li key={icon.id}>
              <a
                href={hrefOf(icon.id)}
                title={icon.name}
                onClick={(event) => {
                  if (!isPlainClick(event)) return;
                  event.preventDefault();
                  onOpen(icon.id);
                }}
              >
                <Tile id={icon.id} name={icon.name} image={icon._image} side={SIDE} />
                <span class="name">{icon.name}</span>
                <span class="note">{noteOf(icon)}</span>
              </a>
            </li>
          ))}
        </ul>
      )}
      {near.length > MOST && (
        <a
          class="more"
          href={writeView(page)}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            onView(page);
          }}
        >
          {`Show all ${near.length}`}
        </a>
      )}
      <RequestView what="the similar icons" path="similar" params={params} withKey={api.key !== undefined} />
    </section>
  );
}

/** Whether to include icons that are similar when mirrored or inverted. */
export function VariantsChoice({ variants, onVariants }: VariantsProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={variants} onChange={(event) => onVariants(event.currentTarget.checked)} />
      <span>Mirrored and inverted, too</span>
    </label>
  );
}

/** How similar an icon is, if it is more than just similar, and its variant; undefined: nothing more. */
export function noteOf(icon: SimilarIcon): string | undefined {
  const near = nearnessOf(icon);
  const notes = [near === "Similar" ? undefined : near, icon.variant].filter((note) => note !== undefined);
  return notes.length === 0 ? undefined : notes.join(", ");
}
