import { food, type Palette } from "../palettes.ts";
import { bowl, box, disc, each, fill, glass, leaf, place, shadow, solid, stroke, taper } from "../shapes.ts";
import type { Motif } from "./motif.ts";

const jar = (
  x: number,
  floor: number,
  half: number,
  height: number,
  level: number,
  content: string,
  lid: string,
): string =>
  fill(box(x - half + 6, floor - height * level, 2 * half - 12, height * level - 5, 14), content) +
  glass(box(x - half, floor - height, 2 * half, height, 22)) +
  solid(box(x - half + 6, floor - height - 26, 2 * half - 12, 30, 10), lid);

const jars = (p: Palette): string =>
  [
    shadow(0, 320),
    jar(-240, 0, 68, 200, 0.72, food.crumb, p.ink),
    jar(-84, 0, 76, 262, 0.58, p.second, food.wood),
    jar(76, 0, 66, 168, 0.8, p.leaf, p.ink),
    jar(230, 0, 74, 226, 0.5, p.accent, food.wood),
    each([-240, -84, 76, 230], (x, i) => fill(box(x - 34, [-104, -120, -92, -96][i] ?? -100, 68, 40, 8), p.paper, 0.9)),
  ].join("");

const boxes = (p: Palette): string => {
  const container = (x: number, floor: number, width: number, height: number, colour: string, lid: string) =>
    solid(box(x - width / 2, floor - height, width, height, 18), colour) +
    fill(box(x - width / 2 + 22, floor - height * 0.66, width - 44, height * 0.36, 8), p.paper, 0.55) +
    solid(box(x - width / 2 - 10, floor - height - 18, width + 20, 26, 10), lid);
  return [
    shadow(-90, 200),
    shadow(200, 130),
    container(-100, 0, 340, 112, p.main, p.ink),
    container(-110, -130, 270, 86, p.second, p.paper),
    container(-84, -234, 190, 70, p.accent, p.ink),
    container(200, 0, 210, 150, p.second, p.paper),
    container(206, -168, 150, 64, p.main, p.ink),
  ].join("");
};

const fridge = (p: Palette): string =>
  [
    shadow(60, 260),
    fill(box(-160, -12, 40, 14, 4) + box(90, -12, 40, 14, 4), p.ink),
    solid(box(-190, -364, 350, 354, 20), p.main),
    fill(box(-168, -342, 306, 312, 10), p.paper),
    each([-246, -152], (y) => fill(box(-168, y, 306, 9), p.metal)),
    fill(box(-140, -316, 44, 70, 8), p.second),
    fill(box(-132, -332, 28, 20, 4), p.ink),
    fill(box(-80, -296, 90, 50, 12), p.accent),
    fill(bowl(84, -286, 44, 40), p.leaf) + fill(disc(66, -290, 18) + disc(98, -292, 20), food.tomato),
    fill("M-140 -152v-40l96 -24v64Z", food.lemon),
    fill(box(-20, -206, 60, 54, 10), p.main) + fill(box(-24, -214, 68, 14, 6), p.ink),
    fill(disc(84, -178, 25), food.orange),
    fill(box(-150, -128, 130, 90, 12) + box(-8, -128, 130, 90, 12), p.metal, 0.55),
    each([-120, -84, -48], (x) => fill(disc(x, -74, 26), p.leaf)),
    each([24, 60, 94], (x) => fill(disc(x, -72, 24), food.tomato)),
    fill(box(-150, -64, 130, 26, 8) + box(-8, -64, 130, 26, 8), p.metal),
    solid("M160 -350L310 -376V6L160 -14Z", p.main),
    fill("M178 -330L292 -350V-16L178 -34Z", p.paper, 0.8),
    each([-236, -130, -40], (y) => fill(`M178 ${y}L292 ${y + (y < -150 ? -6 : 4)}v18L178 ${y + 16}Z`, p.metal)),
    fill(box(194, -290, 30, 52, 6), food.orange) +
      fill(box(240, -300, 34, 58, 6), p.second) +
      fill(box(196, -182, 34, 52, 6), p.ink) +
      fill(disc(258, -152, 24, 26), food.cream),
  ].join("");

const drawers = (p: Palette): string =>
  [
    shadow(0, 300),
    each(
      [-230, -170],
      (x, i) =>
        stroke(`M${x} -196V${-300 - i * 26}`, food.woodDark, 11) + fill(disc(x, -306 - i * 26, 20, 30), food.wood),
    ),
    stroke("M-116 -196V-306", p.metal, 10),
    fill("M-138 -352h44v36q0 22 -22 22t-22 -22Z", p.metal),
    solid(taper(60, -270, -200, 110, 100, 20), p.second),
    stroke("M164 -254H262", p.ink, 16),
    fill(box(-56, -280, 232, 16, 8), p.ink),
    solid(box(-290, -110, 580, 110, 12), p.main),
    fill(box(-310, -222, 620, 20, 6), p.ink, 0.3),
    solid(box(-316, -208, 632, 106, 14), p.main),
    fill(box(-290, -102, 580, 16), "#000", 0.2),
    solid(box(-70, -166, 140, 20, 10), p.accent),
    solid(box(-64, -56, 128, 18, 9), p.accent),
  ].join("");

