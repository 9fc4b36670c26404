import type { PassRule } from "../ballots/passRule.ts";
import { describeFinal, describeVerdict } from "../results/passedText.ts";
import { describeShares } from "../results/resultLabelText.ts";
import { describeResult } from "../results/resultText.ts";
import { type MinutedSurvey, surveyMinutes } from "../results/surveyMinutes.ts";

/** A closed survey whose votes are all shown: 25 Yes, 6 No, of 40 people on a list. */
const closed: MinutedSurvey = {
  Title: "Shall the choir buy a new piano?",
  ...{ participants: 31, totalVotes: 31, yesVotes: 25, unsureVotes: 0 },
  closedAt: "2026-12-05T22:59:00.000Z",
  closedBy: "deadline",
  deadline: "2026-12-05T22:59:00.000Z",
  label: {
    electorate: "invited",
    privacy: "secret",
    asked: { from: "2026-11-28T08:00:00.000Z", to: "2026-12-05T22:59:00.000Z" },
    list: {
      ...{ invited: 40, added: 0, struck: 0, codes: 8, replaced: 0, unsent: 0, objections: 0 },
      ...{ turnout: null, changes: [] },
    },
  },
};

const votes = (yes: number, no: number, unsure = 0): Partial<MinutedSurvey> => ({
  participants: yes + no + unsure,
  totalVotes: yes + no,
  yesVotes: yes,
  unsureVotes: unsure,
});
const withheld: Partial<MinutedSurvey> = { participants: 4, totalVotes: 4, yesVotes: null, unsureVotes: null };
const rule = (text: string, quorum: PassRule["quorum"] = null): Partial<MinutedSurvey> => {
  const [needs = "", share = "", of = "sides"] = text.split(" ");
  return { passRule: { needs, share, of, quorum } as PassRule };
};
const people = (of: "yes" | "answers", count = 30): PassRule["quorum"] => ({ people: count, of });
const byLink: Partial<MinutedSurvey> = {
  label: { ...closed.label, electorate: "link", privacy: "named", list: null },
};
const forEveryone = (privacy: "named" | "confidential"): Partial<MinutedSurvey> => ({
  label: { ...closed.label, electorate: "everyone", privacy, list: null },
});
const list = (numbers: object): Partial<MinutedSurvey> => ({
  label: { ...closed.label, list: { ...closed.label.list, ...numbers } as MinutedSurvey["label"]["list"] },
});

/** Every setting that changes a word of a result, by what is special about it. */
const CASES: Record<string, Partial<MinutedSurvey>[]> = {
  "Yes wins": [votes(32, 8)],
  "No wins": [votes(11, 27)],
  "a tie": [votes(8, 8)],
  "one vote": [votes(1, 0)],
  "some are not sure": [forEveryone("named"), votes(254, 156, 57)],
  "everyone is not sure": [votes(0, 0, 12)],
  "no votes": [votes(0, 0)],
  "the split is withheld": [withheld],
  "passed by half": [rule("moreThan 1/2")],
  "passed by two thirds, some are not sure": [votes(25, 6, 2), rule("atLeast 2/3")],
  "passed with a quorum of answers": [rule("moreThan 1/2", people("answers"))],
  "passed with a quorum of Yes votes": [rule("moreThan 1/2", people("yes", 20))],
  "not passed by half": [votes(15, 16), rule("moreThan 1/2")],
  "not passed by two thirds": [votes(18, 17), rule("atLeast 2/3")],
  "not passed by three quarters": [votes(18, 17), rule("atLeast 3/4")],
  "not passed by a percentage": [votes(18, 17), rule("atLeast 60%")],
  "not passed by more than a fraction": [votes(18, 17), rule("moreThan 3/5")],
  "not passed by half of all answers": [votes(18, 10, 9), rule("moreThan 1/2 answers")],
  "not passed by two thirds of all answers": [votes(18, 10, 9), rule("atLeast 2/3 answers")],
  "not passed by a tie": [votes(8, 8), rule("moreThan 1/2")],
  "the quorum of answers is missed": [votes(20, 2), rule("moreThan 1/2", people("answers"))],
  "the quorum of Yes votes is missed": [votes(20, 2), rule("moreThan 1/2", people("yes"))],
  "the split is withheld, the quorum of answers is missed": [withheld, rule("moreThan 1/2", people("answers"))],
  "the split is withheld, the quorum of Yes votes is missed": [withheld, rule("moreThan 1/2", people("yes"))],
  "the split is withheld, the quorum is reached": [withheld, rule("moreThan 1/2", people("answers", 3))],
  "closed early by its owner": [{ closedBy: "owner", closedAt: "2026-12-03T12:00:00.000Z" }],
  "closed early by an admin": [{ closedBy: "admin", closedAt: "2026-12-03T12:00:00.000Z" }],
  "closed by its owner, without a deadline": [{ closedBy: "owner", deadline: null }],
  "closed on the day on which it opened": [{ closedBy: "owner", closedAt: "2026-11-28T12:00:00.000Z" }],
  "shown by its owner, through an open link": [byLink, { shownAfter: 20 }],
  "open to everyone, with names": [forEveryone("named")],
  "open to everyone, confidential": [forEveryone("confidential")],
  "people added": [list({ added: 3 })],
  "people removed": [list({ struck: 1 })],
  "people added and removed, codes replaced, an objection": [list({ added: 5, struck: 2, replaced: 4, objections: 1 })],
};

/**
 * The words of every result in the language of this program: the sentence while voting is open (without a rule), the
 * final one, the reason below the verdict, the shares, and the paragraph for the minutes.
 */
export function goldenResults(): string {
  return Object.entries(CASES)
    .map(([name, parts]) => {
      const survey: MinutedSurvey = Object.assign({}, closed, ...parts);
      const result = { ...survey, ...survey.label, noVotes: null, bounds: null, head: "" };
      const lines = [
        survey.passRule || survey.yesVotes === null ? "" : `open: ${describeResult(survey)}`,
        `closed: ${describeFinal(survey)}`,
        describeVerdict(survey).reason && `reason: ${describeVerdict(survey).reason}`,
        describeShares({ ...result, passRule: survey.passRule ?? null }) &&
          `shares: ${describeShares({ ...result, passRule: survey.passRule ?? null })}`,
        `minutes: ${surveyMinutes(survey, "Europe/Zurich")}`,
      ];
      return [`== ${name}`, ...lines.filter(Boolean)].join("\n");
    })
    .join("\n\n");
}
