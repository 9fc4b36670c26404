import type { Palette } from "../palettes.ts";
import { box, disc, each, fill, glass, place, shadow, solid, stroke, taper } from "../shapes.ts";
import type { Motif } from "./motif.ts";

const bubbles = (places: readonly (readonly [number, number, number])[], colour: string): string =>
  each(
    places,
    ([x, y, r]) => fill(disc(x, y, r), colour, 0.55) + fill(disc(x - r * 0.3, y - r * 0.3, r * 0.25), "#fff"),
  );

const dishBrush = (p: Palette): string =>
  [
    shadow(-110, 90),
    shadow(140, 100),
    place(
      -100,
      -90,
      solid(box(-11, -170, 22, 200, 11), "#c9976a") +
        fill("M-58 -186H58L48 -238H-48Z", p.paper) +
        each([-40, -20, 0, 20, 40], (x) => stroke(`M${x} -190v-44`, p.metal, 4)) +
        solid(box(-62, -198, 124, 30, 14), "#a87850"),
      10,
    ),
    solid(taper(-110, -150, 0, 84, 70, 18), p.second),
    fill("M-194 -150H-26l-2 20H-192Z", p.ink, 0.22),
    stroke("M140 -284v-34h-64q-20 0 -22 18", p.ink, 15),
    fill(box(112, -290, 56, 44, 8), p.ink),
    solid("M84 -240H196q34 8 34 46V-24q0 24 -24 24H74q-24 0 -24 -24V-194q0 -38 34 -46Z", p.main),
    fill(box(78, -160, 124, 104, 16), p.paper, 0.85),
    fill("M140 -144c22 30 32 42 32 54a32 32 0 0 1 -64 0c0 -12 10 -24 32 -54Z", p.main),
    bubbles(
      [
        [36, -300, 12],
        [16, -340, 18],
        [282, -290, 16],
        [306, -246, 9],
      ],
      p.paper,
    ),
  ].join("");

const sponge = (p: Palette): string =>
  [
    shadow(-70, 220),
    solid(disc(170, -150, 150), p.paper),
    fill(disc(170, -150, 104), p.main, 0.35),
    fill(disc(170, -150, 90), p.paper),
    solid(box(-270, -104, 330, 104, 22), p.accent),
    solid(box(-270, -136, 330, 48, 18), p.second),
    each(
      [
        [-220, -50, 11],
        [-160, -30, 8],
        [-110, -58, 13],
        [-40, -34, 9],
        [10, -56, 10],
        [-186, -70, 6],
        [-70, -76, 6],
      ] as const,
      ([x, y, r]) => fill(disc(x, y, r), p.ink, 0.16),
    ),
    fill(disc(-210, -146, 40) + disc(-150, -162, 52) + disc(-86, -150, 44) + disc(-34, -142, 32), "#fff", 0.92),
    bubbles(
      [
        [-250, -226, 20],
        [-190, -268, 28],
        [-104, -250, 16],
        [-60, -292, 11],
        [-290, -300, 12],
      ],
      p.paper,
    ),
  ].join("");

const broomBucket = (p: Palette): string =>
  [
    shadow(-110, 150),
    shadow(200, 110),
    place(
      200,
      0,
      solid(box(-9, -370, 18, 270, 9), "#c9976a") +
        solid("M-44 -118q0 -22 24 -22h40q24 0 24 22Z", p.main) +
        fill("M-46 -118H46L96 0H-96Z", p.accent) +
        each([-56, -28, 0, 28, 56], (x) => stroke(`M${x * 0.6} -100L${x * 1.3} -8`, "#000", 4, 0.14)) +
        fill("M-49 -100H49l8 18H-57Z", p.second),
      5,
    ),
    stroke("M-236 -208C-226 -340 6 -340 16 -208", p.metal, 9),
    solid(box(-140, -338, 60, 26, 13), p.ink),
    fill(disc(-180, -216, 42) + disc(-110, -228, 52) + disc(-40, -214, 42), "#fff", 0.92),
    solid(taper(-110, -208, 0, 146, 112, 14), p.second),
    fill("M-250 -168H30l-4 26H-246Z", p.paper, 0.5),
    solid(box(-268, -222, 316, 24, 12), p.second),
    bubbles(
      [
        [-60, -296, 10],
        [-200, -280, 14],
      ],
      p.paper,
    ),
  ].join("");

