import { comment } from "@survey-app/contract/ballots/rights.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as commentTexts from "@survey-app/texts/commentTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { useSellsPro } from "../api/settings.ts";
import { useLateDialog } from "../api/useLateDialog.ts";
import { may } from "../session/may.ts";
import { useUser } from "../session/useSession.ts";
import { Button } from "../ui/Button.tsx";
import { ownInvitation } from "./invitation.queries.ts";
import { useOpenedInvitation } from "./openedInvitation.ts";
import { ownVoteOn } from "./votes.queries.ts";

/**
 * Lets members comment on the vote that they cast, once. Everyone else reads who may comment, before they vote or pay.
 * On a survey for invited people those are accounts on its list: PRO would not help others, or people who vote with a
 * link.
 */
export function AddComment({ survey }: { survey: Survey }) {
  const user = useUser();
  const sellsPro = useSellsPro();
  const reader = user?._id ?? null;
  const own = useQuery(ownVoteOn(survey._id, reader));
  const isInvited = survey.electorate === "invited";
  const invitation = useOpenedInvitation(survey._id);
  const ownInvite = useQuery(ownInvitation(survey._id, isInvited && !invitation ? reader : null));
  const {
    Dialog: CommentForm,
    isOpen,
    open,
    close,
  } = useLateDialog(async () => (await import("./CommentForm.tsx")).CommentForm);
  if (isInvited && !ownInvite.data) return null;
  if (!user || !may(comment, user)) {
    if (!sellsPro) return null;
    return (
      <p className="text-muted print:hidden">
        {commentTexts.membersOnly}{" "}
        <a href="/membarShip" className="font-medium underline underline-offset-4">
          {commentTexts.membership}
        </a>
      </p>
    );
  }
  if (own.data === undefined) return null;
  if (own.data === null) return <p className="text-muted">{commentTexts.voteFirst}</p>;
  if (own.data.comments !== "") return null;
  function finish() {
    close();
    // The form that had the focus is gone.
    document.getElementById("comments")?.focus();
  }
  if (CommentForm && isOpen) return <CommentForm survey={survey} onDone={finish} />;
  return (
    <Button look="quiet" small onClick={open}>
      {commentTexts.open}
    </Button>
  );
}
