/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** Channel values of the color cube in xterm's 256 colors, which begins at 16 and is followed by 24 grays. */
const LEVELS = [0, 95, 135, 175, 215, 255];
const CUBE = 16;
const GRAYS = 232;

/** Escape sequence for the text color. Terminals that don't announce full color get the nearest of 256. */
export function inkOf(color: Rgb): string {
  return `\u001b[38;${parametersOf(color)}m`;
}

/** Escape sequence for the background color. */
export function groundOf(color: Rgb): string {
  return `\u001b[48;${parametersOf(color)}m`;
}

/** Resets all colors. */
export const PLAIN = "\u001b[0m";

/** Parses `#rrggbb`. */
export function parseRgb(hex: string): Rgb {
  const channelAt = (at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
  return [channelAt(1), channelAt(3), channelAt(5)];
}

function parametersOf(color: Rgb): string {
  return hasAllColors() ? `2;${color.join(";")}` : `5;${nearestOf256(color)}`;
}

function hasAllColors(): boolean {
  return process.stdout.getColorDepth() === 24;
}

/** The number of the nearest of xterm's colors 16 to 255; the first sixteen look different in every terminal. */
export function nearestOf256(color: Rgb): number {
  const steps = color.map(nearestLevel);
  const mean = (color[0] + color[1] + color[2]) / 3;
  const gray = Math.min(23, Math.max(0, Math.round((mean - 8) / 10)));
  const inCube = squaredDistance(
    color,
    steps.map((step) => LEVELS[step]!),
  );
  const inGrays = squaredDistance(color, Array(3).fill(8 + 10 * gray));
  return inGrays < inCube ? GRAYS + gray : CUBE + 36 * steps[0]! + 6 * steps[1]! + steps[2]!;
}

function nearestLevel(channel: number): number {
  let nearest = 0;
  for (let step = 1; step < LEVELS.length; step++)
    if (Math.abs(LEVELS[step]! - channel) < Math.abs(LEVELS[nearest]! - channel)) nearest = step;
  return nearest;
}

function squaredDistance(color: Rgb, other: readonly number[]): number {
  return color.reduce((sum, channel, at) => sum + (channel - other[at]!) ** 2, 0);
}
