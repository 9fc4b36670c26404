import { food, type Palette } from "../palettes.ts";
import { box, disc, dome, each, fill, glass, leaf, place, shadow, solid, steam, stroke, taper } from "../shapes.ts";
import type { Motif } from "./motif.ts";

const cup = (x: number, colour: string, height = 96): string =>
  stroke(`M${x + 50} ${-height + 20}c44 -4 44 56 2 52`, colour, 14) + solid(taper(x, -height, 0, 62, 50, 26), colour);

const kettle = (p: Palette): string =>
  [
    shadow(0, 200),
    fill(box(-150, -18, 300, 18, 8), p.ink),
    stroke("M112 -262c110 -18 116 170 30 206", p.ink, 26),
    solid("M-100 -226L-196 -262q-6 40 60 110Z", p.main),
    solid("M-106 -276C-150 -170 -166 -90 -160 -40q2 22 24 22H136q22 0 24 -22C166 -90 150 -170 106 -276Z", p.main),
    solid(dome(0, -276, 108, 36), p.paper),
    solid(disc(0, -316, 19), p.accent),
    fill(box(-112, -284, 224, 14, 7), p.ink),
    fill(box(-22, -200, 44, 130, 22), p.ink, 0.25),
    fill("M-22 -130H22V-92q0 22 -22 22t-22 -22Z", p.accent),
    fill(disc(124, -44, 7), p.accent),
    steam(-214, -276, p.paper),
  ].join("");

const coffeeMaker = (p: Palette): string =>
  [
    shadow(0, 200),
    solid(box(60, -330, 130, 326, 16), p.main),
    solid("M-180 -330H150V-236H-180q-14 0 -14 -14V-316q0 -14 14 -14Z", p.main),
    solid(taper(-64, -238, -196, 96, 64, 12), p.ink),
    solid(box(-200, -28, 392, 28, 10), p.main),
    fill(box(-168, -38, 208, 12, 6), p.ink),
    stroke("M28 -156c58 -10 58 88 8 92", p.ink, 14),
    glass("M-112 -176H-16C30 -150 44 -100 24 -38H-152C-172 -100 -158 -150 -112 -176Z"),
    fill("M-156 -120H28C36 -94 34 -66 24 -38H-152C-162 -66 -164 -94 -156 -120Z", food.coffee),
    fill(box(-122, -190, 116, 18, 9), p.ink),
    fill(box(100, -286, 50, 130, 16), p.ink, 0.2),
    fill("M100 -230h50v58q0 16 -16 16h-18q-16 0 -16 -16Z", p.paper, 0.6),
    fill(disc(125, -106, 13), p.accent),
    each([-140, -104], (x) => fill(disc(x, -284, 10), p.paper)),
  ].join("");

const mokaPot = (p: Palette): string =>
  [
    shadow(-40, 130),
    shadow(210, 80),
    stroke("M62 -282h56q16 0 14 18l-14 108", p.ink, 22),
    fill("M-132 -286L-186 -262L-110 -200Z", p.main),
    solid("M-136 -296H60L32 -158H-108Z", p.main),
    fill("M-64 -296H-12L-18 -158H-58Z", "#fff", 0.14),
    solid("M-108 -146H32L76 0H-152Z", p.metal),
    fill("M-58 -146H-18L-4 0H-72Z", "#fff", 0.25),
    fill(box(-118, -164, 160, 22, 6), p.ink),
    solid("M-140 -296L-38 -330L64 -296Z", p.main),
    solid(box(-54, -352, 32, 28, 10), p.ink),
    fill(disc(-106, -64, 9), p.accent),
    cup(210, p.second, 88),
    fill(disc(210, -88, 62, 9), food.coffee),
    steam(210, -108, p.paper),
  ].join("");

