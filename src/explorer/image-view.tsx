import type { SimilarList } from "../client/answers.js";
import type { Api } from "./api.js";
import { FailureNote } from "./failure-note.js";
import { Grid } from "./grid.js";
import type { Density } from "./grid-layout.js";
import { nearnessOf } from "./nearness.js";
import { RequestView } from "./request-view.js";
import type { SavedIcons } from "./saved-icons.js";
import type { Selection } from "./selection.js";
import { noteOf, VariantsChoice } from "./similar.js";
import { useAnswer } from "./use-answer.js";
import type { DroppedImage } from "./use-dropped-image.js";
import { similarParams, type View, withImages } from "./view.js";

interface ImageViewProps {
  readonly api: Api;
  readonly view: View & { readonly phash: string };
  /** The last dropped image; the URL may contain the hash of another one. */
  readonly image: DroppedImage | undefined;
  readonly density: Density;
  readonly selection: Selection;
  readonly favorites: SavedIcons;
  hrefOf(id: string): string;
  onOpen(id: string): void;
  onView(view: View): void;
  onRetry(): void;
  onAskKey(): void;
}

/** Icons similar to a dropped image or to a hash. */
export function ImageView(props: ImageViewProps) {
  const { api, view, image, density, selection, favorites, hrefOf, onOpen, onView, onRetry, onAskKey } = props;
  const { phash, variants } = view;
  const params = similarParams(view, variants);
  const { answer, failure } = useAnswer<SimilarList>(api, "similar", withImages(params));
  const found = answer?.data.filter((icon) => nearnessOf(icon) !== undefined) ?? [];
  return (
    <>
      <div class="status-line">
        {image?.phash === phash && <img class="dropped" src={image.url} alt="Dropped file" />}
        <p role="status">
          {answer === undefined ? failure === undefined && "Searching …" : `${found.length} icons similar to `}
          {answer !== undefined && <code>{phash}</code>}
        </p>
        <VariantsChoice variants={variants} onVariants={(wanted) => onView({ ...view, variants: wanted })} />
        <button type="button" class="link" onClick={() => onView({ ...view, phash: undefined, variants: false })}>
          Back to all icons
        </button>
        <RequestView path="similar" params={params} withKey={api.key !== undefined} />
      </div>
      {failure !== undefined && <FailureNote failure={failure} onRetry={onRetry} onAskKey={onAskKey} />}
      {answer !== undefined && found.length === 0 && (
        <div class="message">
          <h2>No similar icons</h2>
          <p>No icon of this dataset is more similar than by chance.</p>
        </div>
      )}
      {found.length > 0 && (
        <Grid
          result={phash}
          label="Icons similar to the image"
          total={found.length}
          item={(index) => found[index]}
          note={(index) => noteOf(found[index]!)}
          density={density === "small" ? "medium" : density}
          open={view.icon}
          selection={selection}
          favorites={favorites}
          hrefOf={hrefOf}
          onOpen={onOpen}
        />
      )}
    </>
  );
}
