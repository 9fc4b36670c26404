import { followSurvey, getFollow, unfollowSurvey } from "@survey-app/contract/surveys/outcomes.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as outcomeTexts from "@survey-app/texts/outcomeTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { useSettings } from "../api/settings.ts";
import { toastResult } from "../api/toastResult.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { useSession } from "../session/useSession.ts";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { FollowPlaceholder } from "./FollowPlaceholder.tsx";
import { useOpenedInvitation } from "./openedInvitation.ts";

/** Lets people choose whether they get the result of a survey by email. Its owner gets it in any case. */
export function FollowSurvey({ survey }: { survey: Survey }) {
  const session = useSession();
  const { mail } = useSettings();
  // With an opened invitation not the account votes: the list says who gets the result.
  const isByInvitation = useOpenedInvitation(survey._id) !== null;
  if (mail === "off" || isByInvitation || session.phase === "visitor") return null;
  if (session.phase === "loading") return <FollowPlaceholder />;
  // Only the owner and admins see the owner's address.
  if (session.user.email === survey.email)
    return (
      <div className="print:hidden">
        {/* As high as the placeholder. */}
        <div className="min-h-30">
          <Checkbox
            name="follow"
            label={outcomeTexts.follow.open}
            text={outcomeTexts.following.owner}
            blocked={outcomeTexts.ownerFollows}
            checked
            readOnly
          />
        </div>
      </div>
    );
  return <OwnFollow survey={survey} userId={session.user._id} />;
}

function OwnFollow({ survey: { _id, closedAt, unreviewed }, userId }: { survey: Survey; userId: string }) {
  // In the group of votes, because voting changes it.
  const queryKey = ["votes", "follow", _id, userId];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api(getFollow, { params: { id: _id } }, signal),
    meta: { private: true },
  });
  const follow = useInvalidatingMutation(
    (follows: boolean) => api(follows ? followSurvey : unfollowSurvey, { params: { id: _id } }),
    queryKey,
  );
  if (query.data === undefined) return query.isError ? null : <FollowPlaceholder />;

  const { follows, followsOnVote } = query.data;
  const save = (choice: boolean) => follow.mutate(choice, toastResult(outcomeTexts.followSaved(choice)));
  const phase = closedAt === null ? "open" : "closed";
  const text = outcomeTexts.following[unreviewed ? "unreviewed" : followsOnVote ? "onVote" : phase];
  return (
    <div className="print:hidden">
      <Checkbox
        name="follow"
        label={outcomeTexts.follow[phase]}
        text={text}
        checked={follow.isPending ? follow.variables : follows || followsOnVote}
        onChange={({ currentTarget: { checked } }) => save(checked)}
      />
      {followsOnVote && (
        <Button look="plain" small className="ms-4.5" onClick={() => save(true)}>
          {outcomeTexts.followWithoutVote}
        </Button>
      )}
    </div>
  );
}
