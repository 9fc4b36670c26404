import { food, type Palette } from "../palettes.ts";
import { bowl, box, disc, dome, each, fill, shadow, solid, steam, stroke, taper } from "../shapes.ts";
import type { Motif } from "./motif.ts";

const hob = (p: Palette): string =>
  [
    shadow(0, 330),
    solid(box(-320, -26, 640, 26, 8), p.ink),
    each([-150, 165], (x) => fill(box(x - 95, -38, 190, 12, 6), p.accent)),
    stroke("M-268 -140h-34v26h34M-32 -140h34v26h-34", p.ink, 14),
    solid(taper(-150, -196, -38, 118, 112, 26), p.main),
    fill(box(-278, -210, 256, 20, 10), p.ink, 0.9),
    solid(dome(-150, -210, 112, 50), p.main),
    solid(box(-170, -270, 40, 22, 11), p.accent),
    stroke("M262 -108L392 -132", p.ink, 20),
    solid(taper(165, -116, -38, 112, 92, 24), p.second),
    each([105, 150, 190, 225], (x, i) => fill(disc(x, -122 - (i % 2) * 8, 30, 22), i % 2 ? p.leaf : food.tomato)),
    fill(box(45, -118, 240, 16, 8), p.ink, 0.9),
    steam(165, -164, p.paper),
  ].join("");

const oven = (p: Palette): string =>
  [
    shadow(0, 190),
    fill(box(-150, -14, 40, 16, 4) + box(110, -14, 40, 16, 4), p.ink),
    solid(box(-180, -336, 360, 326, 18), p.main),
    fill(box(-180, -268, 360, 6), p.ink, 0.18),
    each([-130, -80, 80, 130], (x) => fill(disc(x, -302, 17), p.paper) + stroke(`M${x} -302v-11`, p.ink, 5)),
    fill(box(-40, -316, 80, 28, 8), p.ink),
    fill(disc(-14, -302, 4) + disc(14, -302, 4), p.accent),
    solid(box(-130, -248, 260, 14, 7), p.metal),
    fill(box(-140, -214, 280, 168, 16), p.ink),
    fill(box(-126, -200, 252, 140, 10), "#f0b45c", 0.9),
    fill("M-126 -190q0 -10 10 -10h70l-80 112Z", "#fff", 0.25),
    stroke("M-120 -88H120", p.ink, 6),
    solid("M-88 -91c-6 -62 54 -70 90 -62c36 -10 94 4 86 62Z", food.crust),
    stroke("M-42 -136l16 26M4 -142l16 28M48 -136l12 24", food.crumb, 7),
  ].join("");

const slice = (x: number): string =>
  fill(`M${x - 74} -170V-268c-26 -44 30 -66 74 -58c44 -8 100 14 74 58V-170Z`, food.crust) +
  fill(`M${x - 60} -170V-264c-20 -34 24 -52 60 -46c36 -6 80 12 60 46V-170Z`, food.crumb);

const toaster = (p: Palette): string =>
  [
    shadow(0, 230),
    fill(box(-170, -18, 60, 20, 8) + box(110, -18, 60, 20, 8), p.ink),
    slice(-84),
    slice(84),
    solid("M-220 -14V-150q0 -66 66 -66H154q66 0 66 66V-14Z", p.main),
    fill(box(-168, -218, 168, 14, 7) + box(0, -218, 168, 14, 7), p.ink),
    fill(box(-220, -44, 440, 30), p.ink, 0.2),
    solid(box(214, -150, 44, 26, 12), p.accent),
    stroke("M-130 -120H40M-130 -92H0", p.paper, 8, 0.5),
    solid(disc(140, -98, 32), p.paper),
    stroke("M140 -98l14 -18", p.ink, 7),
  ].join("");

const microwave = (p: Palette): string =>
  [
    shadow(0, 280),
    fill(box(-230, -14, 50, 16, 6) + box(180, -14, 50, 16, 6), p.ink),
    solid(box(-270, -292, 540, 280, 24), p.main),
    fill(box(-242, -264, 356, 224, 16), p.ink),
    fill(box(-226, -248, 324, 192, 10), p.accent, 0.28),
    fill("M-226 -248h150L-140 -56H-226Z", "#fff", 0.1),
    fill(disc(-64, -74, 116, 8), p.metal),
    solid(bowl(-64, -140, 84, 62), p.second),
    each([-112, -64, -18], (x) => fill(disc(x, -146, 28, 18), food.orange)),
    fill(box(-152, -146, 176, 12, 6), p.second),
    steam(-64, -162, p.paper),
    fill(box(142, -262, 100, 40, 8), p.ink),
    each([164, 184, 206], (x) => fill(disc(x, -242, 5), p.accent)),
    each([-178, -98], (y) => solid(disc(192, y, 32), p.paper) + stroke(`M192 ${y}v-20`, p.ink, 6)),
  ].join("");

