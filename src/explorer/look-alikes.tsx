import type { SimilarList } from "../client/answers.js";
import { type Api, requestUrl } from "./api.js";
import { FailureNote } from "./failure-note.js";
import { noteOf } from "./look-alike-note.js";
import { Picture } from "./picture.js";
import { RequestView } from "./request-view.js";
import { isPlainClick } from "./use-address.js";
import { useAnswer } from "./use-answer.js";
import { VariantsChoice } from "./variants-choice.js";
import { similarParams } from "./view.js";

const SIDE = 48;

export interface LookAlikesProps {
  readonly api: Api;
  /** The icon whose look-alikes are shown. */
  readonly id: string;
  readonly variants: boolean;
  onVariants(variants: boolean): void;
  /** The address of an icon's detail. */
  hrefOf(id: string): string;
  onOpen(id: string): void;
  onRetry(): void;
  onAskKey(): void;
}

/** The look-alikes of an icon; each leads to its own. */
export function LookAlikes({ api, id, variants, onVariants, hrefOf, onOpen, onRetry, onAskKey }: LookAlikesProps) {
  const params = similarParams({ id }, variants);
  const { answer, failure } = useAnswer<SimilarList>(api, "similar", params);
  return (
    <section>
      <h3>Look-alikes</h3>
      <VariantsChoice variants={variants} onVariants={onVariants} />
      {failure !== undefined && <FailureNote failure={failure} onRetry={onRetry} onAskKey={onAskKey} />}
      {answer === undefined && failure === undefined && <p class="hint">Looking …</p>}
      <ul class="look-alikes" aria-label="Look-alikes">
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
              <Picture id={icon.id} name={icon.name} side={SIDE} />
              <span class="name">{icon.name}</span>
              <span class="note">{noteOf(icon)}</span>
            </a>
          </li>
        ))}
      </ul>
      <RequestView what="the look-alikes" url={requestUrl("similar", params)} withKey={api.key !== undefined} />
    </section>
  );
}
