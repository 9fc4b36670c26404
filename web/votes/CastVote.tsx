import { takesComments } from "@survey-app/contract/ballots/ballots.ts";
import type { Answer } from "@survey-app/contract/ballots/ledger.ts";
import { comment } from "@survey-app/contract/ballots/rights.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { COMMENT_MAX } from "@survey-app/contract/text/limits.ts";
import type { User } from "@survey-app/contract/users/users.ts";
import * as voteTexts from "@survey-app/texts/voteTexts.ts";
import { useLayoutEffect, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { deferred, useDeferred } from "../api/deferred.tsx";
import { useSettings } from "../api/settings.ts";
import { tabDraft } from "../api/tabDraft.ts";
import { textError } from "../api/textError.ts";
import { useForm } from "../api/useForm.ts";
import { usePath, useSearchParams } from "../routing/address.ts";
import { voteDraftKey } from "../session/draftKeys.ts";
import { may } from "../session/may.ts";
import { ProviderButtons } from "../session/ProviderButtons.tsx";
import { loginAddress } from "../session/returnTo.ts";
import { useSession } from "../session/useSession.ts";
import { WithPasswords } from "../session/WithPasswords.tsx";
import { Icon } from "../ui/Icon.tsx";
import * as innerIcons from "../ui/innerIcons.ts";
import { LinkButton } from "../ui/LinkButton.tsx";
import { type Choice, RadioCards } from "../ui/RadioCards.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { toast } from "../ui/toast.ts";
import { useBrowserValue } from "../ui/useBrowserValue.ts";
import { offeredChoices } from "./choices.ts";
import type { OpenedInvitation } from "./openedInvitation.ts";
import { ownVoteAt } from "./ownVoteAt.ts";
import { QUESTION_ID } from "./questionId.ts";
import { RulesLine } from "./RulesLine.tsx";
import type { RuledSurvey } from "./ruleFacts.ts";

// Needed after an attempt to vote.
const errorSummary = deferred(async () => (await import("../ui/ErrorSummary.tsx")).ErrorSummary);
// Visitors don't see it. With the code that sends the vote, so that a press doesn't load anything.
const voteBar = deferred(
  async () => (await Promise.all([import("./VoteBar.tsx"), import("./castVote.ts")]))[0].VoteBar,
);
// Where only confirmed addresses vote, and for a moment.
const confirmToVote = deferred(async () => (await import("./ConfirmToVote.tsx")).ConfirmToVote);
// Without scripts it does nothing.
const textSizeButton = deferred(async () => (await import("../ui/TextSizeButton.tsx")).TextSizeButton);
// For members only.
const commentField = deferred(async () => (await import("./CommentField.tsx")).CommentField);

interface CastVoteProps {
  survey: Pick<Survey, "_id" | "Title"> & RuledSurvey;
  /** The answers, where they have other names than those of surveys. */
  choices?: readonly Choice[];
  user: User | null;
  /** The opened invitation that the vote is cast with, instead of an account. */
  invitation: OpenedInvitation | null;
  /** The session, and whether the user has voted, are known. */
  isKnown: boolean;
  isSimple: boolean;
  castVote: (values: { vote: Answer; comments: string }) => Promise<void>;
}

/**
 * Yes, no or, where it is offered, not sure, with a comment. A choice made on a card or before signing in is kept; one
 * press of "Vote Yes" completes it.
 */
export function CastVote(props: CastVoteProps) {
  const { survey, choices = offeredChoices(survey), user, invitation, isKnown, isSimple, castVote } = props;
  const [isPickedHere, setPickedHere] = useState(false);
  const requested = useRequestedChoice();
  const pickedOf = (vote: string) => choices.find(({ value }) => value === vote);
  const form = useForm({
    draft: tabDraft(voteDraftKey(survey._id)),
    initial: { vote: "", comments: "" },
    check: ({ vote, comments }) => ({
      ...(!pickedOf(vote) && { vote: voteTexts.required }),
      ...textError("comments", comments, COMMENT_MAX),
    }),
    send: async ({ vote, comments }) => {
      // Also before the response: the totals can change before it arrives.
      ownVoteAt.set(Date.now());
      await castVote({ vote: Number(vote) as Answer, comments });
      // The focus moves to the content that replaces the form, which says it.
      toast(voteTexts.voted(survey.Title), "done", { isSilent: true });
      ownVoteAt.set(Date.now());
    },
  });
  const { values, errors, problem } = form;
  const picked = pickedOf(values.vote);
  const elsewhere = pickedOf(requested ?? "");
  /** Says that a choice was made before this page was opened, and is not cast yet. */
  const kept =
    picked && !isPickedHere
      ? voteTexts.choiceKept(picked.label)
      : elsewhere && !picked
        ? voteTexts.pickedElsewhere(elsewhere.label)
        : null;
  const ErrorSummary = useDeferred(errorSummary);
  const CommentField = useDeferred(commentField);
  const VoteBar = useDeferred(voteBar);
  const ConfirmToVote = useDeferred(confirmToVote);
  const TextSizeButton = useDeferred(textSizeButton);
  const isHydrated = useBrowserValue(() => true, false);
  const mayVote = user !== null || invitation !== null;
  const { voters } = useSettings();
  const unconfirmed =
    voters === "confirmed" && survey.electorate === "everyone" && user?.emailVerified === false ? user.email : null;
  const path = usePath();
  const isLoading = useSession().phase === "loading";

  return (
    <form {...form.props} className="space-y-3 sm:space-y-4">
      {ErrorSummary && <ErrorSummary errors={errors} attempt={form.attempt} />}
      <RadioCards
        // One line in any case, so that nothing moves when an earlier choice is found.
        legend={kept ?? voteTexts.legend}
        question={QUESTION_ID}
        hint={kept === null ? voteTexts.notSentYet : undefined}
        corner={isHydrated && TextSizeButton && <TextSizeButton />}
        name="vote"
        choices={choices}
        picked={values.vote}
        onPick={(vote) => {
          setPickedHere(true);
          form.change("vote", vote);
        }}
        error={errors.vote}
      />
      <RulesLine survey={survey} hasInvitation={invitation !== null} />
      {CommentField && !isSimple && user && !invitation && may(comment, user) && takesComments(survey) && (
        <CommentField survey={survey} field={form.field("comments")} />
      )}
      {(!isKnown || (mayVote && !VoteBar)) && (!isLoading || invitation) && <Skeleton className="h-11 w-full" />}
      {isKnown && unconfirmed && ConfirmToVote && <ConfirmToVote email={unconfirmed} picked={values.vote} />}
      {isKnown && mayVote && !unconfirmed && VoteBar && (
        <VoteBar picked={picked?.label} problem={problem} isBusy={form.isBusy} />
      )}
      {!mayVote && (
        // Most readers are visitors: they see this before the session is known.
        <div>
          {isLoading && <Skeleton className="with-token h-11 w-full" />}
          <div className={isLoading ? "without-token" : undefined}>
            {/* An answer from another site is still only shown after signing in. */}
            <SignInToVote
              returnTo={elsewhere && !picked ? `${path}?vote=${elsewhere.value}` : path}
              picked={picked?.label}
            />
          </div>
        </div>
      )}
    </form>
  );
}

/**
 * The choice that the address names (`?vote=1`), as embedded surveys and links of other sites do. It is only shown:
 * selected, it would let the second click of a double click on another site vote. It is removed from the address, which
 * people share.
 */
function useRequestedChoice(): string | null {
  const path = usePath();
  const requested = useSearchParams().get("vote");
  const [shown, setShown] = useState<string | null>(null);
  useLayoutEffect(() => {
    if (requested === null) return;
    setShown(requested);
    navigate(path, { replace: true });
  }, [requested, path]);
  return shown;
}

/** For visitors, in place of the vote button: the shortest ways to an account; each comes back to `returnTo`. */
function SignInToVote({ returnTo, picked }: { returnTo: string; picked: string | undefined }) {
  const { registration, voters } = useSettings();
  const canSignUp = registration.kind !== "closed";
  return (
    <div className="space-y-3">
      <p className="font-semibold">
        {picked === undefined ? voteTexts.signUpOrLogIn(canSignUp) : voteTexts.continueWith(picked)}
      </p>
      <ProviderButtons returnTo={returnTo} isCompact>
        <WithPasswords canSignUp>
          <LinkButton look="quiet" href={loginAddress(returnTo, "/signup")} aria-label={voteTexts.signUpWithEmail}>
            <Icon path={innerIcons.mail} size={16} /> {voteTexts.email}
          </LinkButton>
        </WithPasswords>
      </ProviderButtons>
      <WithPasswords>
        <a href={loginAddress(returnTo)} className="inline-block py-1 font-medium underline underline-offset-4">
          {voteTexts.logIn}
        </a>
      </WithPasswords>
      {voters === "confirmed" && canSignUp && <p className="text-sm text-muted">{voteTexts.toConfirm}</p>}
    </div>
  );
}
