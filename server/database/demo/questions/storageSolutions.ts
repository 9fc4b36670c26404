import { PUBLISHED, WAITING } from "@survey-app/contract/surveys.ts";
import type { DemoSurvey } from "../demoSurvey.ts";

export const storageSolutions: readonly DemoSurvey[] = [
  {
    title: "Do clear jars help you to use up dry food in time?",
    description:
      "Rice, lentils and flour keep for months, and are then forgotten for years. We gave clear jars to twenty households and now ask everybody who uses them. Vote yes if you throw away less than you did with the original bags.",
    category: "Storage Solutions",
    startsDaysAgo: 13,
    endsInDays: 28,
    status: PUBLISHED,
    yesShare: 0.82,
    votes: 22,
    scene: "jars",
  },
  {
    title: "Should every box in the shared freezer carry a name and a date?",
    description:
      "On the last cleaning day we found 23 boxes that nobody recognised. Yes means that unlabelled boxes may be removed on the first Monday of each month. No means that we go on asking around before anything is thrown away.",
    category: "Storage Solutions",
    startsDaysAgo: 19,
    endsInDays: 4,
    status: PUBLISHED,
    yesShare: 0.88,
    votes: 40,
    scene: "boxes",
  },
  {
    title: "Would a second fridge be used enough to justify its electricity?",
    description:
      "It would stand in the hall and cost about 45 dollars a year to run. The idea is to share leftovers and surplus from the garden. Vote yes if you would put something in or take something out at least once a week.",
    category: "Storage Solutions",
    startsDaysAgo: 70,
    endsInDays: -10,
    status: PUBLISHED,
    yesShare: 0.42,
    votes: 27,
    scene: "fridge",
  },
  {
    title: "Are drawers better than cupboards for pots and pans?",
    description:
      "The renovation budget allows for deep drawers in half of the kitchens. They carry up to 60 kilograms and show everything at a glance, but cost 90 dollars more per unit. Your vote sets the standard for the plan.",
    category: "Storage Solutions",
    startsDaysAgo: 24,
    endsInDays: 42,
    status: PUBLISHED,
    yesShare: 0.73,
    votes: 18,
    scene: "drawers",
  },
  {
    title: "Should the courtyard get a separate bin for food waste?",
    description:
      "The city collects food waste free of charge if a house sorts it properly. The bin would be emptied weekly, every three days in summer. No means that food waste stays in the general bin for another year.",
    category: "Storage Solutions",
    startsDaysAgo: 15,
    endsInDays: 13,
    status: PUBLISHED,
    yesShare: 0.61,
    votes: 38,
    scene: "bins",
  },
  {
    title: "Does hanging utensils on a rail save you time at the stove?",
    description:
      "A rail keeps ladles and pans within reach, and within reach of the grease as well. We want to know whether it works in daily life and not only in photographs. Vote yes if you have a rail and would put it up again.",
    category: "Storage Solutions",
    startsDaysAgo: 31,
    endsInDays: null,
    status: PUBLISHED,
    yesShare: 0.54,
    votes: 10,
    scene: "hooks",
  },
  {
    title: "Would you keep vegetables in an open basket rather than in the fridge?",
    description:
      "Potatoes, onions and tomatoes last longer and taste better outside the fridge. A ventilated basket takes up about as much counter space as a bread box. Vote yes if you do this already or would start.",
    category: "Storage Solutions",
    startsDaysAgo: 47,
    endsInDays: 17,
    status: PUBLISHED,
    yesShare: 0.46,
    votes: 8,
    scene: "basket",
  },
  {
    title: "Has a bread box kept your bread fresh for longer than a bag?",
    description:
      "Wood, metal, clay or cloth: every baker gives different advice. We ask those who have tried both for at least a month with the same kind of bread. Yes means the box won by a day or more.",
    category: "Storage Solutions",
    startsDaysAgo: 85,
    endsInDays: -45,
    status: PUBLISHED,
    yesShare: 0.67,
    votes: 21,
    scene: "breadBox",
  },
  {
    title: "Can labels on the shelves keep a shared pantry in order?",
    description:
      "Twelve people use the pantry, and everybody has a system of their own. Labels would name the place of each kind of food, and one person a month would check them. No means that you expect the labels to be ignored.",
    category: "Storage Solutions",
    startsDaysAgo: 2,
    endsInDays: null,
    status: WAITING,
    yesShare: 0,
    votes: 0,
    scene: "jars",
  },
];
