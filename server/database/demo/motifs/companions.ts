import type { Category } from "@survey-app/contract/surveys.ts";
import { food, type Palette } from "../palettes.ts";
import { box, disc, dome, each, fill, glass, leaf, shadow, solid, stroke, taper } from "../shapes.ts";

type Companion = (colours: Palette) => string;

const plant: Companion = (p) =>
  [
    shadow(0, 50),
    each([-58, -30, 0, 30, 58], (turn, i) =>
      leaf(0, -74, 118 - Math.abs(turn) * 0.5, turn, i % 2 ? "#5f8a5c" : p.leaf),
    ),
    solid(taper(0, -84, 0, 54, 40, 10), p.second),
    fill(box(-60, -92, 120, 18, 6), p.second),
  ].join("");

const mill: Companion = (p) =>
  [
    shadow(0, 40),
    solid("M-32 0C-36 -50 -16 -70 -22 -104H22C16 -70 36 -50 32 0Z", food.wood),
    fill(box(-26, -116, 52, 12, 4), p.metal),
    solid(dome(0, -116, 24, 36), food.woodDark),
    fill(disc(0, -156, 9), p.accent),
  ].join("");

const lemons: Companion = (p) =>
  [
    shadow(0, 80),
    solid(disc(-36, -34, 44, 36), food.lemon),
    fill(disc(-82, -34, 9, 7), food.lemon),
    solid(disc(42, -36, 38), "#fbe7a6"),
    stroke("M42 -66v60M12 -36h60M21 -57l42 42M63 -57l-42 42", food.lemon, 4),
    `<circle cx="42" cy="-36" r="36" fill="none" stroke="${food.lemon}" stroke-width="7"/>`,
    leaf(-30, -66, 34, 50, p.leaf),
  ].join("");

const tomatoes: Companion = (p) =>
  each(
    [-40, 40],
    (x, i) =>
      shadow(x, 40) +
      solid(disc(x, -36 + i * 4, 42 - i * 4, 38 - i * 4), food.tomato) +
      leaf(x, -70 + i * 8, 22, -46, p.leaf) +
      leaf(x, -70 + i * 8, 22, 46, p.leaf),
  );

const mug: Companion = (p) =>
  shadow(0, 60) +
  stroke("M44 -74c42 -4 42 52 2 48", p.second, 13) +
  solid(taper(0, -94, 0, 54, 48, 18), p.second) +
  fill(box(-54, -66, 106, 10), p.paper, 0.5);

const sugar: Companion = (p) =>
  shadow(0, 50) +
  fill(box(-42, -66, 84, 62, 12), p.paper) +
  glass(box(-48, -112, 96, 112, 18)) +
  solid(box(-42, -134, 84, 26, 8), food.wood);

const soap: Companion = (p) =>
  [
    shadow(0, 66),
    solid(box(-58, -58, 116, 46, 22), p.accent),
    solid(box(-74, -16, 148, 16, 8), p.paper),
    fill(disc(-20, -84, 14), p.paper, 0.6),
    fill(disc(14, -100, 20), p.paper, 0.6),
    fill(disc(8, -106, 5), "#fff"),
  ].join("");

const cloth: Companion = (p) =>
  shadow(0, 76) +
  solid(box(-74, -34, 148, 34, 14), p.second) +
  solid(box(-66, -62, 132, 32, 14), p.paper) +
  stroke("M-54 -46H54", p.accent, 6) +
  stroke("M-62 -17H62", p.paper, 6, 0.6);

const apple: Companion = (p) =>
  [
    shadow(0, 46),
    solid("M0 -78C40 -100 66 -60 52 -24C44 0 20 2 0 -2C-20 2 -44 0 -52 -24C-66 -60 -40 -100 0 -78Z", food.tomato),
    stroke("M0 -78q2 -20 12 -26", food.woodDark, 6),
    leaf(6, -88, 34, 64, p.leaf),
  ].join("");

const tin: Companion = (p) =>
  shadow(0, 52) +
  solid(box(-50, -112, 100, 112, 8), p.accent) +
  fill(box(-50, -82, 100, 48), p.paper, 0.8) +
  fill(disc(0, -58, 14), p.main) +
  fill(box(-54, -118, 108, 12, 5), p.metal);

/** What stands beside a motif on the table, by the survey's category. */
export const companions: Record<Category, readonly Companion[]> = {
  "Cooking Appliances": [mill, plant, tomatoes],
  "Food Preparation": [lemons, mill, plant],
  "Beverage Makers": [mug, lemons, sugar, plant],
  "Cleaning Tools": [soap, plant, cloth],
  "Storage Solutions": [apple, tin, plant],
};