const teapot = (p: Palette): string =>
  [
    shadow(-40, 180),
    shadow(270, 100),
    stroke("M108 -196c112 -40 112 136 8 140", p.main, 26),
    solid("M-168 -70C-240 -90 -220 -196 -284 -208l48 -14C-190 -212 -196 -150 -150 -150Z", p.main),
    solid(
      "M-190 -110C-190 -200 -120 -236 -40 -236S110 -200 110 -110C110 -40 70 0 20 0H-100C-150 0 -190 -40 -190 -110Z",
      p.main,
    ),
    fill("M-186 -140H106q8 36 -2 64H-182q-10 -30 -4 -64Z", p.paper, 0.35),
    each([-140, -80, -20, 40], (x) => fill(disc(x + 10, -108, 14), p.accent)),
    solid(dome(-40, -226, 84, 40), p.second),
    solid(disc(-40, -270, 18), p.accent),
    fill(box(186, -12, 170, 12, 6), p.second),
    place(268, -12, cup(0, p.second, 84)),
    fill(disc(268, -96, 62, 9), food.crust),
    steam(268, -114, p.paper),
  ].join("");

const tumbler = (x: number, colour: string): string =>
  shadow(x, 60) + fill(taper(x, -86, 0, 49, 44, 12), colour, 0.8) + glass(taper(x, -128, 0, 54, 44, 12));

const carafe = (p: Palette): string =>
  [
    shadow(-50, 150),
    stroke("M72 -268c110 -6 100 170 8 176", p.second, 22),
    fill(
      "M-158 -190H58C66 -110 66 -60 60 -14q-2 14 -16 14H-144q-14 0 -16 -14C-166 -60 -166 -110 -158 -190Z",
      p.leaf,
      0.75,
    ),
    fill("M-158 -190H58l3 22H-161Z", "#fff", 0.3),
    each(
      [
        [-96, -120],
        [-20, -70],
        [14, -146],
      ] as const,
      ([x, y]) =>
        fill(disc(x, y, 34), food.lemon) +
        fill(disc(x, y, 26), "#fbe7a6") +
        stroke(`M${x - 20} ${y}h40M${x - 10} ${y - 17}l20 34M${x + 10} ${y - 17}l-20 34`, food.lemon, 4),
    ),
    glass("M-184 -312L72 -300C44 -240 66 -80 60 -14q-2 14 -16 14H-144q-14 0 -16 -14C-166 -100 -128 -230 -184 -312Z"),
    leaf(-60, -196, 54, -30, "#5f8a5c"),
    leaf(-50, -196, 54, 24, p.leaf),
    tumbler(212, p.leaf),
    leaf(212, -84, 44, 20, "#5f8a5c"),
  ].join("");

const espresso = (p: Palette): string =>
  [
    shadow(0, 250),
    each(
      [-150, -40],
      (x) =>
        stroke(`M${x + 36} -372c26 -2 26 32 0 30`, p.second, 9) + solid(taper(x, -384, -326, 38, 32, 14), p.second),
    ),
    solid("M-240 -326H240V-190H-240Z", p.main),
    solid(box(90, -210, 150, 206, 6), p.main),
    fill(box(-240, -200, 330, 160), p.ink, 0.28),
    solid(box(-256, -336, 512, 26, 12), p.metal),
    solid(box(-256, -40, 512, 40, 12), p.metal),
    each([-236, -200, -164, -128, -92, -56, -20, 16, 52], (x) => fill(box(x, -28, 22, 8, 4), p.ink, 0.5)),
    fill(box(-140, -196, 120, 26, 6), p.metal),
    stroke("M-24 -164H64", p.ink, 20),
    solid(taper(-80, -172, -146, 58, 40, 10), p.ink),
    stroke("M-94 -142v36M-66 -142v36", food.coffee, 6),
    stroke("M-34 -86c26 -2 26 32 0 30", p.paper, 9),
    solid(taper(-80, -100, -40, 46, 36, 16), p.paper),
    stroke("M150 -210v96q0 20 -16 40", p.metal, 12),
    solid(disc(-160, -258, 34), p.paper),
    stroke("M-160 -258l14 -16", p.second, 6),
    each([-70, -20, 30], (x) => fill(disc(x, -258, 13), p.paper, 0.8)),
    solid(disc(176, -258, 22), p.accent),
  ].join("");

