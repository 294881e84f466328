import type { Icon, IconItem } from "../client/responses.js";
import { Credits } from "./credits.js";
import { Tile } from "./tile.js";

type Variant = NonNullable<Icon["variants"]>[number];

/** Side of a small tile in pixels. */
const SIDE = 48;

interface VariantsProps {
  readonly icon: Icon;
  /** The variant in the large tile; undefined for the icon's own image. */
  readonly shown: string | undefined;
  onVariant(name: string | undefined): void;
}

/** Small tiles of an icon's own image and its variants; each shows its image in the large tile. */
export function Variants({ icon, shown, onVariant }: VariantsProps) {
  const { id, name, variants = [] } = icon;
  const own = { label: "default", variant: undefined, image: icon._image };
  const others = variants.map((variant) => ({
    label: variant.name,
    variant: variant.name,
    image: variantImage(variant),
  }));
  const credits = variants.find((variant) => variant.name === shown);
  return (
    <>
      <fieldset class="variants">
        <legend class="hidden">Variants</legend>
        {[own, ...others].map(({ label, variant, image }) => (
          <button
            key={label}
            type="button"
            title={label}
            aria-label={label}
            aria-pressed={variant === shown}
            onClick={() => onVariant(variant)}
          >
            <Tile id={id} name={name} image={image} side={SIDE} variant={variant} lazy />
          </button>
        ))}
      </fieldset>
      {credits !== undefined && <Credits what={credits.name} credits={credits} />}
    </>
  );
}

/** How to show a variant: one in light colors needs a dark tile, and the reverse. Undefined without an image. */
export function variantImage({ name, images }: Variant): IconItem["_image"] {
  if (images === undefined) return undefined;
  const [, color] = /(?:^|-)(light|dark)$/.exec(name) ?? [];
  const backdrop = color === undefined ? {} : { backdrop: color === "light" ? ("dark" as const) : ("light" as const) };
  return { drawing: images.svg !== undefined, ...backdrop };
}
