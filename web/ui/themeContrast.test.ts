import { readFileSync } from "node:fs";
import { join } from "node:path";
import { contrast } from "@survey-app/contract/text/contrast.ts";
import { describe, expect, test } from "vitest";
import { type Accent, readAccent } from "../../server/config/accent.ts";

const css = readFileSync(join(import.meta.dirname, "theme.css"), "utf8");
const [usual = "", more = ""] = css.split("@media (prefers-contrast: more)");

/** The colors of a part of the style sheet, by role: in the light theme and in the dark one. */
const colorsOf = (part: string) =>
  new Map(
    [...part.matchAll(/--color-([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
      ([, role = "", light = "", dark = ""]) => [role, [light, dark] as const],
    ),
  );

const GROUNDS = ["ground", "surface", "sunken", "accent-soft", "yes-soft", "no-soft", "danger-soft"];
const TEXTS = ["ink", "muted", "accent", "yes", "no", "unsure", "danger"];

const usualColors = colorsOf(usual);
const moreColors = new Map([...usualColors, ...colorsOf(more)]);

describe.each([
  ["usual colors", usualColors, { texts: 4.5, edges: 3, grounds: ["ground", "surface"] }],
  ["colors of more contrast", moreColors, { texts: 7, edges: 4.5, grounds: GROUNDS }],
] as const)("%s", (_, colors, { texts, edges, grounds }) => {
  const of = (role: string, theme: 0 | 1) => colors.get(role)?.[theme] ?? "";
  test.each([0, 1] as const)("texts and edges stand out from the grounds (theme %i)", (theme) => {
    for (const ground of grounds) {
      for (const text of TEXTS)
        expect(contrast(of(text, theme), of(ground, theme)), `${text} on ${ground}`).toBeGreaterThanOrEqual(texts);
      const edge = contrast(of("line-strong", theme), of(ground, theme));
      expect(edge, `edge of a field on ${ground}`).toBeGreaterThanOrEqual(edges);
    }
    for (const filled of ["ink", "danger"])
      expect(contrast(of("on-ink", theme), of(filled, theme)), `on ${filled}`).toBeGreaterThanOrEqual(texts);
  });
});

// The lightest and the darkest, and barely readable ones.
test.each(["#000000,#ffffff", "#000000", "#846a00", "#3a44b8", "#b00020,#ffe9ec"])(
  "on the soft ground of a site's own color %s texts can be read, with more contrast at 7:1",
  (color) => {
    const accent = readAccent(color) as Accent;
    for (const theme of [0, 1] as const) {
      const [soft, moreSoft] = [accent.soft[theme], accent.more.soft[theme]];
      const of = (colors: typeof usualColors, role: string) => colors.get(role)?.[theme] ?? "";
      for (const text of [accent.color[theme], of(usualColors, "ink"), of(usualColors, "muted")])
        expect(contrast(text, soft), `${text} on ${soft}`).toBeGreaterThanOrEqual(4.5);
      const texts = TEXTS.filter((role) => role !== "accent").map((role) => of(moreColors, role));
      for (const text of [accent.more.color[theme], ...texts])
        expect(contrast(text, moreSoft), `${text} on ${moreSoft}`).toBeGreaterThanOrEqual(7);
      for (const ground of ["ground", "surface", "sunken"])
        expect(contrast(accent.more.color[theme], of(moreColors, ground)), ground).toBeGreaterThanOrEqual(7);
    }
  },
);