const airFryer = (p: Palette): string =>
  [
    shadow(0, 190),
    solid("M-170 0C-190 -120 -170 -330 0 -336C170 -330 190 -120 170 0Z", p.main),
    fill("M-157 -228H157", p.ink),
    fill("M-172 -176H172C178 -112 177 -52 170 0H-170C-177 -52 -178 -112 -172 -176Z", p.ink, 0.16),
    stroke("M-172 -180H172", p.ink, 6, 0.5),
    fill(box(-104, -146, 208, 58, 29), p.ink, 0.35),
    solid(box(-84, -132, 168, 30, 15), p.paper),
    stroke("M-60 -48H60M-44 -30H44", p.paper, 6, 0.4),
    solid(disc(0, -252, 46), p.ink),
    stroke("M0 -252l22 -26", p.accent, 8),
    each([-84, 84], (x) => fill(disc(x, -236, 9), p.accent)),
  ].join("");

const casserole = (p: Palette): string =>
  [
    shadow(0, 250),
    fill(box(-190, -16, 380, 16, 8), food.wood),
    stroke("M-216 -158h-52v40h52M216 -158h52v40h-52", p.second, 22),
    solid(taper(0, -200, -16, 226, 206, 54), p.main),
    fill("M-226 -200H226l-2 22H-224Z", p.ink, 0.2),
    solid(box(-240, -216, 480, 24, 12), p.main),
    solid(dome(0, -214, 222, 76), p.main),
    fill(box(-18, -302, 36, 24), p.ink),
    solid(box(-40, -320, 80, 24, 12), p.accent),
    fill(box(-60, -120, 120, 12, 6), p.paper, 0.4),
  ].join("");

const riceCooker = (p: Palette): string =>
  [
    shadow(-60, 190),
    shadow(220, 100),
    solid("M-230 0C-262 -70 -258 -170 -232 -196H112C138 -170 142 -70 110 0Z", p.main),
    solid("M-238 -196C-226 -272 -150 -290 -60 -290S106 -272 118 -196Z", p.paper),
    fill(box(-246, -204, 372, 16, 8), p.ink),
    stroke("M-112 -284c0 -36 104 -36 104 0", p.ink, 14),
    fill(box(-112, -146, 104, 96, 20), p.ink, 0.85),
    fill(disc(-60, -116, 14), p.accent),
    fill(box(-84, -84, 48, 14, 7), p.paper),
    stroke("M236 -132L330 -236M256 -126L356 -222", food.woodDark, 8),
    each([170, 205, 240, 272], (x, i) => fill(disc(x, -112 - (i % 3) * 8, 32, 26), food.cream)),
    solid(bowl(220, -108, 96, 100), p.second),
    fill(box(176, -10, 88, 12, 4), p.second),
  ].join("");

const hood = (p: Palette): string =>
  [
    solid(box(-70, -470, 140, 190), p.metal),
    solid("M-70 -330H70L220 -256H-220Z", p.metal),
    solid(box(-232, -262, 464, 36, 8), p.main),
    each([-30, 0, 30], (x) => fill(disc(x, -244, 6), p.paper)),
    fill("M-180 -226H180L250 -40H-250Z", p.accent, 0.22),
    shadow(0, 290),
    solid(box(-280, -24, 560, 24, 8), p.ink),
    steam(-30, -112, p.paper),
    stroke("M118 -84L300 -112", p.ink, 22),
    each([-110, -66, -18, 36, 82], (x, i) => fill(disc(x, -92, 28, 20), i % 2 ? p.leaf : food.lemon)),
    solid(taper(-10, -92, -24, 150, 118, 28), p.second),
    fill(box(-168, -96, 316, 14, 7), p.ink, 0.85),
  ].join("");

export const cooking = {
  hob: { reach: 390, draw: hob },
  oven: { reach: 190, draw: oven },
  toaster: { reach: 255, draw: toaster },
  microwave: { reach: 280, draw: microwave },
  airFryer: { reach: 190, draw: airFryer },
  casserole: { reach: 275, draw: casserole },
  riceCooker: { reach: 340, draw: riceCooker },
  hood: { reach: 310, draw: hood },
} satisfies Record<string, Motif>;
