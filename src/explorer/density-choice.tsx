import { DENSITIES, type Density } from "./grid-layout.js";

const NAMES = Object.keys(DENSITIES) as Density[];

interface DensityProps {
  readonly density: Density;
  onDensity(density: Density): void;
}

/** How large the icons are. */
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
