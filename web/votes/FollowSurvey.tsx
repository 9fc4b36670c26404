import { followSurvey, getFollow, unfollowSurvey } from "@survey-app/contract/outcomes.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import { useQuery } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { toastOutcome } from "../api/toastOutcome.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { useSettings } from "../session/settings.ts";
import { useUser } from "../session/useSession.ts";
import * as outcomeTexts from "../texts/outcomeTexts.ts";
import { Checkbox } from "../ui/Checkbox.tsx";

/** Lets people choose whether they get the result of a survey by email. Its owner gets it in any case. */
export function FollowSurvey({ survey }: { survey: Survey }) {
  const user = useUser();
  // Only the owner and admins see the owner's address.
  return user && user.email !== survey.email && <OwnFollow survey={survey} userId={user._id} />;
}

function OwnFollow({ survey: { _id, closedAt }, userId }: { survey: Survey; userId: string }) {
  const { mail } = useSettings();
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
  if (mail === "off" || query.data === undefined) return null;

  const phase = closedAt === null ? "open" : "closed";
  return (
    <div className="print:hidden">
      <Checkbox
        name="follow"
        label={outcomeTexts.follow[phase]}
        text={outcomeTexts.following[phase]}
        checked={follow.isPending ? follow.variables : query.data.follows}
        onChange={({ currentTarget: { checked } }) =>
          follow.mutate(checked, toastOutcome(outcomeTexts.followSaved(checked)))
        }
      />
    </div>
  );
}
