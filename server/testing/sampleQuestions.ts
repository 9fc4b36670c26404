import type { PassRule } from "@survey-app/contract/ballots/passRule.ts";
import type { OpenedQuestion } from "@survey-app/contract/meetings/meetingState.ts";

const asked: OpenedQuestion = {
  n: 1,
  surveyId: "s1",
  Title: "Shall we buy a new boat?",
  Description: "",
  language: null,
  passRule: null,
  privacy: "secret",
  unsure: true,
  state: "closed",
  closedBy: "everyone",
  endedSoon: false,
  passed: null,
  openedAt: "2026-11-22T09:58:00.000Z",
  endsAt: "2026-11-22T10:00:00.000Z",
  closedAt: "2026-11-22T09:59:00.000Z",
  people: 40,
  participants: 40,
  yesVotes: 25,
  noVotes: 13,
  unsureVotes: 2,
  totalVotes: 38,
  list: { invited: 40, added: 0, struck: 0, codes: 0, replaced: 0, unsent: 0, objections: 0 },
  head: "5ea1".repeat(16),
  repeats: null,
  repeatedBy: null,
};
/** The questions of a meeting that has ended: of every kind. */
export const sampleQuestions = (passRule: PassRule | null): OpenedQuestion[] => [
  asked,
  {
    ...asked,
    n: 2,
    Title: "Shall we paint it red?",
    passRule: passRule && { ...passRule, quorum: null },
    passed: true,
    head: "b0a7".repeat(16),
  },
  {
    ...asked,
    n: 3,
    Title: "Shall we meet in May?",
    participants: 3,
    yesVotes: null,
    noVotes: null,
    unsureVotes: null,
  },
  { ...asked, n: 4, Title: "Shall we sell the piano?", state: "takenBack", participants: 0 },
  { ...asked, n: 5, Title: null, state: "takenDown" },
];