const vacuum = (p: Palette): string =>
  [
    shadow(-90, 210),
    shadow(250, 110),
    stroke("M-150 -150C-170 -330 60 -390 160 -300", p.ink, 22),
    stroke("M160 -300L246 -40", p.metal, 18),
    stroke("M150 -316L178 -246", p.ink, 26),
    solid("M160 0q0 -40 60 -44h60q60 4 60 44Z", p.second),
    solid("M-290 -56C-300 -180 -210 -216 -110 -216C0 -216 90 -160 96 -56Z", p.main),
    fill("M-290 -96H92q4 20 4 40H-290Z", p.ink, 0.2),
    solid("M-160 -214c70 -12 160 10 206 72l-90 0q-80 -4 -116 -72Z", p.paper),
    stroke("M-230 -214c20 -46 100 -46 130 -14", p.ink, 16),
    fill(disc(-200, -140, 18), p.accent),
    fill(box(-296, -66, 400, 30, 15), p.ink),
    each([-210, 20], (x) => solid(disc(x, -46, 46), p.ink) + fill(disc(x, -46, 20), p.metal)),
  ].join("");

const spray = (p: Palette): string =>
  [
    shadow(-40, 100),
    shadow(210, 130),
    fill("M-60 -264H20V-230H-60Z", p.ink),
    solid("M-132 -332H6q42 0 42 42v30H-70v-26H-132Z", p.second),
    fill(box(-152, -334, 26, 36, 6), p.ink),
    stroke("M-74 -262q-30 8 -26 44", p.second, 13),
    solid(
      "M-64 -236H24C24 -196 76 -180 76 -120V-20q0 20 -20 20H-96q-20 0 -20 -20V-120C-116 -180 -64 -196 -64 -236Z",
      p.main,
    ),
    fill(box(-90, -118, 140, 84, 14), p.paper, 0.85),
    fill(disc(-20, -76, 24), p.accent),
    each(
      [
        [-196, -330],
        [-226, -306],
        [-190, -300],
        [-232, -346],
        [-262, -320],
      ] as const,
      ([x, y], i) => fill(disc(x, y, 6 + (i % 3)), p.paper, 0.75),
    ),
    solid("M110 0V-44q0 -18 20 -18H290q20 0 20 18V0Z", p.second),
    solid("M124 -58V-92q0 -16 18 -16H278q18 0 18 16V-58Z", p.paper),
    stroke("M136 -76H284", p.accent, 8),
    stroke("M126 -22H296", p.paper, 8, 0.7),
  ].join("");

const dishRack = (p: Palette): string =>
  [
    shadow(0, 300),
    each(
      [-190, -120, -50, 20],
      (x, i) => solid(disc(x, -168, 62, 138), i % 2 ? p.paper : p.main) + fill(disc(x - 8, -168, 36, 94), "#000", 0.06),
    ),
    place(
      170,
      -126,
      stroke("M-14 -66c-4 -58 60 -58 56 0", p.second, 14) + solid(taper(10, -76, 46, 60, 64, 18), p.second),
    ),
    stroke("M-280 -130H280M-280 -130L-262 -20H262L280 -130", p.ink, 11),
    each([-210, -140, -70, 0, 70, 140, 210], (x) => stroke(`M${x} -130L${x * 0.94} -20`, p.ink, 7)),
    solid(box(-300, -22, 600, 22, 11), p.accent),
    solid(box(232, -208, 66, 130, 12), p.metal),
    stroke("M252 -208V-280M276 -208V-262", p.ink, 8),
    fill(disc(252, -290, 13, 22) + box(267, -296, 18, 40, 6), p.ink),
  ].join("");

