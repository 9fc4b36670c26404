import * as ownersTexts from "@survey-app/texts/ownersTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { useSignedInUser } from "../session/useSession.ts";
import { OverviewSection } from "../ui/OverviewSection.tsx";
import { sharedSurveys } from "./owners.queries.ts";

/** On the dashboard, if others share surveys with the user: how many, and how many invitations wait. */
export function SharedSurveysNote() {
  const { data } = useQuery(sharedSurveys(useSignedInUser()._id));
  if (!data || data.surveys.length + data.invitations.length === 0) return null;
  return (
    <OverviewSection
      title={ownersTexts.shared}
      link={{
        href: "/dashboard/shared",
        label: ownersTexts.seeAll,
        look: data.invitations.length > 0 ? "main" : "quiet",
      }}
      isCard
    >
      <p className="text-muted">
        {[
          ...(data.invitations.length > 0 ? [ownersTexts.invitationsWait(data.invitations.length)] : []),
          ...(data.surveys.length > 0 ? [ownersTexts.sharedCount(data.surveys.length)] : []),
        ].join(" ")}
      </p>
    </OverviewSection>
  );
}
