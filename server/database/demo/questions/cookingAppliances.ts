import { PUBLISHED, WAITING } from "@survey-app/contract/surveys.ts";
import type { DemoSurvey } from "../demoSurvey.ts";

export const cookingAppliances: readonly DemoSurvey[] = [
  {
    title: "Should the shared kitchen replace its gas hob with induction?",
    description:
      "The gas hob in the shared kitchen is due for its safety inspection in spring, and a replacement costs about as much as the repair. Yes means we buy a four-zone induction hob and a starter set of suitable pots. No means we repair the gas hob and keep it for at least five more years.",
    category: "Cooking Appliances",
    startsDaysAgo: 9,
    endsInDays: 21,
    status: PUBLISHED,
    yesShare: 0.68,
    votes: 34,
    scene: "hob",
  },
  {
    title: "Are you satisfied with how evenly your oven bakes?",
    description:
      "We are collecting experiences for our oven guide, whatever the age and type of yours. Vote yes if a tray of biscuits comes out the same colour on all sides without turning it. Vote no if you turn the tray, swap levels or throw away burnt corners.",
    category: "Cooking Appliances",
    startsDaysAgo: 34,
    endsInDays: 12,
    status: PUBLISHED,
    yesShare: 0.41,
    votes: 21,
    scene: "oven",
  },
  {
    title: "Would you give up your toaster if the oven had a fast grill?",
    description:
      "Counter space was the most frequent complaint in last year's kitchen survey. We are considering an oven with a grill that toasts four slices in three minutes. Yes means you would do without a separate toaster; no means it stays on the counter.",
    category: "Cooking Appliances",
    startsDaysAgo: 18,
    endsInDays: 40,
    status: PUBLISHED,
    yesShare: 0.27,
    votes: 12,
    scene: "toaster",
  },
  {
    title: "Is a microwave with only two dials enough for everyday cooking?",
    description:
      "Most programmes on a microwave are never used, according to our own repair desk. A model with one dial for power and one for time is cheaper and easier to fix. Vote yes if that would cover what you do in a normal week.",
    category: "Cooking Appliances",
    startsDaysAgo: 52,
    endsInDays: null,
    status: PUBLISHED,
    yesShare: 0.83,
    votes: 30,
    scene: "microwave",
  },
  {
    title: "Has an air fryer replaced your oven on weekdays?",
    description:
      "Three in ten of our readers told us that they bought an air fryer in the past two years. We would like to know whether it changed a habit or only filled a cupboard. Vote yes if you now switch on the big oven at most once between Monday and Friday.",
    category: "Cooking Appliances",
    startsDaysAgo: 75,
    endsInDays: -14,
    status: PUBLISHED,
    yesShare: 0.56,
    votes: 29,
    scene: "airFryer",
  },
  {
    title: "Do you still cook in a cast-iron casserole at least once a month?",
    description:
      "We are deciding whether the lending shelf needs a second casserole. The one we have weighs six kilograms and is on loan for about half of the year. Yes and no both help: please answer for your own kitchen, not for the shelf.",
    category: "Cooking Appliances",
    startsDaysAgo: 27,
    endsInDays: 33,
    status: PUBLISHED,
    yesShare: 0.48,
    votes: 8,
    scene: "casserole",
  },
  {
    title: "Should the rice cooker stay on the counter all day?",
    description:
      "It is used by three households almost every day and by the others hardly ever. Yes means it keeps its place beside the sink, washed and ready. No means it goes back into the cupboard after each use.",
    category: "Cooking Appliances",
    startsDaysAgo: 6,
    endsInDays: 5,
    status: PUBLISHED,
    yesShare: 0.62,
    votes: 11,
    scene: "riceCooker",
  },
  {
    title: "Does your extractor hood clear the smoke of a hot pan?",
    description:
      "Hoods are tested in laboratories with standard pans, which says little about searing fish in a small flat. Vote yes if the air is clear within five minutes at the second-highest setting. Vote no if you open a window every time.",
    category: "Cooking Appliances",
    startsDaysAgo: 90,
    endsInDays: -30,
    status: PUBLISHED,
    yesShare: 0.33,
    votes: 19,
    scene: "hood",
  },
  {
    title: "Would you accept a slower hob that uses a third less electricity?",
    description:
      "A limit of two kilowatts per hob would let the building keep its present wiring. A full pot of pasta water would then take about fourteen minutes instead of nine. Yes means you would agree to that limit at your next replacement.",
    category: "Cooking Appliances",
    startsDaysAgo: 1,
    endsInDays: 30,
    status: WAITING,
    yesShare: 0,
    votes: 0,
    scene: "hob",
  },
];
