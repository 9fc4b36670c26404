import type { BallotSettings } from "@survey-app/contract/ballots/ballots.ts";
import { fractionOf, type PassRule, takesPassRule } from "@survey-app/contract/ballots/passRule.ts";
import { describePassRule } from "@survey-app/contract/results/passRuleText.ts";
import { DAY_MS, dayAndTime, dayMonthYear, isoDay, isoTime } from "@survey-app/contract/text/time.ts";
import * as stateTexts from "@survey-app/texts/askStateTexts.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as ballotFormTexts from "@survey-app/texts/ballotFormTexts.ts";
import { instantOf } from "../managing/fieldTime.ts";
import { isAtEdge } from "../surveys/edgeTime.ts";
import { ballotSummary } from "./ballotSummary.ts";
import { needsEnd, type Who, whoOf } from "./settingNeeds.ts";

/** The settings of a question that are put into words. */
export interface AskState {
  settings: BallotSettings;
  passRule: PassRule | null;
  /** The form's value: a date, perhaps with a time; empty for no end. */
  deadline: string;
  timeZone: string;
  /** The server's clock, in ms. */
  now: number;
}

/** The whole state in words, one sentence for each place in the form. */
export interface StateWords {
  who: Who | "own";
  /** The promise of each choice of who answers; of the chosen one in the words of the settings. */
  cards: Record<Who, string>;
  /** The settings, where they keep the promise of none of the three; else null. */
  own: string | null;
  ends: string;
  /** Why an end has to be chosen; null if there is one, or none is needed. */
  endMissing: string | null;
  /** The note below the choice of an end. */
  endNote: string | null;
  result: string;
  /** When it passes; null where there can be no rule. */
  rule: string | null;
  /** The consequences of confidential and secret answers. */
  fewVotes: string | null;
}

/**
 * Words all settings. Every sentence of the form about them comes from here, so that no two can contradict each other.
 */
export function stateWords({ settings, passRule, deadline, timeZone, now }: AskState): StateWords {
  const { electorate, privacy, results } = settings;
  const who = whoOf(settings);
  const end = instantOf(deadline, "end", timeZone);
  const isMissing = end === null && needsEnd(settings);
  const { hands, secret, open } = stateTexts.cards;
  const isHidden = privacy !== "named";
  return {
    who,
    cards: {
      hands: hands.text,
      secret: secret.text,
      open: who === "open" && electorate === "invited" ? stateTexts.openToList : open.text,
    },
    own: who === "own" ? ballotSummary({ ...settings, passRule: null }) : null,
    ends: isMissing ? stateTexts.ends.missing : end === null ? stateTexts.ends.never : endWords(end, timeZone, now),
    endMissing: isMissing ? noEndWords(settings) : null,
    endNote: end === null ? (isMissing ? null : askTexts.end.never) : endNote(end, timeZone),
    result: isHidden ? stateTexts.result.afterCloseOfMany : stateTexts.result[results],
    rule: takesPassRule(settings) ? ruleWords(passRule) : null,
    fewVotes: isHidden ? (electorate === "everyone" ? ballotFormTexts.fewVotesInOpen : ballotFormTexts.fewVotes) : null,
  };
}

/** When voting ends: "tomorrow, at the end of the day". */
function endWords(end: string, timeZone: string, now: number): string {
  const words = stateTexts.ends;
  const day = isoDay(end, timeZone);
  const near = day === isoDay(now, timeZone) ? "today" : day === isoDay(now + DAY_MS, timeZone) ? "tomorrow" : null;
  if (isAtEdge(end, "end", timeZone)) return near ? words[near] : words.on(dayMonthYear(end, timeZone));
  return near ? words[`${near}At`](isoTime(end, timeZone)) : words.onAt(dayAndTime(end, timeZone));
}

const endNote = (end: string, timeZone: string): string | null =>
  isAtEdge(end, "end", timeZone) ? askTexts.end.on(dayMonthYear(end, timeZone), timeZone) : null;

function ruleWords(rule: PassRule | null): string {
  if (rule === null) return stateTexts.noRule;
  return isDescribable(rule) ? describePassRule(rule) : stateTexts.notChosen;
}

/** Whether a rule that may still be typed can be put into words. */
export const isDescribable = ({ share, quorum }: PassRule): boolean =>
  fractionOf(share) !== null && !(quorum && Number.isNaN(quorum.people));

/** The reason why settings need an end. */
export const noEndWords = ({ results }: BallotSettings): string =>
  results === "afterClose" ? askTexts.end.needed : askTexts.end.neededByLink;
