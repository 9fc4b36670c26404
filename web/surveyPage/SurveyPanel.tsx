import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import * as surveyTexts from "@survey-app/texts/surveyTexts.ts";
import { useState } from "react";
import { Deferred, deferred } from "../api/deferred.tsx";
import { LiveSwitch } from "../live/LiveSwitch.tsx";
import { SurveyTally } from "../results/SurveyTally.tsx";
import { ShareButton } from "../sharing/ShareButton.tsx";
import { classes } from "../ui/classes.ts";
import { FollowPlaceholder } from "../votes/FollowPlaceholder.tsx";
import { VotePanel } from "../votes/VotePanel.tsx";

// Deferred, because the server's HTML shows them and they contain no fields.
const aboutResult = deferred(async () => (await import("./AboutResult.tsx")).AboutResult, null);
const endedNote = deferred(async () => (await import("../surveys/EndedNote.tsx")).EndedNote, null);
const checkReceipt = deferred(async () => (await import("../votes/CheckReceipt.tsx")).CheckReceipt, null);
// Few surveys are by open link, and people vote on those on a page of their own.
const goToVote = deferred(async () => (await import("../linkVoting/GoToVote.tsx")).GoToVote, null);
// Visitors see neither.
const previewNote = deferred(async () => (await import("./PreviewNote.tsx")).PreviewNote);
const followSurvey = deferred(
  async () => (await import("../votes/FollowSurvey.tsx")).FollowSurvey,
  <FollowPlaceholder />,
);

interface SurveyPanelProps {
  survey: FullSurvey;
  isOver: boolean;
  /** Whether only the owner and admins see the survey. */
  isPreview: boolean;
  /** Whether it has only yes and no, without comment and receipt check. */
  isSimple?: boolean;
  className?: string;
}

/**
 * The vote form, then the result; after the vote, a note that it is counted stands between them. On a page opened after
 * the end the result comes first. The order stays when voting ends while the page is open.
 */
export function SurveyPanel({ survey, isOver, isPreview, isSimple = false, className }: SurveyPanelProps) {
  const [wasEnded] = useState(isOver);
  const isOpen = !isOver && !isPreview;
  const isByLink = survey.electorate === "link";
  const ended = <Deferred component={endedNote} props={{ survey }} />;
  const tally = (
    <div className="space-y-3">
      <SurveyTally survey={survey} size="large" />
      {!isPreview && <Deferred component={aboutResult} props={{ survey }} />}
      {isOpen && <LiveSwitch />}
    </div>
  );
  return (
    <section
      aria-label={surveyTexts.resultAndVote}
      className={classes(
        "divide-y divide-line rounded-2xl border border-line bg-surface px-5 sm:px-6 *:py-4 sm:*:py-6",
        className,
      )}
    >
      <h2 className="sr-only">{surveyTexts.resultAndVote}</h2>
      {wasEnded && tally}
      {isPreview && <Deferred component={previewNote} props={{ survey }} />}
      {!isPreview && isByLink && (isOver ? ended : <Deferred component={goToVote} props={{ survey }} />)}
      {!isPreview && !isByLink && (
        <VotePanel
          survey={survey}
          isOver={isOver}
          endedNote={ended}
          share={<ShareButton survey={survey} label={shareTexts.afterVote} />}
          result={!wasEnded && tally}
          isSimple={isSimple}
        />
      )}
      {!wasEnded && (isPreview || isByLink) && tally}
      {!isPreview && !isSimple && <Deferred component={followSurvey} props={{ survey }} />}
      {!isPreview && !isSimple && <Deferred component={checkReceipt} props={{ survey }} />}
    </section>
  );
}
