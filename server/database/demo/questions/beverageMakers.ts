import { PUBLISHED, WAITING } from "@survey-app/contract/surveys.ts";
import type { DemoSurvey } from "../demoSurvey.ts";

export const beverageMakers: readonly DemoSurvey[] = [
  {
    title: "Would you pay 20 dollars more for a kettle that keeps water warm for an hour?",
    description:
      "Both versions boil equally fast; the dearer one holds 80 degrees for sixty minutes. Keeping warm uses about as much electricity as boiling one extra cup. Vote yes if the function would be worth the surcharge to you.",
    category: "Beverage Makers",
    startsDaysAgo: 8,
    endsInDays: 14,
    status: PUBLISHED,
    yesShare: 0.44,
    votes: 27,
    scene: "kettle",
  },
  {
    title: "Should the office coffee machine switch itself off after thirty minutes?",
    description:
      "Last month the hot plate stayed on over two weekends. An automatic switch-off saves energy, but the second half of the pot will be cold more often. No means we keep the manual switch and put up a reminder.",
    category: "Beverage Makers",
    startsDaysAgo: 16,
    endsInDays: 3,
    status: PUBLISHED,
    yesShare: 0.71,
    votes: 38,
    scene: "coffeeMaker",
  },
  {
    title: "Does a stovetop moka pot make coffee good enough for guests?",
    description:
      "We are comparing what people serve with what they would like to serve. No machine needed, no capsules, about six minutes from cold water to cup. Vote yes if you would offer it to guests without an apology.",
    category: "Beverage Makers",
    startsDaysAgo: 38,
    endsInDays: 22,
    status: PUBLISHED,
    yesShare: 0.77,
    votes: 17,
    scene: "mokaPot",
  },
  {
    title: "Is a built-in strainer the first thing you look for in a teapot?",
    description:
      "A strainer makes loose tea easy and cleaning a little harder. The pottery course is choosing the form for its next forty teapots. Yes means the strainer comes first for you; no means that shape, size or price matters more.",
    category: "Beverage Makers",
    startsDaysAgo: 25,
    endsInDays: 37,
    status: PUBLISHED,
    yesShare: 0.49,
    votes: 7,
    scene: "teapot",
  },
  {
    title: "Has a filter jug changed how much bottled water you buy?",
    description:
      "Tap water here is safe but hard, and many households filter it for the taste. We ask everybody who has owned a jug for more than three months. Vote yes if you carry home clearly fewer bottles than before.",
    category: "Beverage Makers",
    startsDaysAgo: 65,
    endsInDays: -21,
    status: PUBLISHED,
    yesShare: 0.64,
    votes: 22,
    scene: "carafe",
  },
  {
    title: "Do you want a milk frother built into your next coffee machine?",
    description:
      "A built-in frother adds 60 to 150 dollars and has to be rinsed after every use. Separate frothers cost a tenth of that and take up space. Your answer decides which models we order for the long-term test.",
    category: "Beverage Makers",
    startsDaysAgo: 4,
    endsInDays: 48,
    status: PUBLISHED,
    yesShare: 0.35,
    votes: 10,
    scene: "espresso",
  },
  {
    title: "Should the shared kitchen swap its mixed mugs for stackable ones?",
    description:
      "We own 64 mugs in 31 shapes, and they fill two cupboards. A stackable set of 40 would fit on one shelf, and the old mugs would go to the flea market. No means every mug stays, favourites included.",
    category: "Beverage Makers",
    startsDaysAgo: 11,
    endsInDays: 10,
    status: PUBLISHED,
    yesShare: 0.53,
    votes: 32,
    scene: "mugs",
  },
  {
    title: "Can a hand press replace an electric juicer on weekday mornings?",
    description:
      "A press has no motor, no cable and three parts to rinse. It takes about two minutes for one glass of juice. Vote yes if that would suit your mornings from Monday to Friday.",
    category: "Beverage Makers",
    startsDaysAgo: 2,
    endsInDays: 29,
    status: WAITING,
    yesShare: 0,
    votes: 0,
    scene: "juicer",
  },
  {
    title: "Are glass coffee presses too fragile for a shared kitchen?",
    description:
      "Four glass beakers broke this year, and each replacement cost eleven dollars. A steel press keeps coffee warm for longer but hides how much is left. Yes means we buy steel next time.",
    category: "Beverage Makers",
    startsDaysAgo: 44,
    endsInDays: null,
    status: PUBLISHED,
    yesShare: 0.72,
    votes: 15,
    scene: "frenchPress",
  },
];
