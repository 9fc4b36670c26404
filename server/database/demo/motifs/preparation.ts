import { food, type Palette } from "../palettes.ts";
import { bowl, box, disc, dome, each, fill, glass, leaf, place, shadow, solid, stroke, taper } from "../shapes.ts";
import type { Motif } from "./motif.ts";

const board = (p: Palette): string =>
  [
    shadow(0, 330),
    solid(box(-320, -36, 640, 36, 14), food.wood),
    stroke("M-290 -14H250", food.woodDark, 4, 0.6),
    solid(box(-280, -112, 250, 76, 38), p.leaf),
    fill(disc(-36, -74, 22, 38), food.cream),
    each([24, 70, 112], (x) => solid(disc(x, -72, 17, 36), p.leaf) + fill(disc(x - 5, -72, 13, 29), food.cream)),
    solid(disc(222, -80, 52, 46), food.tomato),
    leaf(222, -122, 26, -50, p.leaf) + leaf(222, -122, 26, 50, p.leaf),
    place(
      -60,
      -206,
      fill("M-232 34C-170 -14 -90 -40 60 -40V34Z", p.metal) +
        fill("M-232 34C-190 16 -60 12 60 10V34Z", "#fff", 0.5) +
        fill(box(56, -44, 24, 84, 6), p.ink) +
        solid("M78 -42H240q32 6 28 36q-6 22 -40 16L78 20Z", p.main) +
        fill(disc(128, -12, 7) + disc(196, -12, 7), p.paper),
      -10,
    ),
  ].join("");

const mixingBowl = (p: Palette): string =>
  [
    shadow(-30, 200),
    shadow(250, 90),
    place(
      116,
      -286,
      each([-40, -15, 15, 40], (x) => stroke(`M0 -10C${x * 2} 40 ${x * 1.6} 130 0 150`, p.metal, 6)) +
        solid(box(-13, -110, 26, 112, 13), p.second) +
        fill(box(-15, -14, 30, 20, 5), p.ink),
      38,
      0.95,
    ),
    each([-130, -70, 0, 60], (x, i) => fill(disc(x, -196 - (i % 2) * 10, 56, 26), food.cream)),
    solid(bowl(-30, -196, 230, 186), p.main),
    fill("M-238 -130H178q-8 28 -20 44H-218Q-230 -104 -238 -130Z", p.second),
    solid(box(-276, -210, 492, 24, 12), p.main),
    fill(box(-120, -14, 180, 14, 6), p.ink, 0.3),
    solid("M196 -46c0 -46 28 -70 46 -70s46 24 46 70c0 30 -20 46 -46 46s-46 -16 -46 -46Z", food.cream),
    solid("M272 -30c0 -40 24 -58 40 -58s40 18 40 58c0 22 -18 32 -40 32s-40 -10 -40 -32Z", food.crumb),
  ].join("");

const blender = (p: Palette): string =>
  [
    shadow(0, 140),
    glass("M-108 -306H108L84 -104H-84Z"),
    fill("M-101 -246C-60 -262 -30 -232 10 -244S70 -256 101 -246L84 -104H-84Z", p.second),
    fill(
      "M-101 -246C-60 -262 -30 -232 10 -244S70 -256 101 -246l-4 26c-40 -8 -60 10 -96 6s-60 -14 -99 -2Z",
      "#fff",
      0.25,
    ),
    each([-46, 30, -4], (x, i) => fill(disc(x, -190 + i * 28, 15), i % 2 ? p.accent : p.paper, 0.75)),
    stroke("M104 -282h44q20 0 18 20l-12 88q-2 18 -20 18H94", p.ink, 16),
    fill(box(-114, -326, 228, 26, 10), p.ink),
    solid(box(-34, -346, 68, 26, 10), p.ink),
    fill(box(-90, -112, 180, 16, 6), p.ink),
    solid(taper(0, -98, 0, 92, 124, 18), p.main),
    solid(disc(0, -48, 28), p.paper),
    stroke("M0 -48l-14 -14", p.ink, 6),
    fill(disc(-68, -36, 8) + disc(68, -36, 8), p.accent),
  ].join("");

const standMixer = (p: Palette): string =>
  [
    shadow(0, 240),
    solid("M-240 0v-18q0 -24 26 -24H200q34 0 34 42Z", p.main),
    solid("M84 -30C110 -120 90 -170 84 -220H226C240 -150 236 -80 232 -30Z", p.main),
    stroke("M-96 -210v60", p.metal, 18),
    stroke("M-96 -160c-50 20 -40 80 0 96c40 -16 50 -76 0 -96", p.metal, 8),
    glass(bowl(-96, -168, 128, 124)),
    solid("M-221 -116H29C20 -70 -20 -44 -45 -44H-147C-172 -44 -212 -70 -221 -116Z", p.second),
    fill(box(-232, -178, 272, 14, 7), p.metal),
    solid(
      "M-226 -236C-232 -300 -170 -322 -90 -322H170C226 -322 250 -270 234 -206H-170C-206 -206 -222 -214 -226 -236Z",
      p.main,
    ),
    fill(box(-200, -270, 390, 14, 7), p.paper, 0.6),
    solid(disc(158, -150, 18), p.accent),
    fill(box(-120, -212, 48, 18, 4), p.ink),
  ].join("");

