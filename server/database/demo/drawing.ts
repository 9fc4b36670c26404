import sharp from "sharp";
import type { DemoSurvey } from "./demoSurvey.ts";
import { companions } from "./motifs/companions.ts";
import type { Motif } from "./motifs/motif.ts";
import { motifs } from "./motifs/motifs.ts";
import { type Palette, palettes } from "./palettes.ts";
import { box, disc, each, fill, place, solid, stroke } from "./shapes.ts";

export const WIDTH = 1200;
export const HEIGHT = 600;

/** The table's back edge, on which motifs stand: cards crop to the middle, which keeps all that matters. */
const TABLE = 470;
const MIDDLE = WIDTH / 2;
/** Nothing but wall and table comes nearer than this to the left and right edge. */
const MARGIN = 70;

const backdrops: readonly ((p: Palette) => string)[] = [
  (p) => fill(disc(MIDDLE, 300, 262), p.glow),
  (p) => fill(`M300 ${TABLE}V340a300 300 0 0 1 600 0V${TABLE}Z`, p.glow),
  (p) =>
    fill(box(0, 250, WIDTH, TABLE - 250), p.glow, 0.75) +
    each([0, 1], (row) => stroke(`M0 ${250 + row * 110}H${WIDTH}`, p.wall, 5)) +
    each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10], (i) => stroke(`M${50 + i * 110} 250V${TABLE}`, p.wall, 5)),
  (p) =>
    fill(box(270, 70, 660, 330, 16), p.glow) +
    fill("M270 400V320C400 240 520 350 640 290S860 260 930 300V400Z", p.leaf, 0.35) +
    stroke("M600 72V400M272 220H928", p.wall, 10) +
    solid(box(246, 396, 708, 18, 8), p.glow),
  (p) =>
    each(
      [240, 960],
      (x) =>
        fill(`M${x - 60} 150H${x + 60}L${x + 190} ${TABLE}H${x - 190}Z`, p.glow, 0.8) +
        stroke(`M${x} 0V90`, p.ink, 5, 0.7) +
        fill(disc(x, 150, 22), p.accent) +
        solid(`M${x - 70} 152C${x - 64} 70 ${x + 64} 70 ${x + 70} 152Z`, p.ink),
    ),
  (p) =>
    each([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], (i) => fill(box(i * 120, 0, 60, TABLE), p.glow, 0.4)) +
    fill(disc(MIDDLE, 290, 250), p.glow),
];

const defs = (p: Palette): string => `<defs>
<linearGradient id="volume"><stop offset=".06" stop-color="#fff" stop-opacity="0"/><stop offset=".06" stop-color="#fff" stop-opacity=".2"/><stop offset=".12" stop-color="#fff" stop-opacity=".2"/><stop offset=".12" stop-color="#fff" stop-opacity="0"/><stop offset=".7" stop-opacity="0"/><stop offset=".7" stop-opacity=".1"/><stop offset="1" stop-opacity=".1"/></linearGradient>
<linearGradient id="wall" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".1"/><stop offset="1" stop-color="${p.ink}" stop-opacity=".1"/></linearGradient>
<linearGradient id="table" x2="0" y2="1"><stop stop-color="${p.ink}" stop-opacity="0"/><stop offset="1" stop-color="${p.ink}" stop-opacity=".12"/></linearGradient>
</defs>`;

/** Where companions stand: outside the motif, inside the margin; none where there is no room. */
function placesBeside(motif: Motif): number[] {
  const offset = Math.min(motif.reach + 120, MIDDLE - MARGIN - 90);
  return offset - motif.reach >= 100 ? [-offset, offset] : [];
}

/**
 * The picture of a demo survey as SVG, 1200 × 600, without any text. The same question at the same index always looks
 * the same; three steps through eight palettes keep neighbours apart, in the list and within a category.
 */
export function drawScene(question: Pick<DemoSurvey, "scene" | "category">, index: number): string {
  const palette = palettes[(index * 3) % palettes.length] as Palette;
  // Every other round through the palettes exchanges the two leading colours.
  const swapped = Math.floor(index / palettes.length) % 2 === 1;
  const p = swapped ? { ...palette, main: palette.second, second: palette.main } : palette;
  const motif: Motif = motifs[question.scene];
  const beside = companions[question.category];
  const backdrop = backdrops[index % backdrops.length];
  const mirrored = index % 3 === 1;

  const scene = [
    fill(box(0, 0, WIDTH, HEIGHT), p.wall),
    backdrop?.(p),
    fill(box(0, 0, WIDTH, TABLE), "url(#wall)"),
    fill(box(0, TABLE, WIDTH, HEIGHT - TABLE), p.table),
    fill(box(0, TABLE, WIDTH, HEIGHT - TABLE), "url(#table)"),
    fill(box(0, TABLE, WIDTH, 10), p.edge),
    ...placesBeside(motif).map((x, i) => place(MIDDLE + x, TABLE + 4, beside[(index + i) % beside.length]?.(p) ?? "")),
    place(MIDDLE, TABLE + 4, motif.draw(p)),
  ].join("");
  const whole = mirrored ? `<g transform="translate(${WIDTH}) scale(-1 1)">${scene}</g>` : scene;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${defs(p)}${whole}</svg>`;
}

export async function toWebp(svg: string): Promise<Buffer> {
  return await sharp(Buffer.from(svg)).webp({ quality: 82, effort: 4, smartSubsample: true }).toBuffer();
}
