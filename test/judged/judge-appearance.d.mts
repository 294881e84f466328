/** What was seen in an icon. */
export interface SeenIcon {
  readonly id: string;
  readonly chosen: "sample" | "rare";
  readonly style: string;
  /** Styles that are acceptable too. */
  readonly alsoStyle?: readonly string[];
  /** Labels that somebody would name at once, most present first; those of one colour are joined by `|`. */
  readonly colors: readonly string[];
  /** Labels that may be named too. */
  readonly alsoColors?: readonly string[];
}

/** What was measured of an icon. */
export interface MeasuredIcon {
  /** Labels, most present first. */
  readonly colors: readonly string[];
  readonly style: string | undefined;
}

/** Shares are from 0 to 1, and undefined of nothing. */
export interface AppearanceJudgement {
  readonly icons: number;
  readonly style: {
    readonly right: number;
    readonly acceptable: number;
    /** How often each style, row by row, was measured as each; both as in `STYLES`. */
    readonly confusion: readonly (readonly number[])[];
    readonly byStyle: readonly {
      readonly style: string;
      readonly seen: number;
      readonly measured: number;
      readonly precision: number | undefined;
      readonly acceptable: number | undefined;
      readonly recall: number | undefined;
    }[];
    readonly missed: readonly { readonly id: string; readonly seen: string; readonly measured: string | undefined }[];
  };
  readonly color: {
    /** Of the labels measured, those that may be named. */
    readonly precision: number;
    /** Of the colours named, those with one of their labels. */
    readonly recall: number;
    /** Icons whose first label is that of the first colour. */
    readonly first: number;
    /** Icons without a wrong or absent label. */
    readonly right: number;
    readonly byLabel: readonly {
      readonly label: string;
      readonly seen: number;
      readonly measured: number;
      readonly precision: number | undefined;
      readonly recall: number | undefined;
    }[];
    readonly missed: readonly {
      readonly id: string;
      readonly wrong: readonly string[];
      readonly absent: readonly string[];
    }[];
  };
}

export declare const STYLES: readonly string[];

/** Compares measured colours and styles with the truth of `appearance.json`. */
export declare function judgeAppearance(
  icons: readonly SeenIcon[],
  measuredOf: (id: string) => MeasuredIcon,
): AppearanceJudgement;
