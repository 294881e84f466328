import type { SimilarIcon, SimilarList } from "../client/answers.js";
import { type Api, requestUrl } from "./api.js";
import { FailureNote } from "./failure-note.js";
import { IconImage } from "./icon-image.js";
import { RequestView } from "./request-view.js";
import { isPlainClick } from "./use-address.js";
import { useAnswer } from "./use-answer.js";
import { similarParams } from "./view.js";

const SIDE = 48;

export interface SimilarIconsProps {
  readonly api: Api;
  /** The icon to compare with. */
  readonly id: string;
  readonly variants: boolean;
  onVariants(variants: boolean): void;
  /** The URL of an icon's detail. */
  hrefOf(id: string): string;
  onOpen(id: string): void;
  onRetry(): void;
  onAskKey(): void;
}

interface VariantsProps {
  readonly variants: boolean;
  onVariants(variants: boolean): void;
}

/** Icons similar to an icon; each links to its detail. */
export function SimilarIcons({ api, id, variants, onVariants, hrefOf, onOpen, onRetry, onAskKey }: SimilarIconsProps) {
  const params = similarParams({ id }, variants);
  const { answer, failure } = useAnswer<SimilarList>(api, "similar", params);
  return (
    <section>
      <h3>Similar icons</h3>
      <VariantsChoice variants={variants} onVariants={onVariants} />
      {failure !== undefined && <FailureNote failure={failure} onRetry={onRetry} onAskKey={onAskKey} />}
      {answer === undefined && failure === undefined && <p class="hint">Searching …</p>}
      <ul class="similar" aria-label="Similar icons">
        {answer?.data.map((icon) => (
          <li key={icon.id}>
            <a
              href={hrefOf(icon.id)}
              title={`${icon.name} · distance ${icon.distance}`}
              onClick={(event) => {
                if (!isPlainClick(event)) return;
                event.preventDefault();
                onOpen(icon.id);
              }}
            >
              <IconImage id={icon.id} name={icon.name} side={SIDE} />
              <span class="name">{icon.name}</span>
              <span class="note">{noteOf(icon)}</span>
            </a>
          </li>
        ))}
      </ul>
      <RequestView what="the similar icons" url={requestUrl("similar", params)} withKey={api.key !== undefined} />
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

/** The distance of a similar icon, and its variant. */
export function noteOf({ distance, similarity = 0, variant }: SimilarIcon): string {
  const near = distance === 0 ? "same hash" : `${Math.round(similarity * 100)} %`;
  return variant === undefined ? near : `${near} ${variant}`;
}
