import type { SimilarList } from "../client/answers.js";
import { type Api, requestUrl } from "./api.js";
import { FailureNote } from "./failure-note.js";
import { Grid } from "./grid.js";
import type { Density } from "./grid-layout.js";
import { noteOf } from "./look-alike-note.js";
import { RequestView } from "./request-view.js";
import { useAnswer } from "./use-answer.js";
import type { DroppedPicture } from "./use-dropped-picture.js";
import { VariantsChoice } from "./variants-choice.js";
import { similarParams, type View } from "./view.js";

interface PictureViewProps {
  readonly api: Api;
  readonly view: View & { readonly phash: string };
  /** The last picture that was dropped; the address may name another's hash. */
  readonly picture: DroppedPicture | undefined;
  readonly density: Density;
  hrefOf(id: string): string;
  onOpen(id: string): void;
  onView(view: View): void;
  onRetry(): void;
  onAskKey(): void;
}

/** The look-alikes of a picture that was dropped, or of a hash. */
export function PictureView(props: PictureViewProps) {
  const { api, view, picture, density, hrefOf, onOpen, onView, onRetry, onAskKey } = props;
  const { phash, variants } = view;
  const params = similarParams({ phash }, variants);
  const { answer, failure } = useAnswer<SimilarList>(api, "similar", params);
  const found = answer?.data ?? [];
  return (
    <>
      <div class="status-line">
        {picture?.phash === phash && <img class="dropped" src={picture.url} alt="What was dropped" />}
        <p role="status">
          {answer === undefined ? failure === undefined && "Looking …" : `${found.length} look-alikes of `}
          {answer !== undefined && <code>{phash}</code>}
        </p>
        <VariantsChoice variants={variants} onVariants={(wanted) => onView({ ...view, variants: wanted })} />
        <button type="button" class="link" onClick={() => onView({ ...view, phash: undefined, variants: false })}>
          Back to all icons
        </button>
        <RequestView url={requestUrl("similar", params)} withKey={api.key !== undefined} />
      </div>
      {failure !== undefined && <FailureNote failure={failure} onRetry={onRetry} onAskKey={onAskKey} />}
      {answer !== undefined && found.length === 0 && (
        <div class="message">
          <h2>Nothing looks like it</h2>
          <p>No icon of this dataset has a hash.</p>
        </div>
      )}
      {found.length > 0 && (
        <Grid
          key={phash}
          label="Look-alikes of the picture"
          total={found.length}
          item={(index) => found[index]}
          note={(index) => noteOf(found[index]!)}
          density={density === "small" ? "medium" : density}
          open={view.icon}
          hrefOf={hrefOf}
          onOpen={onOpen}
        />
      )}
    </>
  );
}
