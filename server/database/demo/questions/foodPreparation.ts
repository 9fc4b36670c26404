import { PUBLISHED, WAITING } from "@survey-app/contract/surveys.ts";
import type { DemoSurvey } from "../demoSurvey.ts";

export const foodPreparation: readonly DemoSurvey[] = [
  {
    title: "Do you sharpen your kitchen knives at least twice a year?",
    description:
      "The repair café could offer a sharpening evening in March and in October. We ask how many people already look after their knives before we order the stones. Vote yes if yours are sharpened twice a year or more, by yourself or by somebody else.",
    category: "Food Preparation",
    startsDaysAgo: 14,
    endsInDays: 16,
    status: PUBLISHED,
    yesShare: 0.39,
    votes: 24,
    scene: "knives",
  },
  {
    title: "Should cutting boards be colour-coded for meat and vegetables?",
    description:
      "After two complaints we want one simple rule for the canteen kitchen. Yes means red boards for meat and fish, green ones for everything else, stored on separate hooks. No means we keep the wooden boards and rely on washing them well.",
    category: "Food Preparation",
    startsDaysAgo: 22,
    endsInDays: 8,
    status: PUBLISHED,
    yesShare: 0.74,
    votes: 36,
    scene: "board",
  },
  {
    title: "Can a hand whisk do everything you use an electric mixer for?",
    description:
      "We would like to recommend fewer appliances to people who furnish their first kitchen. Think of the past three months: cream, egg whites, pancake batter, cake. Vote yes if a whisk and a bowl would have been enough.",
    category: "Food Preparation",
    startsDaysAgo: 41,
    endsInDays: 45,
    status: PUBLISHED,
    yesShare: 0.36,
    votes: 14,
    scene: "mixingBowl",
  },
  {
    title: "Is your blender quiet enough to use before seven in the morning?",
    description:
      "Noise is the reason most often given for returning a blender. We measured between 78 and 94 decibels at one metre, but walls and neighbours differ. Vote yes if you use yours early without thinking about who might wake up.",
    category: "Food Preparation",
    startsDaysAgo: 12,
    endsInDays: 26,
    status: PUBLISHED,
    yesShare: 0.19,
    votes: 18,
    scene: "blender",
  },
  {
    title: "Would you buy a stand mixer together with two neighbours?",
    description:
      "A good stand mixer costs as much as a small washing machine and stands idle on most days. We would draw up a short agreement on cost, storage and cleaning. Yes means you would like to be matched with two other households on your staircase.",
    category: "Food Preparation",
    startsDaysAgo: 3,
    endsInDays: 54,
    status: PUBLISHED,
    yesShare: 0.52,
    votes: 6,
    scene: "standMixer",
  },
  {
    title: "Do you weigh ingredients instead of measuring them in cups?",
    description:
      "Our recipes have given both grams and cups since 2011, which makes every page longer. If a clear majority weighs, we will print grams only and keep a conversion table at the back. Please vote for what you really do at home.",
    category: "Food Preparation",
    startsDaysAgo: 60,
    endsInDays: -7,
    status: PUBLISHED,
    yesShare: 0.81,
    votes: 40,
    scene: "scale",
  },
  {
    title: "Is a mortar worth its place beside an electric spice grinder?",
    description:
      "The test kitchen has room for one of the two on the open shelf. A mortar is silent and handles wet pastes; a grinder is faster with hard spices. Vote yes if you would keep the mortar within reach.",
    category: "Food Preparation",
    startsDaysAgo: 30,
    endsInDays: 19,
    status: PUBLISHED,
    yesShare: 0.57,
    votes: 9,
    scene: "mortar",
  },
  {
    title: "Should every box grater come with a guard for the fingertips?",
    description:
      "Small cuts from graters lead the list of accidents in our cooking classes. A guard adds about three dollars to the price and one more part to wash. Yes means that you would want it included, not sold separately.",
    category: "Food Preparation",
    startsDaysAgo: 48,
    endsInDays: null,
    status: PUBLISHED,
    yesShare: 0.66,
    votes: 13,
    scene: "grater",
  },
  {
    title: "Would ready-cut vegetables in the weekly crate make you cook more often?",
    description:
      "The farm can wash and cut a third of the crate for a small surcharge. Cut vegetables keep for three days instead of seven. Yes means you would choose the cut option on at least every second delivery.",
    category: "Food Preparation",
    startsDaysAgo: 1,
    endsInDays: 25,
    status: WAITING,
    yesShare: 0,
    votes: 0,
    scene: "board",
  },
];
