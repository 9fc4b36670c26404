import type { PassRule } from "@survey-app/contract/ballots/passRule.ts";
import type { MeetingRecord } from "@survey-app/contract/meetings/record.ts";
import { describeQuestion, isClosed } from "@survey-app/contract/meetings/recordText.ts";
import { describeFinal } from "@survey-app/contract/results/passedText.ts";
import { LINK_CLAIM } from "@survey-app/contract/results/resultText.ts";
import type { Survey, SurveyResults } from "@survey-app/contract/surveys/surveys.ts";
import { BYTE_ORDER_MARK, type CsvSeparator, toCsv } from "@survey-app/contract/text/csv.ts";
import type { ExportedVote } from "./votesCsv.sql.ts";

const ANSWERS = ["No", "Yes", "Not sure"] as const;

/** The result of a survey as a table of names and values. */
export function resultsTable(
  { _id, Title, language, translations, imageAlt, closedBy, deadline }: Survey,
  { label, ...totals }: SurveyResults,
  separator: CsvSeparator,
): string {
  const { participants, yesVotes, noVotes, unsureVotes, shownAt, shownAfter } = totals;
  const { electorate, asked, head, questionHash, passRule, passed } = label;
  const values: [string, string | number | null][] = [
    ["question", Title],
    ["language", language],
    ...translations.map((each): [string, string] => [`question (${each.language})`, each.Title]),
    ...pictureRows({ imageAlt, translations }),
    ["survey", _id],
    ["participants", participants],
    ["yes", yesVotes],
    ["no", noVotes],
    ["not sure", unsureVotes],
    ["asked from", asked.from],
    ["asked to", asked.to],
    ["planned to", deadline],
    ["closed by", closedBy],
    ...(shownAt === undefined || shownAfter === undefined ? [] : showingRows(shownAt, shownAfter)),
    ["question hash (SHA-256)", questionHash],
    ["ledger head", head],
    ...(passRule === null ? [] : passRuleRows(passRule, passed, totals)),
    ...(electorate === "link" ? [["about the voters", LINK_CLAIM] as [string, string]] : []),
  ];
  const records = values.map(([name, value]) => [name, String(value ?? "")]);
  return BYTE_ORDER_MARK + toCsv([["name", "value"], ...records], separator);
}

const showingRows = (shownAt: string, shownAfter: number): [string, string | number][] => [
  ["shown", shownAt],
  ["shown after votes", shownAfter],
];

/** The descriptions of the picture, in all languages that have one. */
const pictureRows = ({ imageAlt, translations }: Pick<Survey, "imageAlt" | "translations">): [string, string][] => [
  ...(imageAlt ? [["picture", imageAlt] as [string, string]] : []),
  ...translations.flatMap((each): [string, string][] =>
    each.imageAlt ? [[`picture (${each.language})`, each.imageAlt]] : [],
  ),
];

function passRuleRows(
  passRule: PassRule,
  passed: boolean | null,
  totals: Omit<SurveyResults, "label">,
): [string, string][] {
  const { needs, share, of, quorum } = passRule;
  return [
    ["pass rule: Yes needs", `${needs === "moreThan" ? "more than" : "at least"} ${share}`],
    ["pass rule: share of", of === "sides" ? "Yes and No" : "all answers"],
    ["pass rule: quorum", quorum === null ? "" : `${quorum.people} ${quorum.of === "yes" ? "Yes votes" : "people"}`],
    ["passed", passed === null ? "" : passed ? "yes" : "no"],
    ["result", passed === null ? "" : describeFinal({ ...totals, passRule })],
  ];
}

/**
 * All votes as a table. The head of the ledger at the same moment is the title of an empty last column, so that every
 * record after the heading is a vote.
 */
export async function* votesTable(
  head: string,
  chunks: AsyncIterable<ExportedVote[]>,
  separator: CsvSeparator,
): AsyncGenerator<string> {
  const heading = ["email", "name", "vote", "reported text", "comment", "voted on", "changed", `ledger head ${head}`];
  yield BYTE_ORDER_MARK + toCsv([heading], separator);
  for await (const votes of chunks)
    yield toCsv(
      votes.map(({ email, name, choice, report, comment, votedOn, isChanged }) => [
        ...[email, name, ANSWERS[choice], report, comment, votedOn],
        isChanged ? "yes" : "",
        "",
      ]),
      separator,
    );
}

/** The record of a meeting: a row for each question on which voting has ended. */
export function recordTable({ questions }: MeetingRecord, separator: CsvSeparator): string {
  const heading = ["question", "text", "result", "entitled to vote", "voted", "yes", "no", "abstained", "passed"];
  const more = [
    "opened at",
    "closed at",
    "closed by",
    "ended early",
    "repeats",
    "reason",
    "repeated as",
    "ledger head",
  ];
  const rows = questions.filter(isClosed).map((question) => {
    const { n, Title, people, participants, yesVotes, noVotes, unsureVotes, passed } = question;
    const { openedAt, closedAt, closedBy, endedSoon, repeats, repeatedBy, head } = question;
    return [
      ...[n, Title, describeQuestion(question), people, participants, yesVotes, noVotes, unsureVotes],
      ...[passed === null ? null : passed ? "yes" : "no", openedAt, closedAt, closedBy, endedSoon ? "yes" : null],
      ...[repeats?.n, repeats?.reason, repeatedBy, head],
    ].map((value) => String(value ?? ""));
  });
  return BYTE_ORDER_MARK + toCsv([[...heading, ...more], ...rows], separator);
}
