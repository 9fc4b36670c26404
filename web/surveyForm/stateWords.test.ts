import { type BallotSettings, settingsConflict } from "@survey-app/contract/ballots/ballots.ts";
import { type PassRule, takesPassRule } from "@survey-app/contract/ballots/passRule.ts";
import { expect, test } from "vitest";
import { alsoSetWords } from "./alsoSetWords.ts";
import { needsEnd, WHO, type Who, whoOf, withNeeds, withWho } from "./settingNeeds.ts";
import { type AskState, stateWords } from "./stateWords.ts";

const values = {
  results: ["live", "afterVote", "afterClose", "shown"],
  privacy: ["named", "confidential", "secret"],
  changeable: [false, true],
  unsure: [false, true],
  electorate: ["everyone", "invited", "link"],
} as const satisfies { [K in keyof BallotSettings]: readonly BallotSettings[K][] };
const fields = Object.keys(values) as (keyof BallotSettings)[];
const valid = fields
  .reduce<BallotSettings[]>(
    (found, field) => found.flatMap((settings) => values[field].map((value) => ({ ...settings, [field]: value }))),
    [{} as BallotSettings],
  )
  .filter((settings) => settingsConflict(settings) === null);

const now = Date.parse("2026-11-29T12:00:00Z");
const rules: (PassRule | null)[] = [
  null,
  { needs: "moreThan", share: "1/2", of: "sides", quorum: null },
  { needs: "atLeast", share: "2/3", of: "answers", quorum: { people: 12, of: "yes" } },
  { needs: "atLeast", share: "x", of: "sides", quorum: { people: Number.NaN, of: "yes" } },
];
const deadlines = [
  "",
  "2026-11-29",
  "2026-11-30",
  "2026-12-24",
  "2026-11-29T20:00",
  "2026-11-30T20:00",
  "2026-12-24T20:00",
];

/** The claims of a sentence about a question. A sentence doesn't claim anything about facts that it doesn't mention. */
interface Claims {
  voters?: "everyone" | "invited" | "link";
  /** Whether voting has an end. */
  ends?: boolean;
  endsOn?: string;
  closesEarly?: boolean;
  result?: BallotSettings["results"];
  privacy?: BallotSettings["privacy"];
  hasRule?: boolean;
  changeable?: boolean;
}

