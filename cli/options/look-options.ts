import { type Command, InvalidArgumentError } from "commander";
import { FLIPS, ImageOptionError, type ImageOptions, OUTLINES, ROTATIONS } from "../../src/images/image-options.js";
import { UsageError } from "../process/failure.js";
import { option } from "./options.js";

/** Flags for the look of an image, other than format and size. */
export interface LookFlags
  extends Pick<ImageOptions, "background" | "padding" | "radius" | "shape" | "flip" | "upscale"> {
  /** The `color` of the image, since `--color` is a filter. */
  readonly paint?: string;
  readonly rotate?: string;
}

/** The names of these flags. */
export const LOOK_FLAGS = ["paint", "background", "padding", "radius", "shape", "rotate", "flip", "upscale"] as const;

export function addLookOptions(command: Command): Command {
  return command
    .addOption(option("--paint <color>", "CSS color for drawings in a single color"))
    .addOption(option("--background <color>", "CSS color behind the image, or none"))
    .addOption(
      option("--padding <part>", "margin on each side, as a fraction of the side length: 0 to 0.5").argParser(
        fractionFrom(0, 0.5),
      ),
    )
    .addOption(
      option("--radius <part>", "radius of the corners, as a fraction of the side length: 0 to 0.5").argParser(
        fractionFrom(0, 0.5),
      ),
    )
    .addOption(option("--shape <outline>", "outline that clips the image, instead of --radius").choices(OUTLINES))
    .addOption(option("--rotate <degrees>", "turn clockwise").choices(ROTATIONS.map(String)))
    .addOption(option("--flip <how>", "mirror").choices([...FLIPS]))
    .addOption(option("--upscale", "enlarge raster images beyond their own size"));
}

/** The given image options. */
export function lookOf({ paint, background, padding, radius, shape, rotate, flip, upscale }: LookFlags): ImageOptions {
  const turned = rotate === undefined ? undefined : Number(rotate);
  const given = { color: paint, background, padding, radius, shape, rotate: turned, flip, upscale };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Converts an error about an image option to a usage error. Returns other errors unchanged. */
export function toUsageError(error: unknown): unknown {
  if (!(error instanceof ImageOptionError)) return error;
  const flag = error.option === "color" ? "paint" : error.option;
  return new UsageError(`--${flag} ${error.message.slice(error.option.length + 1)}`);
}

/** Creates a parser of numbers in a range. */
export function fractionFrom(least: number, most: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (!/^\d*\.?\d+$/.test(text) || value < least || value > most)
      throw new InvalidArgumentError(`Give a number from ${least} to ${most}.`);
    return value;
  };
}
