import { useEffect, useRef, useState } from "preact/hooks";
import type { IconDetail } from "../client/answers.js";
import { requestUrl } from "./api.js";
import { Facts } from "./facts.js";
import { FailureNote } from "./failure-note.js";
import { IconImage } from "./icon-image.js";
import { ImageActions } from "./image-actions.js";
import { recall, remember } from "./preferences.js";
import { RequestView } from "./request-view.js";
import { SimilarIcons, type SimilarIconsProps } from "./similar.js";
import { Glyph } from "./toolbar.js";
import { useAnswer } from "./use-answer.js";

const IMAGE_SIDE = 128;

/** Backgrounds for viewing an image. */
const BACKDROPS = ["page", "light", "dark", "checkered"] as const;

type Backdrop = (typeof BACKDROPS)[number];

interface DetailProps extends SimilarIconsProps {
  /** The URL of the icons similar to a hash. */
  hashHref(phash: string): string;
  onClose(): void;
}

/** One icon: its image, its fields, and links to similar icons. */
export function Detail(props: DetailProps) {
  const { api, id, onClose, onRetry, onAskKey } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const path = `icons/${encodeURIComponent(id)}`;
  const { answer, failure } = useAnswer<IconDetail>(api, path);
  const icon = answer?.data;
  const [painted, setPainted] = useState<{ readonly id: string; readonly color: string }>();
  const color = painted?.id === id ? painted.color : undefined;
  const [backdrop, setBackdrop] = useState<Backdrop>(
    () => BACKDROPS.find((known) => known === recall("backdrop")) ?? "page",
  );
  const images = icon?.images;
  useEffect(() => {
    heading.current?.focus();
    heading.current?.closest(".detail")?.scrollTo(0, 0);
  }, [id]);
  return (
    <aside class="detail" aria-labelledby="detail-name">
      <button type="button" class="tool close" aria-label="Close" title="Close (Esc)" onClick={onClose}>
        <Glyph name="close" />
      </button>
      <div class={`stage on-${backdrop}`}>
        <IconImage id={id} name={icon?.name ?? id} side={IMAGE_SIDE} color={color} />
        <BackdropChoice backdrop={backdrop} onBackdrop={setBackdrop} />
      </div>
      {icon !== undefined && images !== undefined && (
        <ImageActions
          icon={{ ...icon, images }}
          color={color}
          onColor={(chosen) => setPainted(chosen === undefined ? undefined : { id, color: chosen })}
        />
      )}
      <h2 id="detail-name" ref={heading} tabIndex={-1}>
        {icon?.name ?? id}
      </h2>
      {failure !== undefined && <FailureNote failure={failure} onRetry={onRetry} onAskKey={onAskKey} />}
      {icon !== undefined && <Facts icon={icon} hashHref={props.hashHref} isPro={answer?._meta.tier === "pro"} />}
      {icon?.phash !== undefined && <SimilarIcons {...props} />}
      {icon !== undefined && <RequestView what="this icon" url={requestUrl(path)} withKey={api.key !== undefined} />}
    </aside>
  );
}

interface BackdropProps {
  readonly backdrop: Backdrop;
  onBackdrop(backdrop: Backdrop): void;
}

function BackdropChoice({ backdrop, onBackdrop }: BackdropProps) {
  return (
    <fieldset class="backdrops">
      <legend class="hidden">Background</legend>
      {BACKDROPS.map((known) => (
        <label key={known} title={`${known} background`}>
          <input
            type="radio"
            name="backdrop"
            checked={known === backdrop}
            onChange={() => {
              onBackdrop(known);
              remember("backdrop", known);
            }}
          />
          <span aria-hidden="true" class={`swatch on-${known}`} />
          <span class="hidden">{known}</span>
        </label>
      ))}
    </fieldset>
  );
}
