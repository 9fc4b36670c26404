/** The accent color of a site, and the soft ground behind it: in the light theme and in the dark one, as #rrggbb. */
export interface Accent {
  color: readonly [light: string, dark: string];
  soft: readonly [light: string, dark: string];
}

type Rgb = readonly number[];

/** What the accent color stands on (web/ui/theme.css), and what it is mixed with if it can't be read there. */
const THEMES = [
  { name: "light", grounds: ["#faf9f6", "#ffffff", "#f1efe9"], surface: "#ffffff", soft: 0.1, towards: "#000000" },
  { name: "dark", grounds: ["#0e1313", "#151c1c", "#1c2525"], surface: "#151c1c", soft: 0.2, towards: "#ffffff" },
] as const;
type Theme = (typeof THEMES)[number];

/** The contrast of texts that WCAG 2.2 AA demands. */
const CONTRAST_MIN = 4.5;
/** How finely a color that can be read is searched for: more steps than a channel has values. */
const STEPS = 256;

/**
 * Reads a site's color: one for both themes, which the dark one lightens as far as it needs, or two separated by a comma.
 * @returns why the color can't be used, as the end of a sentence after the setting's name
 */
export function readAccent(text: string): Accent | string {
  const [light, dark, ...more] = text.toLowerCase().split(/\s*,\s*/);
  if (!light || more.length > 0 || ![light, dark ?? light].every((each) => /^#[\da-f]{6}$/.test(each)))
    return "must be a color like #3a44b8, or one for the light theme and one for the dark, like #3a44b8,#aab4ff";
  const [lightTheme, darkTheme] = THEMES;
  const color = [light, dark ?? nearestReadable(light, darkTheme)] as const;
  const flaw = describeFlaw(light, lightTheme) ?? describeFlaw(color[1], darkTheme);
  return flaw ?? { color, soft: [softOf(light, lightTheme), softOf(color[1], darkTheme)] };
}

function describeFlaw(color: string, theme: Theme): string | null {
  const contrast = contrastIn(color, theme);
  if (contrast >= CONTRAST_MIN) return null;
  // Rounded down, so that no failing contrast looks like one that passes.
  const shown = Math.floor(contrast * 100) / 100;
  return `must be readable in the ${theme.name} theme: ${color} has a contrast of ${shown}:1 there instead of ${CONTRAST_MIN}:1, and the nearest color that can be read is ${nearestReadable(color, theme)}`;
}

/** The first color between `color` and black or white that can be read in a theme. */
function nearestReadable(color: string, theme: Theme): string {
  const mixed = Array.from({ length: STEPS + 1 }, (_, step) => mix(theme.towards, color, step / STEPS));
  return mixed.find((each) => contrastIn(each, theme) >= CONTRAST_MIN) ?? theme.towards;
}

/** The least contrast of a color with what it stands on in a theme, its own soft ground included. */
const contrastIn = (color: string, theme: Theme): number =>
  Math.min(...[...theme.grounds, softOf(color, theme)].map((ground) => contrast(color, ground)));

const softOf = (color: string, { surface, soft }: Theme): string => mix(color, surface, soft);

/** @param share of the first color, from 0 to 1 */
function mix(first: string, second: string, share: number): string {
  const [one, other] = [channels(first), channels(second)];
  return toHex(one.map((value, at) => Math.round(value * share + (other[at] ?? 0) * (1 - share))));
}

const channels = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
const toHex = (color: Rgb): string => `#${color.map((value) => value.toString(16).padStart(2, "0")).join("")}`;

/** The contrast of two colors, from 1 to 21 (WCAG 2.2). */
/** The contrast of two colors like #14201f, from 1 to 21 (WCAG 2). */
export function contrast(first: string, second: string): number {
  const [darker = 0, lighter = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = channels(hex).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
