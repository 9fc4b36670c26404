import { channelsOf, contrast, type Rgb } from "@survey-app/contract/text/contrast.ts";

/** The accent color of a site, and the soft background for it, in the light and the dark theme, as #rrggbb. */
interface AccentColors {
  color: readonly [light: string, dark: string];
  soft: readonly [light: string, dark: string];
}

export interface Accent extends AccentColors {
  /** For readers who want more contrast. */
  more: AccentColors;
}

/**
 * For each theme: the backgrounds of the accent color, the color that it is mixed with if it can't be read on them, the
 * largest percentage of it in the soft background, and the other text colors on that background (web/ui/theme.css).
 */
const THEMES = [
  {
    name: "light",
    grounds: ["#faf9f6", "#ffffff", "#f1efe9"],
    surface: "#ffffff",
    towards: "#000000",
    soft: 10,
    texts: { usual: ["#55605e"], more: ["#3d4846", "#07505a", "#7a3306", "#8a1a14"] },
  },
  {
    name: "dark",
    grounds: ["#0e1313", "#151c1c", "#1c2525"],
    surface: "#151c1c",
    towards: "#ffffff",
    soft: 20,
    texts: { usual: ["#a3b3b0"], more: ["#c3d0cd", "#7fd9e5", "#f9c093", "#ffccc6"] },
  },
] as const;
type Theme = (typeof THEMES)[number];

/** The least contrasts of texts: of WCAG 2.2 AA, and of AAA for readers who want more. */
const CONTRAST_MIN = { usual: 4.5, more: 7 } as const;
type Level = keyof typeof CONTRAST_MIN;

/** The number of steps in the search for a readable color: more than a channel has values. */
const STEPS = 256;

/**
 * Reads a site's color: one for both themes, lightened for the dark one as far as needed, or two separated by a comma.
 * @returns why the color can't be used, as the end of a sentence after the setting's name
 */
export function readAccent(text: string): Accent | string {
  const [light, dark, ...others] = text.toLowerCase().split(/\s*,\s*/);
  if (!light || others.length > 0 || ![light, dark ?? light].every((each) => /^#[\da-f]{6}$/.test(each)))
    return "must be a color like #3a44b8, or one for the light theme and one for the dark, like #3a44b8,#aab4ff";
  const [lightTheme, darkTheme] = THEMES;
  const color = [light, dark ?? nearestReadable(light, darkTheme, "usual")] as const;
  const flaw = describeFlaw(light, lightTheme) ?? describeFlaw(color[1], darkTheme);
  const more = [nearestReadable(light, lightTheme, "more"), nearestReadable(color[1], darkTheme, "more")] as const;
  return flaw ?? { ...withGrounds(color, "usual"), more: withGrounds(more, "more") };
}

const withGrounds = (color: AccentColors["color"], level: Level): AccentColors => ({
  color,
  soft: [softOf(color[0], THEMES[0], level), softOf(color[1], THEMES[1], level)],
});

function describeFlaw(color: string, theme: Theme): string | null {
  const least = CONTRAST_MIN.usual;
  const contrast = contrastIn(color, theme, "usual");
  if (contrast >= least) return null;
  // Rounded down, so that no failing contrast looks like one that passes.
  const shown = Math.floor(contrast * 100) / 100;
  return `must be readable in the ${theme.name} theme: ${color} has a contrast of ${shown}:1 there instead of ${least}:1, and the nearest color that can be read is ${nearestReadable(color, theme, "usual")}`;
}

/** The first color between `color` and black or white that can be read in a theme. */
function nearestReadable(color: string, theme: Theme, level: Level): string {
  const mixed = Array.from({ length: STEPS + 1 }, (_, step) => mix(theme.towards, color, step / STEPS));
  return mixed.find((each) => contrastIn(each, theme, level) >= CONTRAST_MIN[level]) ?? theme.towards;
}

/** The least contrast of a color with its backgrounds in a theme, its own soft one included. */
const contrastIn = (color: string, theme: Theme, level: Level): number =>
  Math.min(...[...theme.grounds, softOf(color, theme, level)].map((ground) => contrast(color, ground)));

/** A color's soft background: as much of the color as keeps the other texts on it readable. */
function softOf(color: string, { surface, soft, texts }: Theme, level: Level): string {
  const isReadable = (ground: string) => texts[level].every((text) => contrast(text, ground) >= CONTRAST_MIN[level]);
  const mixed = Array.from({ length: soft }, (_, step) => mix(color, surface, (soft - step) / 100));
  return mixed.find(isReadable) ?? surface;
}

/** @param share of the first color, from 0 to 1 */
function mix(first: string, second: string, share: number): string {
  const [one, other] = [channelsOf(first), channelsOf(second)];
  return toHex(one.map((value, index) => Math.round(value * share + (other[index] ?? 0) * (1 - share))));
}

const toHex = (color: Rgb): string => `#${color.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