const bins = (p: Palette): string =>
  [
    each([-230, 0, 230], (x, i) => {
      const colour = [p.leaf, p.main, p.accent][i] ?? p.main;
      const height = [210, 250, 210][i] ?? 210;
      return (
        shadow(x, 110) +
        solid(taper(x, -height, 0, 106, 84, 16), colour) +
        solid(`M${x - 116} ${-height - 6}q0 -44 44 -44h144q44 0 44 44v14h-232Z`, i === 1 ? p.second : p.ink) +
        fill(box(x - 32, -height - 34, 64, 14, 7), p.paper, 0.8) +
        fill(disc(x, -height / 2 + 4, 44), p.paper, 0.9)
      );
    }),
    leaf(-230, -72, 58, 24, p.leaf) + leaf(-230, -76, 46, -34, "#5f8a5c"),
    fill("M-14 -158H14V-142Q26 -134 26 -118V-82H-26V-118Q-26 -134 -14 -142Z", p.main),
    solid(box(206, -124, 48, 54, 5), food.wood),
    fill(box(225, -124, 10, 54), p.paper, 0.7),
  ].join("");

const hooks = (p: Palette): string =>
  [
    solid(box(-350, -346, 700, 16, 8), p.ink),
    each([-260, -110, 20, 130, 260], (x) => stroke(`M${x} -338v20q0 12 10 12`, p.metal, 7)),
    fill(box(-269, -312, 18, 130, 9), p.ink) +
      solid(disc(-260, -130, 84), p.main) +
      fill(disc(-260, -130, 62), "#000", 0.14),
    fill(box(-117, -312, 14, 140, 7), food.woodDark) + solid("M-142 -184h64v48q0 28 -32 28t-32 -28Z", food.wood),
    fill(box(13, -312, 14, 126, 7), p.metal) + solid(bowl(4, -190, 46, 52), p.metal),
    fill(box(123, -312, 14, 104, 7), p.second) +
      each([-26, -9, 9, 26], (dx) =>
        stroke(`M130 -212C${130 + dx * 1.9} -186 ${130 + dx * 1.7} -122 130 -110`, p.metal, 6),
      ),
    fill(box(251, -312, 18, 90, 9), p.ink) +
      solid(taper(260, -226, -122, 82, 78, 20), p.second) +
      fill(box(172, -232, 176, 16, 8), p.ink),
    shadow(0, 150),
    each([-90, -30, 34, 90], (x, i) => solid(disc(x, -56, 40), i % 2 ? food.lemon : food.orange)),
    solid(bowl(0, -54, 160, 54), p.paper),
  ].join("");

const basket = (p: Palette): string =>
  [
    shadow(0, 250),
    stroke("M-180 -150C-150 -370 150 -370 180 -150", food.woodDark, 18),
    each([-140, -100, -64], (x, i) => leaf(x, -160, 120, -40 + i * 26, i % 2 ? "#5f8a5c" : p.leaf)),
    solid(disc(10, -176, 56), food.tomato),
    leaf(10, -226, 30, -46, p.leaf) + leaf(10, -226, 30, 40, p.leaf),
    place(
      116,
      -150,
      solid("M-30 0C-34 -70 -20 -110 0 -130C20 -110 34 -70 30 0Z", food.orange) +
        leaf(0, -126, 54, -18, p.leaf) +
        leaf(0, -126, 54, 22, p.leaf),
      24,
    ),
    solid(disc(-66, -164, 46), p.second),
    solid(taper(0, -150, 0, 226, 176, 26), food.wood),
    each([-112, -72, -32], (y, row) =>
      each([-3, -2, -1, 0, 1, 2, 3], (column) =>
        fill(
          box(column * 54 - 20 + (row % 2 ? 20 : 0) - (row % 2 ? 20 : 0), y - 12, 40 - row * 2, 22, 9),
          food.woodDark,
          row % 2 ? 0.5 : 0.75,
        ),
      ),
    ),
    solid(box(-242, -166, 484, 28, 14), food.woodDark),
  ].join("");

const breadBox = (p: Palette): string =>
  [
    shadow(0, 320),
    solid("M-290 0V-130C-290 -220 -230 -262 -150 -262H60C140 -262 190 -220 190 -130V0Z", p.main),
    fill("M-250 -20V-126C-250 -196 -210 -224 -150 -224H50C112 -224 150 -196 150 -126V-20Z", p.ink),
    solid("M-220 -20c-14 -104 56 -130 120 -118c60 -16 180 -6 170 118Z", food.crust),
    stroke("M-150 -110l24 40M-90 -118l26 44M-30 -116l24 40", food.crumb, 9),
    fill("M-250 -150C-250 -200 -210 -224 -150 -224H50C112 -224 150 -196 150 -150Z", p.main),
    solid(box(-90, -176, 80, 20, 10), p.accent),
    solid(box(-310, -20, 520, 20, 8), food.wood),
    place(
      262,
      0,
      fill("M-56 0V-96c-20 -34 24 -50 56 -44c32 -6 76 10 56 44V0Z", food.crust) +
        fill("M-44 -6V-92c-14 -26 18 -38 44 -34c26 -4 58 8 44 34V-6Z", food.crumb),
      6,
    ),
  ].join("");

export const storage = {
  jars: { reach: 325, draw: jars },
  boxes: { reach: 320, draw: boxes },
  fridge: { reach: 320, draw: fridge },
  drawers: { reach: 325, draw: drawers },
  bins: { reach: 355, draw: bins },
  hooks: { reach: 360, draw: hooks },
  basket: { reach: 260, draw: basket },
  breadBox: { reach: 330, draw: breadBox },
} satisfies Record<string, Motif>;
