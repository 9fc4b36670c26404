import * as ballotFormTexts from "@survey-app/texts/ballotFormTexts.ts";
import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import * as listTexts from "@survey-app/texts/listTexts.ts";
import * as pageTexts from "@survey-app/texts/pageTexts.ts";
import { PageHeader } from "../layout/PageHeader.tsx";
import { LiveSwitch } from "../live/LiveSwitch.tsx";
import { isRequestingSurveyor } from "../session/isRequestingSurveyor.ts";
import { useAsksUnlisted } from "../session/useAsksUnlisted.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { OwnSurveysTable } from "./OwnSurveysTable.tsx";

export function OwnSurveysPage() {
  const asksUnlisted = useAsksUnlisted();
  const user = useSignedInUser();
  return (
    <>
      <PageHeader
        title={asksUnlisted || user.isGuest ? pageTexts.ownSurveys : pageTexts.responses}
        text={pageTexts.ownResponsesText}
        action={
          <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
            {/* On a phone it keeps a line of its own, also while nothing is live, so that the buttons don't move. */}
            <div className="max-sm:order-1 max-sm:min-h-9 max-sm:basis-full">
              <LiveSwitch pace="list" />
            </div>
            {!isRequestingSurveyor(user) && (
              <LinkButton look="quiet" small href="/dashboard/lists">
                {listTexts.manage}
              </LinkButton>
            )}
            <LinkButton look="quiet" small href="/ask?for=room">
              {ballotFormTexts.room}
            </LinkButton>
            {!user.isGuest && (
              <LinkButton look="quiet" small href="/dashboard/meetings">
                {hostTexts.title}
              </LinkButton>
            )}
            <LinkButton small href={user.isGuest ? "/ask" : asksUnlisted ? "/ask?to=list" : "/dashboard/surveyAdd"}>
              {frameTexts.ask}
            </LinkButton>
          </div>
        }
      />
      <OwnSurveysTable shape="results" />
    </>
  );
}
