interface VariantsProps {
  readonly variants: boolean;
  onVariants(variants: boolean): void;
}

/** Whether what looks alike mirrored or inverted is wanted, too. */
export function VariantsChoice({ variants, onVariants }: VariantsProps) {
  return (
    <label class="check">
      <input type="checkbox" checked={variants} onChange={(event) => onVariants(event.currentTarget.checked)} />
      <span>Mirrored and inverted, too</span>
    </label>
  );
}
