import type { FullSurvey } from "@survey-app/contract/surveys.ts";
import { useState } from "react";
import { Deferred, deferred } from "../api/deferred.tsx";
import * as shareTexts from "../texts/shareTexts.ts";
import * as surveyTexts from "../texts/surveyTexts.ts";
import { classes } from "../ui/classes.ts";
import { VotePanel } from "../votes/VotePanel.tsx";
import { LiveSwitch } from "./LiveSwitch.tsx";
import { ShareButton } from "./ShareButton.tsx";
import { SurveyTally } from "./SurveyTally.tsx";
import { TallyAnnouncer } from "./TallyAnnouncer.tsx";

// The server's HTML has them at once, and there is nothing to enter in them.
const resultLabel = deferred(async () => (await import("./ResultLabel.tsx")).ResultLabel);
const endedNote = deferred(async () => (await import("./EndedNote.tsx")).EndedNote);
const checkReceipt = deferred(async () => (await import("../votes/CheckReceipt.tsx")).CheckReceipt);
// Visitors see neither.
const previewNote = deferred(async () => (await import("./PreviewNote.tsx")).PreviewNote);
const followSurvey = deferred(async () => (await import("../votes/FollowSurvey.tsx")).FollowSurvey);

interface SurveyPanelProps {
  survey: FullSurvey;
  ended: boolean;
  /** Only the owner and admins see the survey. */
  isPreview: boolean;
  /** Only yes and no, without comment and receipt check. */
  simple?: boolean;
  className?: string;
}

/**
 * The vote form, then the result; on a page opened after the end the result comes first. Nothing changes places when voting
 * ends in front of people.
 */
export function SurveyPanel({ survey, ended, isPreview, simple = false, className }: SurveyPanelProps) {
  const [wasEnded] = useState(ended);
  const isOpen = !ended && !isPreview;
  const tally = (
    <div className="space-y-3">
      <SurveyTally survey={survey} size="large" />
      {!isPreview && <Deferred part={resultLabel} props={{ survey }} />}
      {!isPreview && survey.participants > 0 && (
        <a href={`/surveys/${survey._id}/results`} className="inline-block py-1 text-sm underline underline-offset-4">
          {surveyTexts.fullResult}
        </a>
      )}
      {isOpen && <LiveSwitch />}
      <TallyAnnouncer survey={survey} />
    </div>
  );
  return (
    <section
      aria-label={surveyTexts.resultAndVote}
      className={classes(
        "divide-y divide-line rounded-2xl border border-line bg-surface px-5 sm:px-6 *:py-5 sm:*:py-6",
        className,
      )}
    >
      {wasEnded && tally}
      {isPreview ? (
        <Deferred part={previewNote} props={{ survey }} />
      ) : (
        <VotePanel
          survey={survey}
          ended={ended}
          endedNote={<Deferred part={endedNote} props={{ survey }} />}
          share={<ShareButton survey={survey} label={shareTexts.afterVote} />}
          simple={simple}
        />
      )}
      {!wasEnded && tally}
      {!isPreview && !simple && <Deferred part={followSurvey} props={{ survey }} />}
      {!isPreview && !simple && <Deferred part={checkReceipt} props={{ survey }} />}
    </section>
  );
}
