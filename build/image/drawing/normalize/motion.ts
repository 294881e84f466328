const COMMAND = /([mlhvcsqtaz])([^mlhvcsqtaz]*)/gi;
const NUMBER = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;
/** Numbers of a path command, the last two of which are a point but for `h`, `v` and `z`. */
const SIZES: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, a: 7 };

/** A path of a motion and where it ends. */
export interface Motion {
  readonly x: number;
  readonly y: number;
  /** The same path, moved so that it ends at the origin. */
  readonly path: string;
}

/** The motion along a path; undefined if the path is not valid. */
export function motionAlong(path: string): Motion | undefined {
  const commands = [...path.matchAll(COMMAND)].flatMap(([, name, text]) => parts(name!, numbersIn(text!)));
  if (commands[0]?.name.toLowerCase() !== "m" || commands.some(({ isValid }) => !isValid)) return undefined;
  // The first point is absolute in any case.
  commands[0].name = "M";
  let [x, y, left, top] = [0, 0, 0, 0];
  for (const { name, numbers } of commands) {
    const kind = name.toLowerCase();
    const isRelative = name === kind;
    if (kind === "z") [x, y] = [left, top];
    else if (kind !== "v") x = numbers.at(kind === "h" ? -1 : -2)! + (isRelative ? x : 0);
    if (kind !== "z" && kind !== "h") y = numbers.at(-1)! + (isRelative ? y : 0);
    if (kind === "m") [left, top] = [x, y];
  }
  const moved = commands.map(({ name, numbers }) => name + moveBack(name, numbers, x, y).join(" "));
  return { x: round(x), y: round(y), path: moved.join("") };
}

interface Command {
  name: string;
  readonly numbers: readonly number[];
  readonly isValid: boolean;
}

function numbersIn(text: string): number[] {
  return text.match(NUMBER)?.map(Number) ?? [];
}

/** A command once for each group of its numbers; those of a move after the first are lines. */
function parts(name: string, numbers: readonly number[]): Command[] {
  const size = SIZES[name.toLowerCase()];
  if (size === undefined) return [{ name, numbers: [], isValid: numbers.length === 0 }];
  const isValid = numbers.length > 0 && numbers.length % size === 0;
  const repeated = name === "m" ? "l" : name === "M" ? "L" : name;
  return Array.from({ length: Math.ceil(numbers.length / size) || 1 }, (_, at) => {
    return { name: at === 0 ? name : repeated, numbers: numbers.slice(at * size, (at + 1) * size), isValid };
  });
}

/** The numbers of a command of a path that is moved by a negative distance. */
function moveBack(name: string, numbers: readonly number[], x: number, y: number): number[] {
  if (name === name.toLowerCase()) return [...numbers];
  if (name === "A") return [...numbers.slice(0, 5), round(numbers[5]! - x), round(numbers[6]! - y)];
  return numbers.map((number, at) => round(number - (name === "V" || at % 2 === 1 ? y : x)));
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
