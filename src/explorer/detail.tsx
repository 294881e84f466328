import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Icon, IconDetail } from "../client/responses.js";
import type { ApiFailure } from "./api.js";
import { CopyButton } from "./copy.js";
import { imageAddress } from "./drawings.js";
import { Facts, Summary } from "./facts.js";
import { FailureNote } from "./failure-note.js";
import { FavoriteButton } from "./favorite.js";
import { Glyph } from "./glyph.js";
import { ImageActions } from "./image-actions.js";
import { RemovedNote, UnknownNote } from "./removed-note.js";
import { RequestView } from "./request-view.js";
import type { GridIcon, SavedIcons } from "./saved-icons.js";
import type { Selection } from "./selection.js";
import { type ImageSource, shownImage } from "./shown-image.js";
import { SimilarIcons, type SimilarIconsProps } from "./similar.js";
import { Stage, StageChoices } from "./stage.js";
import { Steps } from "./steps.js";
import { useResponse } from "./use-response.js";
import { useViewing } from "./use-viewing.js";
import { Variants } from "./variants.js";
import { RESULT, type View, withImages, withoutFilters } from "./view.js";

interface DetailProps extends SimilarIconsProps {
  readonly view: View;
  readonly favorites: SavedIcons;
  readonly recent: SavedIcons;
  readonly selection: Selection;
  /** The URL of the icons similar to a hash. */
  hashHref(phash: string): string;
  onView(view: View): void;
  /** Opens another icon of the list. */
  onStep(id: string): void;
  onName(name: string | undefined): void;
  /** Called if the id is a former one of an icon. */
  onRenamed(currentId: string): void;
  onClose(): void;
  /** Why the list beside it is not up to date, if it says so. */
  readonly listFailure: ApiFailure | undefined;
}

