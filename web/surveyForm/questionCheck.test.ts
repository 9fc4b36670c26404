import { expect, test } from "vitest";
import { demoSurveys } from "../../server/sandbox/demo/demoSurveys.ts";
import { findFlaws, type QuestionFlaw } from "./questionCheck.ts";

test.each<[title: string, ...flaws: QuestionFlaw[]]>([
  ["Should we buy a new oven and paint the kitchen?", "twoQuestions"],
  ["Should the canteen drop plastic cups and offer a deposit?", "twoQuestions"],
  ["Do you cook at home and is it cheaper?", "twoQuestions"],
  ["Should we close the old gym or replace it?", "twoQuestions"],
  ["Would you pay more and then wait 10 minutes?", "twoQuestions"],
  ["Do you like the park and should we extend it?", "twoQuestions"],
  ["Is it good? Is it cheap?", "twoQuestions"],
  ["Don't you think that the park is lovely?", "leading"],
  ["Don’t you want lower prices?", "leading"],
  ["Do you agree that the rent is too high?", "leading"],
  ["Surely we need a new bridge?", "leading"],
  ["The bus is late too often, isn't it?", "leading"],
  ["Should the office not open on Friday?", "negation"],
  ["Are you against meetings that don't have an agenda?", "negation"],
  ["Do you always lock the door?", "absolute"],
  ["Should all employees work on site?", "absolute"],
  ["Should nobody smoke in the courtyard?", "absolute"],
  [`Is this ${"very ".repeat(24)}long?`, "tooLong"],
  ["Should the library open on Sunday", "noQuestionMark"],
  ["Should we never buy meat and sell the grill", "twoQuestions", "absolute", "noQuestionMark"],
])("%s", (title, ...flaws) => expect(findFlaws(title, null)).toEqual(flaws));

test.each([
  ["a list of things", "Do you like salt and pepper?"],
  ["a list of things", "Should we serve coffee or tea in the morning?"],
  ["a list that ends with a noun that is a verb too", "Is there a good balance between family and work?"],
  ["a name", "Is the Drink and Drive campaign a success?"],
  ["two adjectives", "Is the new menu cheap and healthy?"],
  ["two people", "Should parents and teachers meet twice a year?"],
  ["yes or no", "Is a vote of yes or no enough?"],
  ["or not", "Should the shop open on Sunday or not?"],
  ["words that contain others", "Should notes about Nottingham be kept in another knot?"],
  ["not only", "Should the app work not only on phones?"],
  ["a word that is no quantity", "Should the lamp stay on all day?"],
  ["a compound", "Would you buy an all-purpose cleaner?"],
  ["at all", "Do you read the news at all?"],
  ["a question of twenty-five words", `Is this ${"very ".repeat(22)}long?`],
  ["a full-width question mark", "これはいいですか？"],
  ["another language", "Soll die Küche schließen und die Kantine öffnen?"],
  ["nothing", ""],
])("%s triggers no hint: %s", (_, title) => expect(findFlaws(title, null)).toEqual([]));

test("no question of the demo triggers a hint", () => {
  const flawed = demoSurveys.flatMap(({ title }) => findFlaws(title, null).map((flaw) => [flaw, title]));
  expect(flawed).toEqual([]);
});

test("rules about English words are not applied to questions in other languages", () => {
  expect(findFlaws("Sollen wir die Not lindern?", "de")).toEqual([]);
  expect(findFlaws("Sollen wir die Not lindern?", "en")).toEqual(["negation"]);
  expect(findFlaws("Sollen wir die Not lindern", "de")).toEqual(["noQuestionMark"]);
});
