import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Sort } from "../catalog/sorts.js";
import type { Meta } from "../client/responses.js";
import { RESERVE } from "./api.js";
import { Glyph } from "./glyph.js";
import { DENSITIES, type Density } from "./grid-layout.js";
import type { IconList } from "./icon-list.js";
import { recall, remember } from "./preferences.js";
import type { Selection } from "./selection.js";

const NAMES = Object.keys(DENSITIES) as Density[];

const THEMES = ["auto", "light", "dark"] as const;

interface DensityProps {
  readonly density: Density;
  onDensity(density: Density): void;
}

interface PlanProps {
  /** Metadata of the last response. */
  readonly meta: Meta | undefined;
  onClick(): void;
}
type Theme = (typeof THEMES)[number];

/** Chooses the size of the icons. */
export function DensityChoice({ density, onDensity }: DensityProps) {
  return (
    <fieldset class="density">
      <legend class="hidden">Icon size</legend>
      {NAMES.map((name) => (
        <label key={name} title={`${name} icons`}>
          <input type="radio" name="density" checked={name === density} onChange={() => onDensity(name)} />
          <span aria-hidden="true" class={`square ${name}`} />
          <span class="hidden">{name}</span>
        </label>
      ))}
    </fieldset>
  );
}

const ORDER_NAMES: Readonly<Record<Sort, string>> = {
  relevance: "Relevance",
  name: "Name",
  newest: "Newest",
  updated: "Last updated",
  look: "Look",
  color: "Nearest color",
};

interface OrderProps {
  readonly order: Sort;
  /** Those that this result has. */
  readonly orders: readonly Sort[];
  onOrder(order: Sort): void;
}

/** Chooses the order of the icons. */
export function OrderChoice({ order, orders, onOrder }: OrderProps) {
  return (
    <label class="order">
      <Glyph name="sort" />
      <span class="hidden">Sort by</span>
      <select value={order} onChange={(event) => onOrder(event.currentTarget.value as Sort)}>
        {orders.map((known) => (
          <option key={known} value={known} selected={known === order}>
            {ORDER_NAMES[known]}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Makes clicks select icons instead of opening them. */
export function SelectButton({ selection: { isActive, activate } }: { readonly selection: Selection }) {
  return (
    <button
      type="button"
      class="tool"
      aria-label="Select icons"
      title="Select icons: click one, then Shift and another for all between"
      aria-pressed={isActive}
      onClick={() => activate(!isActive)}
    >
      <Glyph name="select" />
    </button>
  );
}

interface SurpriseProps {
  /** Undefined until the first response. */
  readonly list: IconList | undefined;
  onOpen(id: string): void;
}

/** Opens a random icon of the result. */
export function SurpriseButton({ list, onOpen }: SurpriseProps) {
  const open = async (): Promise<void> => {
    // The list shows failures of its own; for one of a single icon, another click is a remedy.
    const icon = await list?.load(Math.floor(Math.random() * (list.total ?? 0))).catch(() => undefined);
    if (icon !== undefined) onOpen(icon.id);
  };
  return (
    <button type="button" class="tool" aria-label="Surprise me" title="Surprise me: a random icon" onClick={open}>
      <Glyph name="dice" />
    </button>
  );
}

interface ImageButtonProps {
  /** Shown in place of a glyph. */
  readonly text?: string;
  onImage(file: Blob): void;
}

/** Chooses an image to find similar icons. */
export function ImageButton({ text, onImage }: ImageButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        class={text === undefined ? "tool" : "button"}
        aria-label={text === undefined ? "By image" : undefined}
        title="Find icons similar to an image: choose, drop or paste one"
        onClick={() => input.current?.click()}
      >
        {text ?? <Glyph name="image" />}
      </button>
      <input
        ref={input}
        type="file"
        accept="image/*,.svg"
        aria-label="Image file"
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file !== undefined) onImage(file);
        }}
      />
    </>
  );
}

/** Shows the plan and the remaining quota; opens the key dialog. */
export function PlanButton({ meta, onClick }: PlanProps) {
  const { rate_limit: limit = -1, rate_remaining: left = -1 } = meta ?? {};
  return (
    <button
      type="button"
      class={left >= 0 && left <= limit * RESERVE ? "plan low" : "plan"}
      title="API key"
      onClick={onClick}
    >
      {meta?.tier === undefined ? (
        "API key"
      ) : (
        <>
          <b>{meta.tier}</b>{" "}
          {limit < 0 ? (
            <span class="of">unlimited</span>
          ) : (
            <span>
              {left}
              <span class="of">{` of ${limit}`}</span> left
            </span>
          )}
        </>
      )}
    </button>
  );
}

/** Cycles through system, light and dark colors. */
export function ThemeButton() {
  const [theme, setTheme] = useState<Theme>("auto");
  useLayoutEffect(() => setTheme(THEMES.find((known) => known === recall("theme")) ?? "auto"), []);
  const choose = (chosen: Theme): void => {
    setTheme(chosen);
    document.documentElement.dataset.theme = chosen;
    remember("theme", chosen === "auto" ? undefined : chosen);
  };
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] as Theme;
  return (
    <button
      type="button"
      class="tool theme"
      aria-label={`Colors: ${theme}`}
      title={`Colors: ${theme}`}
      onClick={() => choose(next)}
    >
      <Glyph name={theme} />
    </button>
  );
}
