import type { IconDetail, SimilarList } from "../client/responses.js";
import type { Api } from "./api.js";
import { FailureNote } from "./failure-note.js";
import { Glyph } from "./glyph.js";
import { Grid } from "./grid.js";
import type { Density } from "./grid-layout.js";
import { bestFirst, nearnessOf } from "./nearness.js";
import { RequestView } from "./request-view.js";
import type { SavedIcons } from "./saved-icons.js";
import type { Selection } from "./selection.js";
import { noteOf, VariantsChoice } from "./similar.js";
import { Tile } from "./tile.js";
import { SelectButton } from "./toolbar.js";
import type { DroppedImage } from "./use-dropped-image.js";
import { useResponse, useResponses } from "./use-response.js";
import { MAX_SIMILAR, RESULT, similarToIcon, similarToImage, type View, withImages } from "./view.js";

/** Side of the icon to compare with, in pixels. */
const SIDE = 40;

interface ImageViewProps {
  readonly api: Api;
  /** With a hash or an icon to compare with. */
  readonly view: View;
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

/** Icons similar to another one, to a dropped image or to a hash. */
export function ImageView(props: ImageViewProps) {
  const { api, view, image, density, selection, favorites, hrefOf, onOpen, onView, onRetry, onAskKey } = props;
  const { phash = "", similar, variants } = view;
  const requests =
    similar === undefined ? similarToImage({ ...view, phash }, variants) : [similarToIcon(similar, variants)];
  const path = similar === undefined ? undefined : `icons/${encodeURIComponent(similar)}`;
  const subject = useResponse<IconDetail>(api, path, withImages()).response?.data;
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
        <button
          type="button"
          class="tool"
          aria-label="Back to all icons"
          title="Back to all icons"
          onClick={() => onView({ ...view, ...RESULT, variants: false })}
        >
          <Glyph name="previous" />
        </button>
        {subject !== undefined && <Tile id={subject.id} name={subject.name} image={subject._image} side={SIDE} />}
        {similar === undefined && image?.phash === phash && <img class="dropped" src={image.url} alt="Dropped file" />}
        <p role="status">
          {isComplete ? (
            <>
              <strong>{`${found.length} ${found.length === 1 ? "icon" : "icons"}`}</strong>
              {" similar to "}
            </>
          ) : (
            failure === undefined && "Searching …"
          )}
          {isComplete && similar === undefined && <span title={`Perceptual hash ${phash}`}>your image</span>}
          {isComplete && similar !== undefined && (
            <button type="button" class="link" onClick={() => onOpen(similar)}>
              {subject?.name ?? similar}
            </button>
          )}
        </p>
        <div class="list-tools">
          {found.length > 0 && <SelectButton selection={selection} />}
          <RequestView path="similar" params={requests[0]!} withKey={api.key !== undefined} />
        </div>
      </div>
      {failure === undefined && (
        <div class="narrowing">
          <VariantsChoice variants={variants} onVariants={(wanted) => onView({ ...view, variants: wanted })} />
        </div>
      )}
      {failure !== undefined && <FailureNote failure={failure} onRetry={onRetry} onAskKey={onAskKey} />}
      {isComplete && found.length === 0 && (
        <div class="message">
          <h2>No similar icons</h2>
          <p>No icon of this dataset is more similar than by chance.</p>
        </div>
      )}
      {found.length > 0 && (
        <Grid
          result={similar ?? phash}
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