/** One icon: its image, its fields, and links to similar icons. */
export function Detail(props: DetailProps) {
  const { api, id, view, favorites, recent, hashHref, hrefOf, onOpen, onView, onName, onRenamed, onClose } = props;
  const { selection, onStep, onRetry, onAskKey, listFailure } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const path = `icons/${encodeURIComponent(id)}`;
  const { response, failure } = useResponse<IconDetail>(api, path, withImages());
  // The server redirects former ids.
  const renamed = response?.data.id === id ? undefined : response?.data;
  const icon = renamed === undefined ? response?.data : undefined;
  const { listed } = selection;
  const place = icon === undefined ? listed?.indexOf(id) : undefined;
  const isMissing = failure?.removal !== undefined || failure?.code === "icon_not_found";
  const listedItem = place === undefined ? undefined : listed?.item(place);
  const known = icon ?? withForms(listedItem ?? (failure === undefined || isMissing ? undefined : { id, name: id }));
  const name = known?.name ?? id;
  const [painted, setPainted] = useState<{ readonly id: string; readonly color: string }>();
  const color = painted?.id === id ? painted.color : undefined;
  const [viewing, changeViewing] = useViewing();
  const [opened, setOpened] = useState<{ readonly id: string; readonly variant: string }>();
  const shown = known && shownImage(known, opened?.id === id ? opened.variant : undefined, color, viewing);
  useLayoutEffect(() => {
    if (renamed === undefined) return;
    favorites.rename(id, renamed);
    recent.rename(id, renamed);
    onRenamed(renamed.id);
  }, [renamed]);
  useEffect(() => {
    heading.current?.focus();
    heading.current?.closest(".detail")?.scrollTo(0, 0);
  }, [id]);
  useEffect(() => {
    onName(icon?.name);
    return () => onName(undefined);
  }, [icon?.name]);
  useEffect(() => {
    const seen = icon ?? listedItem;
    if (seen === undefined) return;
    recent.add(seen);
    // Its name and image may have changed since.
    if (favorites.has(id)) favorites.add(seen);
  }, [icon, listedItem?.id]);
  return (
    <aside class="detail" aria-labelledby="detail-name">
      <div class="corner">
        <Steps id={id} listed={listed} onStep={onStep} />
        <FavoriteButton id={id} icon={icon ?? listedItem} favorites={favorites} />
        <CopyButton text={() => location.href} what="link to this icon" glyph="link" />
        <button type="button" class="tool" aria-label="Close" title="Close (Esc)" onClick={onClose}>
          <Glyph name="close" />
        </button>
      </div>
      {!isMissing && <Stage id={id} name={name} shown={shown} isMissing={failure !== undefined} />}
      {shown?.item !== undefined && (
        <StageChoices
          shown={shown}
          frame={viewing.frame}
          onFrame={(frame) => changeViewing({ frame })}
          backdrop={viewing.backdrop}
          onBackdrop={(backdrop) => changeViewing({ backdrop })}
        />
      )}
      <div class="title">
        <h2 id="detail-name" ref={heading} tabIndex={-1}>
          {name}
        </h2>
        {icon === undefined && failure === undefined && <p class="waiting-text">{"\u00a0"}</p>}
        {icon !== undefined && (
          <p>
            {"by "}
            <button
              type="button"
              class="link developer"
              title={`Show icons by ${icon.developer}`}
              onClick={() => onView({ ...view, q: icon.developer, match: "name", icon: undefined, ...RESULT })}
            >
              {icon.developer}
            </button>
          </p>
        )}
      </div>
      {known !== undefined && !isMissing && shown?.forms !== undefined && (
        <ImageActions
          icon={known}
          forms={shown.forms}
          hasThemes={shown.hasThemes}
          parameters={shown.parameters}
          color={color}
          onColor={(chosen) => setPainted(chosen === undefined ? undefined : { id, color: chosen })}
        />
      )}
      {icon?.variants !== undefined && (
        <Variants
          icon={icon}
          shown={shown?.variant}
          onVariant={(variant) => setOpened(variant === undefined ? undefined : { id, variant })}
        />
      )}
      {failure?.removal !== undefined && <RemovedNote {...{ api, hrefOf, onOpen }} removal={failure.removal} />}
      {failure?.code === "icon_not_found" && (
        <UnknownNote id={id} onSearch={() => onView({ ...withoutFilters(view), ...RESULT, q: id, icon: undefined })} />
      )}
      {failure !== undefined &&
        !isMissing &&
        (failure.status === listFailure?.status ? (
          <p class="hint">
            {failure.status === 429
              ? "The other details count as a request, and the day's are used up. "
              : "The other details can't be loaded now. "}
            <button type="button" class="link" onClick={failure.status === 429 ? onAskKey : onRetry}>
              {failure.status === 429 ? "Use a key" : "Try again"}
            </button>
          </p>
        ) : (
          <FailureNote failure={failure} below="" onRetry={onRetry} onAskKey={onAskKey} />
        ))}
      {icon === undefined && failure === undefined && <Waiting />}
      {icon !== undefined && <Summary icon={icon} view={view} onView={onView} />}
      {icon?.phash !== undefined && <SimilarIcons {...props} />}
      {icon !== undefined && <Facts icon={icon} hashHref={hashHref} isPro={response?._meta.tier === "pro"} />}
      {icon !== undefined && <RequestView what="this icon" path={path} withKey={api.key !== undefined} />}
    </aside>
  );
}

/** What is known of the image of an icon without its detail: any has a PNG, and drawings are SVG. */
function withForms(
  item: GridIcon | Pick<GridIcon, "id" | "name"> | undefined,
): (Pick<Icon, "id" | "name" | "colorPalette"> & ImageSource) | undefined {
  if (item === undefined) return undefined;
  const { id, name } = item;
  const image = "_image" in item ? item._image : { drawing: false };
  if (image === undefined) return { id, name };
  const svg = image.drawing ? { svg: imageAddress(id, ".svg", {}) } : {};
  return { id, name, _image: image, images: { recolorable: false, ...svg } };
}

/** Stands for what follows the image until the response is there. */
function Waiting() {
  return (
    <div class="waiting-rows" aria-hidden="true">
      {["", "", "short"].map((kind, at) => (
        <span key={at} class={kind} />
      ))}
    </div>
  );
}