const mugs = (p: Palette): string =>
  [
    solid(box(-330, -300, 660, 20, 8), food.woodDark),
    each([-190, 30, 250], (x, i) => {
      const colour = [p.second, p.main, p.accent][i] ?? p.main;
      return (
        stroke(`M${x} -284v18q0 16 14 16`, p.ink, 8) +
        place(
          x - 70,
          -160,
          stroke("M24 -62c-4 -52 52 -52 50 4", colour, 14) + solid(taper(0, -60, 56, 62, 58, 22), colour),
          12,
        )
      );
    }),
    shadow(-110, 90),
    shadow(120, 90),
    fill(box(-190, -12, 160, 12, 6), p.paper),
    solid(taper(-110, -66, -12, 68, 50, 14), p.paper),
    solid(taper(120, -50, 0, 62, 54, 18), p.main),
    solid(taper(120, -92, -42, 62, 54, 18), p.second),
  ].join("");

const juicer = (p: Palette): string =>
  [
    shadow(-70, 150),
    shadow(170, 70),
    solid(taper(-70, -120, 0, 122, 140, 22), p.main),
    fill("M46 -150L92 -142L60 -120H30Z", p.main),
    solid("M-214 -210H74L52 -120H-192Z", p.second),
    fill(box(-222, -220, 304, 18, 9), p.paper),
    solid(dome(-70, -214, 66, 60), p.paper),
    each([-34, -12, 12, 34], (dx) =>
      stroke(`M${-70 + dx} -216C${-70 + dx * 0.9} -250 ${-70 + dx * 0.4} -270 -70 -282`, p.metal, 5),
    ),
    solid("M-148 -270A78 78 0 0 1 8 -270Z", food.orange),
    fill(box(-154, -276, 168, 14, 7), "#f9dca6"),
    fill(disc(-70, -60, 20), p.accent),
    fill(taper(170, -116, 0, 57, 48, 12), food.orange),
    glass(taper(170, -158, 0, 62, 48, 12)),
    shadow(290, 50),
    solid(disc(290, -48, 50), food.orange),
    leaf(292, -94, 30, 46, p.leaf),
  ].join("");

const frenchPress = (p: Palette): string =>
  [
    shadow(-40, 130),
    shadow(240, 80),
    stroke("M78 -236h44q22 0 22 22v104q0 22 -22 22H78", p.ink, 22),
    fill(box(-124, -164, 168, 160, 12), food.coffee),
    fill(box(-124, -172, 168, 20, 4), p.metal),
    stroke("M-40 -330v160", p.metal, 8),
    glass("M-132 -262H52V-18q0 18 -18 18H-114q-18 0 -18 -18Z"),
    stroke("M-132 -96H52M-132 -200H52", p.second, 14),
    fill(box(-140, -16, 200, 18, 8), p.second),
    solid(dome(-40, -258, 98, 34), p.second),
    solid(disc(-40, -338, 22), p.ink),
    cup(240, p.main, 92),
    fill(disc(240, -92, 62, 9), food.coffee),
    steam(240, -110, p.paper),
  ].join("");

export const beverages = {
  kettle: { reach: 230, draw: kettle },
  coffeeMaker: { reach: 205, draw: coffeeMaker },
  mokaPot: { reach: 285, draw: mokaPot },
  teapot: { reach: 350, draw: teapot },
  carafe: { reach: 270, draw: carafe },
  espresso: { reach: 260, draw: espresso },
  mugs: { reach: 335, draw: mugs },
  juicer: { reach: 345, draw: juicer },
  frenchPress: { reach: 320, draw: frenchPress },
} satisfies Record<string, Motif>;
