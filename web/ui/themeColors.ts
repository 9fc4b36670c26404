/** A color of the light theme and of the dark one, like #14201f. */
export type Themed = readonly [light: string, dark: string];

/** The opaque colors of `theme.css`, or of a part of it, by their roles. */
export const themeColors = (css: string): Map<string, Themed> =>
  new Map(
    [...css.matchAll(/--color-([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
      ([, role = "", light = "", dark = ""]) => [role, [light, dark]],
    ),
  );

/** The roles of grounds on which texts stand. */
export const GROUNDS = ["ground", "surface", "sunken", "accent-soft", "yes-soft", "no-soft", "danger-soft"];

/** The roles of texts. */
export const TEXTS = ["ink", "muted", "accent", "yes", "no", "unsure", "danger"];
