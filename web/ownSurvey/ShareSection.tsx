import type { FullSurvey } from "@survey-app/contract/surveys/surveys.ts";
import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import { ShareWays } from "../sharing/SharePanel.tsx";
import { useShareBlock } from "../sharing/useShareBlock.ts";

/** The ways to pass the survey on, once everyone can see it. */
export function ShareSection({ survey }: { survey: FullSurvey }) {
  const block = useShareBlock(survey);
  if (block) return <p className="text-muted">{shareTexts.blocked[block]}</p>;
  return (
    <div className="max-w-2xl space-y-5">
      <h2 className="text-xl">{shareTexts.title}</h2>
      <ShareWays survey={survey} />
    </div>
  );
}