const washer = (p: Palette): string =>
  [
    shadow(0, 200),
    fill(box(-150, -12, 44, 14, 5) + box(106, -12, 44, 14, 5), p.ink),
    solid(box(-180, -344, 360, 336, 22), p.main),
    fill(box(-180, -278, 360, 5), p.ink, 0.2),
    fill(box(-152, -326, 104, 34, 8), p.paper, 0.8),
    fill(disc(38, -310, 9) + disc(72, -310, 9), p.paper),
    solid(disc(130, -310, 22), p.accent),
    solid(disc(0, -148, 118), p.metal),
    fill(disc(0, -148, 96), p.ink),
    fill("M-92 -124C-60 -150 -30 -104 4 -126S66 -148 92 -124A96 96 0 0 1 -92 -124Z", p.second),
    fill("M-88 -108C-40 -128 -10 -70 40 -100S80 -112 88 -108A96 96 0 0 1 -88 -108Z", p.paper, 0.85),
    bubbles(
      [
        [-40, -176, 14],
        [4, -200, 20],
        [44, -172, 11],
      ],
      p.paper,
    ),
    fill("M-60 -222A96 96 0 0 1 20 -242L-70 -98A96 96 0 0 1 -60 -222Z", "#fff", 0.14),
  ].join("");

const sink = (p: Palette): string =>
  [
    stroke("M-10 -150V-276q0 -56 62 -56t62 56v26", p.metal, 26),
    stroke("M-62 -170v-44", p.metal, 18),
    solid(disc(-62, -222, 20), p.accent),
    fill(box(-40, -176, 60, 30, 8), p.metal),
    stroke("M114 -236v60", "#fff", 10, 0.7),
    fill(disc(40, -166, 44) + disc(110, -176, 56) + disc(180, -164, 44) + disc(-150, -160, 32), "#fff", 0.94),
    place(-230, -150, solid(disc(0, -34, 78), p.second) + fill(disc(0, -34, 52), "#000", 0.1), 0),
    solid(box(-330, -162, 660, 162, 16), p.paper),
    solid(box(-352, -166, 704, 30, 12), p.metal),
    fill(box(-290, -112, 580, 6, 3), p.ink, 0.12),
    fill("M150 -136H262V-30l-18 -12l-19 12l-19 -12l-19 12l-19 -12l-18 12Z", p.main),
    stroke("M150 -70H262", p.accent, 10),
    bubbles(
      [
        [216, -236, 14],
        [246, -280, 20],
        [10, -226, 10],
      ],
      p.paper,
    ),
  ].join("");

const refill = (p: Palette): string => {
  const bottle = (x: number, height: number, colour: string) =>
    shadow(x, 66) +
    fill(box(x - 20, -height - 52, 40, 34, 6), p.ink) +
    glass(`M${x - 24} ${-height - 20}h48q36 14 36 56V-18q0 18 -18 18h-84q-18 0 -18 -18V${-height + 36}q0 -42 36 -56Z`) +
    fill(box(x - 54, -height * 0.62, 108, height * 0.62 - 6, 14), colour);
  return [
    bottle(-220, 210, p.main),
    bottle(-60, 262, p.second),
    bottle(100, 170, p.accent),
    shadow(250, 70),
    solid(box(184, -56, 132, 56, 24), p.leaf),
    solid(box(196, -100, 108, 48, 22), p.paper),
    bubbles(
      [
        [210, -150, 16],
        [250, -196, 22],
        [296, -158, 10],
      ],
      p.paper,
    ),
  ].join("");
};

export const cleaning = {
  dishBrush: { reach: 310, draw: dishBrush },
  sponge: { reach: 320, draw: sponge },
  broomBucket: { reach: 300, draw: broomBucket },
  vacuum: { reach: 345, draw: vacuum },
  spray: { reach: 315, draw: spray },
  dishRack: { reach: 310, draw: dishRack },
  washer: { reach: 190, draw: washer },
  sink: { reach: 360, draw: sink },
  refill: { reach: 320, draw: refill },
} satisfies Record<string, Motif>;
