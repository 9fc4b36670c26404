import { PUBLISHED, WAITING } from "@survey-app/contract/surveys.ts";
import type { DemoSurvey } from "../demoSurvey.ts";

export const cleaningTools: readonly DemoSurvey[] = [
  {
    title: "Would you switch to a dish brush with a replaceable head?",
    description:
      "The handle is made of beech and should last for years; the head costs two dollars and is compostable. We would order them for all twelve kitchens of the house. Yes means you would use one instead of what lies at your sink today.",
    category: "Cleaning Tools",
    startsDaysAgo: 10,
    endsInDays: 18,
    status: PUBLISHED,
    yesShare: 0.79,
    votes: 25,
    scene: "dishBrush",
  },
  {
    title: "Do you replace your kitchen sponge every week?",
    description:
      "Hygiene guides recommend a week, and our waste figures suggest a month. We would like an honest answer, and nobody sees your name beside a vote in the report. Vote yes if your present sponge is less than eight days old.",
    category: "Cleaning Tools",
    startsDaysAgo: 20,
    endsInDays: 6,
    status: PUBLISHED,
    yesShare: 0.31,
    votes: 30,
    scene: "sponge",
  },
  {
    title: "Should each floor have its own broom and bucket?",
    description:
      "At the moment there is one set in the cellar for five floors. Four more sets cost 140 dollars in total and need a hook on each landing. No means that we keep the one set and label its place more clearly.",
    category: "Cleaning Tools",
    startsDaysAgo: 7,
    endsInDays: 24,
    status: PUBLISHED,
    yesShare: 0.85,
    votes: 19,
    scene: "broomBucket",
  },
  {
    title: "Is a cordless vacuum cleaner strong enough for a whole flat?",
    description:
      "Cordless models lead our sales list, but returns have doubled as well. Please think of carpets, corners and the battery after two years. Vote yes if it is, or would be, the only vacuum cleaner in your home.",
    category: "Cleaning Tools",
    startsDaysAgo: 56,
    endsInDays: -3,
    status: PUBLISHED,
    yesShare: 0.47,
    votes: 36,
    scene: "vacuum",
  },
  {
    title: "Can one all-purpose spray replace the bottles under your sink?",
    description:
      "The average cupboard in our survey held seven different cleaners. Our chemist says that three are enough for almost every surface, and one for most. Vote yes if you would give a single spray a try for two months.",
    category: "Cleaning Tools",
    startsDaysAgo: 33,
    endsInDays: 35,
    status: PUBLISHED,
    yesShare: 0.58,
    votes: 13,
    scene: "spray",
  },
  {
    title: "Do you let dishes dry in the rack instead of using a towel?",
    description:
      "We are redesigning the washing-up corner and have to choose between a larger rack and more towel hooks. Air drying is more hygienic but needs space until the next meal. Please vote for what happens on a normal evening.",
    category: "Cleaning Tools",
    startsDaysAgo: 17,
    endsInDays: 50,
    status: PUBLISHED,
    yesShare: 0.69,
    votes: 12,
    scene: "dishRack",
  },
  {
    title: "Should the laundry room wash at 30 degrees by default?",
    description:
      "The machines remember the last programme, and most people start them without changing it. A default of 30 degrees would save about a third of the electricity per load. Warmer programmes would stay one button away.",
    category: "Cleaning Tools",
    startsDaysAgo: 5,
    endsInDays: 9,
    status: PUBLISHED,
    yesShare: 0.76,
    votes: 29,
    scene: "washer",
  },
  {
    title: "Are soap refills worth carrying an empty bottle to the shop?",
    description:
      "The refill station next door saves about 30 grams of plastic and 40 cents per bottle. We would like to know whether that is enough reason to plan ahead. Vote yes if you have refilled at least twice this year or intend to.",
    category: "Cleaning Tools",
    startsDaysAgo: 29,
    endsInDays: 60,
    status: PUBLISHED,
    yesShare: 0.51,
    votes: 5,
    scene: "refill",
  },
  {
    title: "Is a draining sink mat easier to keep clean than a rack?",
    description:
      "The co-op's sinks are too narrow for most racks, so mats are the alternative. They roll up and cost less, but water collects underneath. Yes means that you would choose a mat for your own sink.",
    category: "Cleaning Tools",
    startsDaysAgo: 0,
    endsInDays: 20,
    status: WAITING,
    yesShare: 0,
    votes: 0,
    scene: "sink",
  },
];
