import { useContext, useState } from "preact/hooks";
import { Drawings, drawingAttributes, imageAddress } from "./drawings.js";
import { BACKDROPS, type Backdrop, FRAMES, type Frame, type ShownImage } from "./shown-image.js";
import { Tile } from "./tile.js";

/** Sides of the image in pixels: of one with its background, and of one without. */
const FRAMED_SIDE = 176;
const DRAWING_SIDE = 136;
/** Of a raster image, for screens of any density. */
const RASTER_SIDE = 512;

const BACKDROP_NAMES: Readonly<Record<Backdrop, string>> = {
  page: "on the page",
  light: "on white",
  dark: "on black",
  checkered: "on checks",
};
const FRAME_NAMES: Readonly<Record<Frame, string>> = {
  rounded: "rounded background",
  square: "square background",
  circle: "round background",
  none: "no background",
};

interface StageProps {
  readonly id: string;
  readonly name: string;
  /** Undefined until it is known. */
  readonly shown: ShownImage | undefined;
  /** Whether the icon can't be shown. */
  readonly isMissing: boolean;
}

/** The image of an icon as it is copied and downloaded. */
export function Stage({ id, name, shown, isMissing }: StageProps) {
  const drawings = useContext(Drawings);
  const [failed, setFailed] = useState<string>();
  const { item, isFramed = false, parameters = {}, backdrop = "page" } = shown ?? {};
  const src =
    item &&
    (item.drawing ? imageAddress(id, ".svg", parameters) : imageAddress(id, "", { ...parameters, size: RASTER_SIDE }));
  const drawing = item?.drawing ? drawings(id, parameters) : undefined;
  const side = isFramed ? FRAMED_SIDE : DRAWING_SIDE;
  return (
    <div class={`stage on-${backdrop}`}>
      {src !== undefined && src !== failed ? (
        <img
          {...(drawing === undefined ? { src } : drawingAttributes(drawing, src))}
          alt=""
          width={side}
          height={side}
          decoding="sync"
          onError={() => setFailed(src)}
        />
      ) : (
        (shown !== undefined || isMissing) && <Tile id={id} name={name} image={undefined} side={side} />
      )}
    </div>
  );
}

interface ChoicesProps {
  readonly shown: ShownImage;
  readonly frame: Frame;
  onFrame(frame: Frame): void;
  readonly backdrop: Backdrop;
  onBackdrop(backdrop: Backdrop): void;
}

/** Chooses the background of the image, which is copied with it, and what is behind the image, which is not. */
export function StageChoices({ shown, frame, onFrame, backdrop, onBackdrop }: ChoicesProps) {
  return (
    <div class="stage-choices">
      <Choices legend="Backdrop" values={BACKDROPS} names={BACKDROP_NAMES} chosen={backdrop} onChoose={onBackdrop} />
      {shown.hasFrames && (
        <Choices legend="Shape" values={FRAMES} names={FRAME_NAMES} chosen={frame} onChoose={onFrame} />
      )}
    </div>
  );
}

interface ChoiceProps<Value extends string> {
  readonly legend: string;
  readonly values: readonly Value[];
  readonly names: Readonly<Record<Value, string>>;
  readonly chosen: Value;
  onChoose(value: Value): void;
}

function Choices<Value extends string>({ legend, values, names, chosen, onChoose }: ChoiceProps<Value>) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      {values.map((value) => (
        <label key={value} title={names[value]}>
          <input type="radio" name={legend} checked={value === chosen} onChange={() => onChoose(value)} />
          <span aria-hidden="true" class={`swatch on-${value}`} />
          <span class="hidden">{names[value]}</span>
        </label>
      ))}
    </fieldset>
  );
}
