import type { UnpublishReason } from "@survey-app/contract/surveys/moderation.ts";
import * as moderationTexts from "@survey-app/texts/moderationTexts.ts";
import * as participationTexts from "@survey-app/texts/participationTexts.ts";
import { notPublishedFor } from "../api/unpublishReasons.ts";
import { useUser } from "../session/useSession.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";

/** Why an admin unpublished a survey, and where to go from here. */
export function UnpublishedNote({ reason }: { reason: UnpublishReason }) {
  const user = useUser();
  return (
    <EmptyState
      level={1}
      kind="lock"
      title={notPublishedFor(reason)}
      text={moderationTexts.notPublishedText}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          <LinkButton href="/surveysPages">{participationTexts.allSurveys}</LinkButton>
          {user && (
            <LinkButton look="quiet" href="/dashboard/user/surveys">
              {moderationTexts.yourVotes}
            </LinkButton>
          )}
        </div>
      }
    />
  );
}
