import type { Palette } from "../palettes.ts";

export type Motif = {
  /** Half of its width in pixels; companions stand outside of it. */
  reach: number;
  draw: (colours: Palette) => string;
};
