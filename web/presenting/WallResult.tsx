import type { PassRule } from "@survey-app/contract/ballots/passRule.ts";
import { describeFinal } from "@survey-app/contract/results/passedText.ts";
import { describeResult, formatShare, shareTexts } from "@survey-app/contract/results/resultText.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { formatCount } from "@survey-app/texts/numbers.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import type { ReactNode } from "react";
import { Icon, type IconName } from "../ui/Icon.tsx";
import { Dots } from "./Dots.tsx";
import { hasDots } from "./dots.ts";
import { questionSize } from "./questionSize.ts";
import { useProgress } from "./useProgress.ts";
import { WallBar } from "./WallBar.tsx";

/** A survey, or a question of a meeting, as far as its result goes. */
type ShownSurvey = Pick<
  Survey,
  "Title" | "closedAt" | "participants" | "totalVotes" | "yesVotes" | "unsureVotes" | "unsure"
> & {
  passRule?: PassRule | null | undefined;
};

/** The shown result in words; a closed one as its rule decides, if it has one. */
export const describeShown = (survey: ShownSurvey): string =>
  survey.closedAt === null ? describeResult(survey) : describeFinal(survey);

/** The longest sentence that fits into a line in the largest size, in characters. */
const ONE_LINE = 34;

interface WallSentenceProps {
  survey: Parameters<typeof questionSize>[0];
  sentence: string;
  children?: ReactNode;
}

/** A result in words, the largest text of its screen, and what stands below it. */
export function WallSentence({ survey, sentence, children }: WallSentenceProps) {
  const longer = questionSize(survey) === "short" ? "medium" : "long";
  return (
    <div className="wall-result" data-length={sentence.length <= ONE_LINE ? "short" : longer}>
      <p className="wall-sentence">{sentence}</p>
      {children}
    </div>
  );
}

interface WallResultProps {
  survey: ShownSurvey;
  isMoving: boolean;
  /** The result in words. */
  sentence?: string;
  /** The word for the third answer. */
  unsureWord?: string;
}

/** The result on the screen of a room: a sentence, the numbers, one bar, and below it the votes on their sides. */
export function WallResult(props: WallResultProps) {
  const { survey, isMoving, sentence = describeShown(survey), unsureWord = uiTexts.unsure } = props;
  const { participants, totalVotes, unsure, passRule } = survey;
  const yes = survey.yesVotes ?? 0;
  const no = totalVotes - yes;
  const unsureVotes = survey.unsureVotes ?? 0;
  const progress = useProgress(isMoving);
  return (
    <WallSentence survey={survey} sentence={sentence}>
      <dl className="wall-sides">
        <Side kind="yes" votes={yes} of={totalVotes} progress={progress} />
        {unsure && (
          <div className="wall-side" data-side="unsure">
            <dt>
              <Icon name="question" size={16} /> {unsureWord}
            </dt>
            <dd translate="no" className="wall-first">
              {formatCount(Math.round(unsureVotes * progress))}
            </dd>
          </div>
        )}
        <Side kind="no" votes={no} of={totalVotes} progress={progress} />
      </dl>
      <WallBar yes={yes} no={no} unsure={unsureVotes} rule={passRule} />
      {hasDots(participants) && (
        <div className="wall-sorted">
          <Dots count={yes} of={participants} side="yes" />
          <Dots count={unsureVotes} of={participants} side="unsure" />
          <Dots count={no} of={participants} side="no" />
        </div>
      )}
    </WallSentence>
  );
}

const words = { yes: uiTexts.yes, no: uiTexts.no } as const;
const icons = { yes: "check", no: "cross" } as const satisfies Record<string, IconName>;

interface SideProps {
  kind: "yes" | "no";
  votes: number;
  /** Votes for Yes and No. */
  of: number;
  progress: number;
}

/** The votes and the share of an answer. */
function Side({ kind, votes, of, progress }: SideProps) {
  const count = Math.round(votes * progress);
  const share = of === 0 ? "" : shareSoFar(kind, votes, of, progress);
  return (
    <div className="wall-side" data-side={kind}>
      <dt>
        <Icon name={icons[kind]} size={16} /> {words[kind]}
      </dt>
      <dd translate="no" className="wall-first">
        {formatCount(count)}
      </dd>
      <dd className="wall-second">{share}</dd>
    </div>
  );
}

/** A share while it is counted up: whole percents, and at the end the share as it is written everywhere. */
function shareSoFar(kind: "yes" | "no", votes: number, of: number, progress: number): string {
  if (progress < 1) return formatShare(Math.round((100 * votes * progress) / of));
  return shareTexts(kind === "yes" ? votes : of - votes, of)[kind];
}
