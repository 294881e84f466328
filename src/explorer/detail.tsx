import { useEffect, useRef } from "preact/hooks";
import type { IconDetail } from "../client/answers.js";
import { requestUrl } from "./api.js";
import { Facts } from "./facts.js";
import { FailureNote } from "./failure-note.js";
import { LookAlikes, type LookAlikesProps } from "./look-alikes.js";
import { Picture } from "./picture.js";
import { RequestView } from "./request-view.js";
import { Sign } from "./sign.js";
import { useAnswer } from "./use-answer.js";

const PICTURE_SIDE = 128;

interface DetailProps extends LookAlikesProps {
  /** The address of the look-alikes of a hash. */
  hashHref(phash: string): string;
  onClose(): void;
}

/** One icon: its picture, what is known of it, and its look-alikes, each of which leads on. */
export function Detail(props: DetailProps) {
  const { api, id, onClose, onRetry, onAskKey } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const path = `icons/${encodeURIComponent(id)}`;
  const { answer, failure } = useAnswer<IconDetail>(api, path);
  const icon = answer?.data;
  useEffect(() => {
    heading.current?.focus();
    heading.current?.closest(".detail")?.scrollTo(0, 0);
  }, [id]);
  return (
    <aside class="detail" aria-labelledby="detail-name">
      <button type="button" class="tool close" aria-label="Close" title="Close (Esc)" onClick={onClose}>
        <Sign name="close" />
      </button>
      <div class="stage">
        <Picture id={id} name={icon?.name ?? id} side={PICTURE_SIDE} isSharp />
      </div>
      <h2 id="detail-name" ref={heading} tabIndex={-1}>
        {icon?.name ?? id}
      </h2>
      {failure !== undefined && <FailureNote failure={failure} onRetry={onRetry} onAskKey={onAskKey} />}
      {icon !== undefined && <Facts icon={icon} hashHref={props.hashHref} isPro={answer?._meta.tier === "pro"} />}
      {icon?.phash !== undefined && <LookAlikes {...props} />}
      {icon !== undefined && <RequestView what="this icon" url={requestUrl(path)} withKey={api.key !== undefined} />}
    </aside>
  );
}