/** The meaning of each sentence, written down here and not taken from the code. */
const meanings: [RegExp, Claims][] = [
  [/\b(?:Everyone with an account)\b/, { voters: "everyone" }],
  [/When everyone can vote, one person can vote with several accounts/, { voters: "everyone" }],
  [/\b(?:People on your list|Invited people only|Only invited people)\b/, { voters: "invited" }],
  [/\b[Aa]nyone with the link\b/, { voters: "link" }],
  [/a show of hands needs one/, { voters: "link", ends: false }],
  [/counted, not stored|Secret votes|Votes are secret/, { privacy: "secret" }],
  [/Confidential votes|Votes are confidential/, { privacy: "confidential" }],
  [/Names and votes are shown|Votes are named/, { privacy: "named" }],
  [/not chosen yet/, {}],
  [/when you close it|until you close it/, { ends: false, closesEarly: true }],
  [/can't close voting early/, { closesEarly: false }],
  [/^today|Voting ends on 29-11-2026/, { ends: true, endsOn: "2026-11-29" }],
  [/^tomorrow|Voting ends on 30-11-2026/, { ends: true, endsOn: "2026-11-30" }],
  [/on 24-12-2026/, { ends: true, endsOn: "2026-12-24" }],
  [/Choose an end: the result appears when voting ends/, { ends: false, result: "afterClose" }],
  [/^live, while people vote|Live result|The result is live/, { result: "live" }],
  [
    /for each person after their own vote|after each person's vote|sees the result after voting/,
    { result: "afterVote" },
  ],
  [/^when voting ends|Result when voting ends|^The result appears when voting ends/, { result: "afterClose" }],
  [/when you show it/, { result: "shown" }],
  [/none; the result shows the numbers|no longer has a pass rule/, { hasRule: false }],
  [/^Passes if Yes gets/, { hasRule: true }],
  [/Votes can be changed/, { changeable: true }],
  [/Votes are final/, { changeable: false }],
];

function claimsOf(sentence: string): Claims[] {
  const found = meanings.filter(([pattern]) => pattern.test(sentence)).map(([, claims]) => claims);
  expect(found.length, `“${sentence}” has no meaning here: add it`).toBeGreaterThan(0);
  return found;
}

/** The claims that are true of the same facts. */
const truthOf = ({ settings, passRule, deadline }: AskState): Claims => ({
  voters: settings.electorate,
  ends: deadline !== "",
  ...(deadline && { endsOn: deadline.slice(0, 10) }),
  result: settings.results,
  privacy: settings.privacy,
  changeable: settings.changeable,
  ...(takesPassRule(settings) && { hasRule: passRule !== null }),
});

/** Expects that sentences contradict neither each other nor what holds. */
function expectAgreement(sentences: readonly string[], state: AskState): void {
  const agreed: Claims = truthOf(state);
  for (const sentence of sentences)
    for (const claims of claimsOf(sentence))
      for (const [fact, claimed] of Object.entries(claims) as [keyof Claims, never][]) {
        agreed[fact] ??= claimed;
        expect(claimed, `“${sentence}” says ${fact}: ${claimed}. All: ${sentences.join(" | ")}`).toBe(agreed[fact]);
      }
}

const states: AskState[] = valid.flatMap((settings) =>
  deadlines.flatMap((deadline) =>
    (takesPassRule(settings) ? rules : [null]).map((passRule) => ({
      settings,
      deadline,
      passRule,
      timeZone: "Europe/Berlin",
      now,
    })),
  ),
);

/**
 * All sentences that the form shows at a time; of the cards only the chosen one's, because the others promise what
 * isn't chosen.
 */
function saidOf(state: AskState): string[] {
  const words = stateWords(state);
  const { who, cards, own, ends, endMissing, endNote, result, rule, fewVotes } = words;
  return [who === "own" ? own : cards[who], ends, endMissing, endNote, result, rule, fewVotes].filter(
    (each) => each !== null,
  );
}

test("no two sentences of the form contradict each other or what is set, for all settings, ends and rules", () => {
  expect(states.length).toBeGreaterThan(200);
  for (const state of states) expectAgreement(saidOf(state), state);
});

test("the note on what a choice has also set agrees with everything that the form says then", () => {
  for (const state of states.filter(({ deadline }) => deadline === "" || deadline === "2026-12-24"))
    for (const field of fields)
      for (const value of values[field]) {
        const settings = withNeeds(state.settings, field, value);
        const passRule = takesPassRule(settings) ? state.passRule : null;
        const next = { ...state, settings, passRule };
        const also = alsoSetWords(state, next, [field]);
        expectAgreement([...also, ...saidOf(next)], next);
      }
});

test("an end is asked for exactly where one is needed and missing, and the reason is the setting's", () => {
  for (const state of states) {
    const isMissing = state.deadline === "" && needsEnd(state.settings);
    expect(stateWords(state).endMissing !== null).toBe(isMissing);
  }
});

test("each choice of who answers is worded by its own card, and its settings by the fourth where none fits", () => {
  const [first] = states as [AskState];
  for (const who of Object.keys(WHO) as Who[]) {
    const words = stateWords({ ...first, settings: withWho(first.settings, who) });
    expect([words.who, words.own]).toEqual([who, null]);
  }
  const own = { ...first.settings, privacy: "confidential", results: "afterClose" } as const;
  expect(whoOf(own)).toBe("own");
  expect(stateWords({ ...first, settings: own }).own).toBe(
    "Everyone with an account · Result when voting ends · Yes or No · Confidential votes",
  );
});

test.each([
  ["", "when you close it"],
  ["2026-11-29", "today, at the end of the day"],
  ["2026-11-30", "tomorrow, at the end of the day"],
  ["2026-12-24", "on 24-12-2026, at the end of the day"],
  ["2026-11-30T20:00", "tomorrow at 20:00"],
  ["2026-12-24T20:00", "on 24-12-2026, 20:00"],
])("an end of “%s” reads: %s", (deadline, ends) => {
  const [first] = states as [AskState];
  expect(stateWords({ ...first, settings: { ...first.settings, ...WHO.open }, deadline }).ends).toBe(ends);
});
