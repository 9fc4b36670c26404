import type { UnpublishReason } from "@survey-app/contract/moderation.ts";
import { useUser } from "../session/useSession.ts";
import * as frameTexts from "../texts/frameTexts.ts";
import * as moderationTexts from "../texts/moderationTexts.ts";
import * as participationTexts from "../texts/participationTexts.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { MissingForVisitors } from "./MissingForVisitors.tsx";

/** The page of a survey that an admin unpublished, for everyone but its owner and admins: the reason and nothing else. */
export function UnpublishedSurvey({ reason }: { reason: UnpublishReason }) {
  const user = useUser();
  return (
    <MissingForVisitors>
      <div className="frame py-16">
        <title>{frameTexts.pageTitle(moderationTexts.notPublished)}</title>
        <meta name="robots" content="noindex" />
        <EmptyState
          level={1}
          kind="lock"
          title={moderationTexts.notPublishedFor(reason)}
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
      </div>
    </MissingForVisitors>
  );
}
