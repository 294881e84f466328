import type { SimilarList } from "../client/responses.js";
import type { Api } from "./api.js";
import { FailureNote } from "./failure-note.js";
import { Grid } from "./grid.js";
import type { Density } from "./grid-layout.js";
import { bestFirst, nearnessOf } from "./nearness.js";
import { RequestView } from "./request-view.js";
import type { SavedIcons } from "./saved-icons.js";
import type { Selection } from "./selection.js";
import { noteOf, VariantsChoice } from "./similar.js";
import type { DroppedImage } from "./use-dropped-image.js";
import { useResponses } from "./use-response.js";
import { MAX_SIMILAR, similarToImage, type View, withImages } from "./view.js";

/** Those of the whole image; the others have the same parameters. */
const SHOWN_REQUESTS = 2;

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
  const requests = similarToImage(view, variants);
  const { response: lists, failure } = useResponses<SimilarList>(api, "similar", requests.map(withImages));
  const isComplete = lists !== undefined;
  const found = isComplete
    ? bestFirst(lists.map(({ data }) => data))
        .slice(0, MAX_SIMILAR)
        .filter((icon) => nearnessOf(icon) !== undefined)
    : [];
  return (
    <>
      <div class="status-line">
        {image?.phash === phash && <img class="dropped" src={image.url} alt="Dropped file" />}
        <p role="status">
          {isComplete
            ? `${found.length} ${found.length === 1 ? "icon" : "icons"} similar to `
            : failure === undefined && "Searching …"}
          {isComplete && <code>{phash}</code>}
        </p>
        <VariantsChoice variants={variants} onVariants={(wanted) => onView({ ...view, variants: wanted })} />
        <button type="button" class="link" onClick={() => onView({ ...view, phash: undefined, variants: false })}>
          Back to all icons
        </button>
        {requests.slice(0, SHOWN_REQUESTS).map((params, at) => (
          <RequestView
            key={at}
            path="similar"
            params={params}
            withKey={api.key !== undefined}
            {...(at > 0 && { what: "the shape alone" })}
          />
        ))}
      </div>
      {failure !== undefined && <FailureNote failure={failure} onRetry={onRetry} onAskKey={onAskKey} />}
      {isComplete && found.length === 0 && (
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