const scale = (p: Palette): string =>
  [
    shadow(0, 190),
    solid(
      "M-120 -190H120C150 -120 168 -60 172 -14q0 14 -16 14H-156q-16 0 -16 -14C-168 -60 -150 -120 -120 -190Z",
      p.main,
    ),
    fill(disc(0, -88, 70), p.ink, 0.25),
    fill(disc(0, -92, 68), p.paper),
    each([0, 45, 90, 135, 180, 225, 270, 315], (turn) => place(0, -92, fill(box(-3, -58, 6, 14, 3), p.ink), turn)),
    stroke("M0 -92L28 -132", p.second, 8),
    fill(disc(0, -92, 10), p.ink),
    fill(box(-40, -216, 80, 28, 6), p.ink),
    fill(disc(-80, -262, 44), food.tomato),
    fill(disc(86, -264, 44), food.tomato),
    solid(disc(2, -276, 50), food.orange),
    leaf(2, -320, 30, 40, p.leaf),
    solid("M-190 -250H190C186 -222 130 -208 96 -208H-96C-130 -208 -186 -222 -190 -250Z", p.metal),
    solid(box(-204, -258, 408, 14, 7), p.metal),
  ].join("");

const mortar = (p: Palette): string =>
  [
    shadow(-10, 170),
    solid("M40 -200L150 -336q24 -22 46 0q16 22 -4 44L92 -170Z", food.wood),
    each([-110, -70, -30, 20, -90, -10], (x, i) =>
      leaf(x, -206, 86 - (i % 3) * 14, -50 + i * 17, i % 2 ? p.leaf : "#5f8a5c"),
    ),
    solid("M-180 -216H160C160 -120 110 -74 74 -60H-94C-130 -74 -180 -120 -180 -216Z", p.main),
    solid("M-84 -64H64L100 -12q2 12 -12 12H-108q-14 0 -12 -12Z", p.main),
    solid(box(-196, -228, 372, 26, 13), p.main),
    fill(box(-100, -68, 180, 12, 6), p.ink, 0.25),
    each(
      [212, 250, 288],
      (x, i) => shadow(x, 18) + solid(disc(x, -16 - (i === 1 ? 6 : 0), 20), i === 1 ? p.accent : food.tomato),
    ),
  ].join("");

const grater = (p: Palette): string =>
  [
    shadow(-60, 130),
    shadow(180, 150),
    stroke("M-104 -300c0 -48 88 -48 88 0", p.second, 22),
    solid(taper(-60, -300, 0, 70, 118, 8), p.metal),
    fill(box(-134, -306, 148, 18, 9), p.second),
    fill(box(-180, -20, 240, 20, 8), p.second),
    each([-256, -222, -188, -154, -120, -86, -52], (y, row) =>
      each([-2, -1, 0, 1, 2].slice(row % 2), (column) =>
        fill(disc(-60 + column * (24 + row * 1.6) + (row % 2 ? -12 : 0), y, 7, 9), p.ink, 0.55),
      ),
    ),
    solid("M66 0V-52L250 -148q52 20 62 66V0Z", food.lemon),
    fill("M66 -52L250 -148q52 20 62 66L66 -52Z", "#fff", 0.28),
    each(
      [
        [130, -24, 14],
        [200, -44, 20],
        [262, -20, 13],
      ] as const,
      ([x, y, r]) => fill(disc(x, y, r), "#d79f2e", 0.75),
    ),
  ].join("");

const knives = (p: Palette): string =>
  [
    shadow(0, 190),
    place(
      -10,
      -150,
      each(
        [
          [-84, 128, p.ink],
          [-28, 148, p.second],
          [28, 120, p.ink],
          [80, 100, p.accent],
        ] as const,
        ([x, length, colour]) =>
          fill(box(x - 10, -118, 20, 30), p.metal) +
          solid(box(x - 17, -104 - length, 34, length, 15), colour) +
          fill(disc(x, -70 - length, 5) + disc(x, -130, 5), p.paper),
      ),
      -20,
      0.9,
    ),
    solid("M-214 -182L20 -270q16 -4 24 10L170 -12q4 12 -10 12H-150q-10 0 -14 -10Z", food.wood),
    stroke("M-150 -140L24 -206M-120 -66L64 -136", food.woodDark, 4, 0.5),
    shadow(250, 70),
    solid(dome(250, 0, 62, 84), food.tomato),
    leaf(250, -78, 26, -48, p.leaf) + leaf(250, -78, 26, 48, p.leaf),
  ].join("");

export const preparation = {
  board: { reach: 340, draw: board },
  mixingBowl: { reach: 350, draw: mixingBowl },
  blender: { reach: 170, draw: blender },
  standMixer: { reach: 250, draw: standMixer },
  scale: { reach: 205, draw: scale },
  mortar: { reach: 300, draw: mortar },
  grater: { reach: 310, draw: grater },
  knives: { reach: 310, draw: knives },
} satisfies Record<string, Motif>;
