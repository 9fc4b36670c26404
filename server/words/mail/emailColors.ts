/** The colors of emails, those of the pages: in the light theme and in the dark one. */
const COLORS = {
  ground: ["#faf9f6", "#0e1313"],
  surface: ["#ffffff", "#151c1c"],
  line: ["#e3dfd6", "#2b3636"],
  ink: ["#14201f", "#ecf2f0"],
  muted: ["#55605e", "#a3b3b0"],
  accent: ["#3a44b8", "#aab4ff"],
  onAccent: ["#ffffff", "#0e1313"],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

/** The colors of each kind of element. The names are those of the style sheet's classes. */
const PAINTS = {
  ground: { "background-color": "ground" },
  surface: { "background-color": "surface", "border-color": "line" },
  bar: { "border-color": "accent" },
  ink: { color: "ink" },
  muted: { color: "muted" },
  link: { color: "accent" },
  filled: { "background-color": "accent" },
  on: { color: "onAccent" },
} as const satisfies Record<string, Record<string, keyof typeof COLORS>>;

/** A site's own accent color, in the light theme and in the dark one. */
export type EmailAccent = readonly [light: string, dark: string];

/** Creates the inline styles of an email's elements. @param accent null for the app's own */
export function createPaints(accent: EmailAccent | null) {
  const colors = { ...COLORS, ...(accent && { accent }) };
  const declare = (name: keyof typeof PAINTS, theme: 0 | 1, suffix = ""): string =>
    Object.entries(PAINTS[name])
      .map(([property, color]) => `${property}:${colors[color][theme]}${suffix}`)
      .join(";");
  return {
    /** A color of the light theme, for attributes. */
    paint: (color: keyof typeof COLORS): string => colors[color][0],
    /** The attributes of an element: its class, and its inline style with the colors of the light theme. */
    css: (name: keyof typeof PAINTS, look: string): string => `class="${name}" style="${look};${declare(name, 0)}"`,
    /**
     * The dark theme, which must be more important than the inline styles. Mail readers without style sheets invert the
     * light one.
     */
    styleSheet: `:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){${Object.keys(PAINTS)
      .map((name) => `.${name}{${declare(name as keyof typeof PAINTS, 1, "!important")}}`)
      .join("")}}`,
  };
}

export type Paints = ReturnType<typeof createPaints>;
