import { describeVerdict } from "@survey-app/contract/results/passedText.ts";
import { describeResult, shareTexts } from "@survey-app/contract/results/resultText.ts";
import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as boundsTexts from "@survey-app/texts/boundsTexts.ts";
import * as meetingRoomTexts from "@survey-app/texts/meetingRoomTexts.ts";
import { formatCount } from "@survey-app/texts/numbers.ts";
import type { ReactNode } from "react";
import { useHasEnded } from "../surveys/serverTime.ts";
import { Icon } from "../ui/Icon.tsx";
import { Tally } from "../ui/Tally.tsx";
import { PeopleTicks } from "./PeopleTicks.tsx";
import { Caption, lineOf } from "./ResultBounds.tsx";

interface VerdictProps {
  survey: FullSurvey;
  /** The facts about the close, and whether the result is live. */
  children: ReactNode;
}

/**
 * The result as a page's main text: the verdict in ink, because teal and clay mean Yes and No only, its reason, the
 * tally with the share that Yes needed, and the turnout of the list.
 */
export function Verdict({ survey, children }: VerdictProps) {
  const { closedAt, passed, participants, label } = survey;
  const isOver = useHasEnded(survey);
  const { verdict, reason } =
    closedAt === null ? { verdict: describeResult(survey, isOver), reason: "" } : describeVerdict(survey);
  return (
    <div className="verdict space-y-6 rounded-3xl border border-line bg-surface p-card sm:p-8 print:space-y-2 print:rounded-xl print:p-3">
      <div className="space-y-2">
        <p className="verdict-words">
          {passed !== undefined && <Icon name={passed ? "check" : "cross"} size={32} />}
          <span>{verdict}</span>
        </p>
        {reason && <p className="text-lg print:text-base">{reason}</p>}
      </div>
      <Tally totals={survey} size="large" headline={null} isOver={isOver} mark={<NeededShare survey={survey} />} />
      {label.list && <Turnout voted={participants} people={label.list.invited + label.list.added} />}
      {children}
    </div>
  );
}

/** The height of the mark: the bar's, and as much above it as below, in px. */
const MARK_HEIGHT = 36;

/** A line over the bar above it, at the share that Yes needed. Votes for "Not sure" stand in the middle of the bar. */
function NeededShare({ survey: { passRule, yesVotes, totalVotes, unsureVotes } }: { survey: FullSurvey }) {
  if (!passRule || yesVotes === null || totalVotes === 0) return null;
  const { share, text } = lineOf(passRule);
  const all = totalVotes + (unsureVotes ?? 0);
  const place = passRule.of === "answers" ? share : (share * totalVotes) / all;
  return (
    <div className="relative -mt-11 text-sm text-muted">
      <svg aria-hidden="true" width="100%" height={MARK_HEIGHT} className="block overflow-visible rtl:-scale-x-100">
        <line x1={`${place}%`} x2={`${place}%`} y2={MARK_HEIGHT} className="stroke-ink" strokeWidth="2" />
      </svg>
      <Caption share={place} text={text} />
    </div>
  );
}

function Turnout({ voted, people }: { voted: number; people: number }) {
  if (people === 0) return null;
  return (
    <div className="space-y-2 border-t border-line pt-5 print:pt-3">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>
          <strong className="font-semibold">{meetingRoomTexts.turnout(voted, people)}</strong>{" "}
          <span className="text-muted">{`(${shareTexts(voted, people).yes})`}</span>
        </span>
        {people > voted && (
          <span className="text-sm text-muted">{boundsTexts.silent(formatCount(people - voted))}</span>
        )}
      </p>
      <PeopleTicks voted={voted} people={people} />
    </div>
  );
}
