import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fieldNames } from "../../contract/surveys/fieldRules.ts";

const ROOT = join(import.meta.dirname, "../..");

/** The columns whose names differ from those of their fields. */
const COLUMNS = ["title", "description", "image_alt", "starts_at", "ends_at", "appears_at", "pass_rule"];

/** A source that names this many fields in a row has a list of fields. */
const LISTED = 6;

/** Why some sources list several fields. A list that isn't here should come from the tables, or from `readFields`. */
const REASONS: Record<string, string> = {
  "contract/surveys/fieldRules.ts": "the contract's table: what is decided about each field",
  "contract/surveys/surveyFields.ts": "the contract's table: the schemas of each field",
  "contract/votes/votes.ts": "the specification's shape of a vote",
  "server/ballots/voteChain.ts": "how people vote, as the ledger's formats have it",
  "server/meetings/meetingRows.ts": "a question of a meeting, which has few of these fields",
  "server/meetings/meetingState.sql.ts": "the same, once it is opened",
  "server/meetings/openQuestion.sql.ts": "the values of all fields with which it is opened",
  "server/sandbox/demo/seedDemo.ts": "demo data in a shape of its own",
  "server/surveys/fields.ts": "the server's table: the columns of each field",
  "server/surveys/newSurvey.ts": "writes the columns, which depend on each other; its type demands all",
  "server/surveys/question.sql.ts": "what the question's hash covers",
  "server/votes/reading/listVotes.sql.ts": "the specification's shape of a vote",
  "server/votes/reading/participations.sql.ts":
    "the specification's shape of a vote, blank where the survey can't be read",
  "server/mailings/aboutSurvey.sql.ts": "says what each email may quote; `everyFieldPages.test.ts` proves it",
  "web/meetingRoom/meetingBallot.ts":
    "the settings that all questions of meetings have; the types of the vote form demand all",
  "web/surveyForm/FrozenQuestion.tsx": "a layout",
  "web/surveyForm/QuestionFields.tsx": "which errors open a folded part of the form",
  "web/surveyForm/SurveyPreview.tsx": "the form's values as a survey; its type demands all",
  "web/surveyForm/ballotSummary.ts": "a sentence about how people vote",
  "web/surveys/PublishedText.tsx": "a table whose type demands all",
  "web/managing/surveyValues.ts": "the browser's table: the value of each field in the form",
};

test("Only the tables of a survey's fields list these fields, and sources with a reason of their own", () => {
  const name = `(?:${[...fieldNames, ...COLUMNS].join("|")})`;
  // Columns and names as texts, parts of a pattern or type, or properties with a short value.
  const item = `(?:"(?:\\w+\\.)?${name}(?: as \\w+)?"|\\b${name}\\b(?:: ?[^,;{}]{0,60})?)`;
  const list = new RegExp(`(?:${item},?\\s*\\|?\\s*){${LISTED},}`);
  const sources = globSync("{contract,server,web}/**/*.{ts,tsx}", {
    cwd: ROOT,
    exclude: ["**/*.test.{ts,tsx}", "**/testing/**", "**/migrations/**", "web/dist/**", "**/node_modules/**"],
  });
  expect(sources.length).toBeGreaterThan(500);
  const found = sources.filter((source) => list.test(readFileSync(join(ROOT, source), "utf8")));
  expect(found.toSorted()).toEqual(Object.keys(REASONS).toSorted());
});
