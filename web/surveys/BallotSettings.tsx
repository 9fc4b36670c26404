import type { Survey } from "@survey-app/contract/surveys.ts";
import * as ballotFormTexts from "../texts/ballotFormTexts.ts";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";

/** How people vote on a survey that was published: read-only, with the reason. */
export function BallotSettings({ survey }: { survey: Survey }) {
  return (
    <section aria-labelledby="ballot-settings" className="flex gap-3 rounded-xl border border-line p-4">
      <span className="mt-0.5 text-muted">
        <Icon path={innerIcons.lock} />
      </span>
      <div>
        <h2 id="ballot-settings" className="text-base">
          {ballotFormTexts.title}
        </h2>
        <p>{ballotFormTexts.summary(survey)}</p>
        <p className="text-sm text-muted">{ballotFormTexts.fixed}</p>
      </div>
    </section>
  );
}
