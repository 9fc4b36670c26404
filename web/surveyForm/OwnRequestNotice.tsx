import type { SurveyorRequest } from "@survey-app/contract/surveys/surveyorRequests.ts";
import * as askTexts from "@survey-app/texts/askTexts.ts";
import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ownRequest } from "../managing/asking.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { UserText } from "../ui/UserText.tsx";

/**
 * On the dashboard of a user whose first question awaits review, or was sent back.
 * @param children the content below. It loads meanwhile, but appears only once it is known whether there is such a
 *   question, so that nothing moves
 */
export function OwnRequestNotice({ children }: { children: ReactNode }) {
  const { data, isLoading } = useQuery(ownRequest(useSignedInUser()));
  return (
    <>
      {isLoading && <Skeleton className="h-80 w-full" />}
      {data && <Notice request={data} />}
      <div hidden={isLoading}>{children}</div>
    </>
  );
}

function Notice({ request: { survey } }: { request: SurveyorRequest }) {
  const { mark, look } = askTexts.request;
  const isSentBack = survey.sentBack !== undefined;
  return (
    <section
      aria-label={frameTexts.ask}
      className="mb-10 flex flex-wrap items-center justify-between gap-4 rounded-2xl border border-line bg-surface p-6"
    >
      <div className="min-w-0 space-y-1">
        <h2 className="text-xl">{isSentBack ? mark.sentBack : mark.waiting}</h2>
        <UserText of={survey} as="p" className="text-muted" />
      </div>
      <LinkButton look={isSentBack ? "main" : "quiet"} small href="/ask">
        {look}
      </LinkButton>
    </section>
  );
}
