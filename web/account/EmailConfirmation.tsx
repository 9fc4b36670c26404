import { verifyEmail } from "@survey-app/contract/account/account.ts";
import * as accountTexts from "@survey-app/texts/accountTexts.ts";
import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { ApiRequestError, api } from "../api/api.ts";
import { deferred, useDeferred } from "../api/deferred.tsx";
import { failureOf } from "../api/failure.ts";
import { useLinkToken } from "../routing/useLinkToken.ts";
import { dropKeptDraft, openKeptQuestion, takeKeptDraft, voteToReturnTo } from "../session/keptDraft.ts";
import { readSession, renewSession, senderOf } from "../session/session.ts";
import { useSession, useUser } from "../session/useSession.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { FocusedGroup } from "../ui/FocusedGroup.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { LinkSpent } from "./LinkSpent.tsx";

// For the few who wrote a question before they signed up.
const keptQuestion = deferred(async () => (await import("../surveyForm/KeptQuestion.tsx")).KeptQuestion);

interface Confirming {
  token: string;
  /** Without a password only the address is confirmed; the account's password and sessions end. */
  password?: string;
}

/**
 * Confirms an email address by the token of a link in an email. It takes a click, because mail scanners open links. A
 * browser that is not signed in to the account is asked for its password, or to continue without it.
 */
export function EmailConfirmation() {
  const token = useLinkToken();
  const session = useSession();
  const id = useId();
  const confirming = useMutation({
    mutationFn: async (body: Confirming) => {
      const confirmed = await api(verifyEmail, { body });
      // The link may have changed the address of the user who is signed in here.
      await renewSession().catch(() => undefined);
      const vote = voteToReturnTo(confirmed.email);
      takeKeptDraft(vote, confirmed.email);
      return { ...confirmed, vote };
    },
  });
  const { question, publish, giveUp } = useKeptQuestion(token ?? null);
  const KeptQuestion = useDeferred(keptQuestion);
  /** The link whose use needs the account's password, or the decision to continue without it. */
  const [asksFor, setAsksFor] = useState<string | null>(null);
  // The result of an earlier link does not apply to one opened after it in the same tab.
  const isSame = confirming.variables?.token === token;
  const { error } = confirming;
  const isSignedIn = session.phase === "signedIn";
  const action = isSignedIn
    ? { href: "/profile", label: accountTexts.toProfile }
    : { href: "/login?returnTo=%2Fprofile", label: accountTexts.loginForLink };

  if (question !== null)
    return KeptQuestion ? (
      <KeptQuestion email={question} confirm={publish} onOnly={giveUp} />
    ) : (
      <Skeleton className="h-64 w-full" />
    );
  if (token === null) return <LinkSpent text={accountTexts.linkIncomplete} action={action} />;
  if (isSame && confirming.isSuccess) {
    const { email, passwordToken, vote } = confirming.data;
    return (
      <FocusedGroup labelledBy={id} className="space-y-5">
        <p id={id} className="rounded-xl bg-accent-soft px-5 py-4 wrap-anywhere">
          {passwordToken === null ? accountTexts.addressConfirmed(email) : accountTexts.addressConfirmedAlone(email)}
        </p>
        <LinkButton href={wayOn(passwordToken, isSignedIn, vote)}>
          {passwordToken !== null
            ? accountTexts.setAPassword
            : vote !== null
              ? accountTexts.toVote
              : isSignedIn
                ? accountTexts.toSurveys
                : frameTexts.login}
        </LinkButton>
      </FocusedGroup>
    );
  }
  const code = isSame && error instanceof ApiRequestError ? error.problem.code : null;
  if (error && (code === "linkSpent" || code === "emailTaken")) {
    return <LinkSpent takesFocus text={error.message} action={action} />;
  }
  if (token && asksFor !== token && code === "ownerRequired") setAsksFor(token);
  // Not before the session is known: loading it uses the address that is about to change.
  const isBusy = !token || session.phase === "loading" || confirming.isPending;
  const isAsked = code === "ownerRequired" && confirming.variables?.password !== undefined;
  const problem = isSame && error && !isAsked && code !== "wrongPassword";
  return (
    <div className="space-y-5">
      {problem && <ErrorPanel {...failureOf(error)} />}
      {token && asksFor === token ? (
        <OwnerQuestion
          isBusy={isBusy}
          wrong={code === "wrongPassword" && error ? error.message : undefined}
          onConfirm={(password) => confirming.mutate({ token, ...(password !== null && { password }) })}
        />
      ) : (
        <ActionButton
          busy={isBusy}
          again={uiTexts.pressAgain}
          // The empty password makes the server ask users who are not signed in to the account.
          onClick={() => token && confirming.mutate({ token, password: "" })}
          className="w-full sm:w-auto"
        >
          {accountTexts.confirmAddress}
        </ActionButton>
      )}
    </div>
  );
}

/**
 * The question that was kept for this link. `question` is the unconfirmed address that it was kept for; null without
 * one.
 */
function useKeptQuestion(token: string | null) {
  const user = useUser();
  const [question, setQuestion] = useState<string | null>(null);
  const isConfirmed = useRef(false);
  const email = user && !user.emailVerified ? user.email : null;
  useEffect(() => {
    if (token && email && openKeptQuestion(email)) setQuestion(email);
  }, [token, email]);
  return {
    question,
    giveUp() {
      dropKeptDraft();
      setQuestion(null);
    },
    async publish() {
      // The link works only once, and the server can still reject the question afterwards.
      if (isConfirmed.current || !token) return;
      await api(verifyEmail, { body: { token, password: "" } }).catch(async (error: unknown) => {
        // The link was used if only the response to an earlier press was lost.
        await renewSession().catch(() => undefined);
        if (!senderOf(readSession())?.emailVerified) throw error;
      });
      isConfirmed.current = true;
      await renewSession().catch(() => undefined);
    },
  };
}

/** @param vote the page of the survey on which an answer was picked; null without one */
function wayOn(passwordToken: string | null, isSignedIn: boolean, vote: string | null): string {
  if (passwordToken !== null) return `/reset-password#${passwordToken}`;
  return vote ?? (isSignedIn ? "/surveysPages" : "/login");
}

interface OwnerQuestionProps {
  isBusy: boolean;
  wrong: string | undefined;
  /** With the password; null to continue without it. */
  onConfirm: (password: string | null) => void;
}

/** Asks the reader of the email whether the account is theirs. */
function OwnerQuestion({ isBusy, wrong, onConfirm }: OwnerQuestionProps) {
  const field = useRef<HTMLInputElement>(null);
  const [isEmpty, setEmpty] = useState(false);

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const password = field.current?.value ?? "";
    setEmpty(!password);
    if (password) onConfirm(password);
    else field.current?.focus();
  }

  return (
    <form noValidate method="post" onSubmit={onSubmit} className="space-y-5">
      <p role="status">{accountTexts.confirmByPassword}</p>
      <PasswordField
        ref={field}
        label={accountTexts.yourPassword}
        name="password"
        autoFocus
        error={isEmpty ? accountTexts.passwordRequired : wrong}
      />
      <div className="flex flex-wrap gap-3">
        <ActionButton type="submit" busy={isBusy} again={uiTexts.pressAgain}>
          {uiTexts.confirm}
        </ActionButton>
        <ActionButton look="quiet" busy={isBusy} again={uiTexts.pressAgain} onClick={() => onConfirm(null)}>
          {accountTexts.withoutPassword}
        </ActionButton>
      </div>
    </form>
  );
}
