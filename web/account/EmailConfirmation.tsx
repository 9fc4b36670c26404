import { verifyEmail } from "@survey-app/contract/account.ts";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useRef, useState } from "react";
import { ApiRequestError, api } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { renewSession } from "../session/session.ts";
import { useSession } from "../session/useSession.ts";
import { texts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { TextField } from "../ui/TextField.tsx";
import { LinkSpent } from "./LinkSpent.tsx";
import { useLinkToken } from "./useLinkToken.ts";

interface Confirming {
  token: string;
  /** Left out: the address alone is confirmed, and the account's password and sessions end. */
  password?: string;
}

/**
 * Confirms an email address by a mailed link's token. By a press, because scanners of mails open their links. A browser that
 * is not signed in to the account is asked for its password, or to go on without it.
 */
export function EmailConfirmation() {
  const token = useLinkToken();
  const session = useSession();
  const confirming = useMutation({
    mutationFn: async (body: Confirming) => {
      const answer = await api(verifyEmail, { body });
      // It may be a new address, by which whoever is signed in here goes from now on.
      await renewSession().catch(() => undefined);
      return answer;
    },
  });
  /** The link whose use takes the account's password, or the decision to do without. */
  const [asksFor, setAsksFor] = useState<string | null>(null);
  // What became of an earlier link says nothing of one opened after it in the same tab.
  const isSame = confirming.variables?.token === token;
  const { error } = confirming;
  const isSignedIn = session.phase === "signedIn";
  const action = isSignedIn
    ? { href: "/profile", label: "To your profile" }
    : { href: "/login?returnTo=%2Fprofile", label: "Login to ask for a new one" };

  if (token === null) return <LinkSpent text={texts.linkIncomplete} action={action} />;
  if (isSame && confirming.isSuccess) {
    const { email, passwordToken } = confirming.data;
    return (
      <div role="status" className="space-y-5">
        <p className="rounded-xl bg-accent-soft px-5 py-4 wrap-anywhere">
          {passwordToken === null ? texts.addressConfirmed(email) : texts.addressConfirmedAlone(email)}
        </p>
        {/* The button that was pressed is gone: the focus goes to the way on. */}
        <LinkButton ref={(link) => link?.focus()} href={wayOn(passwordToken, isSignedIn)}>
          {passwordToken !== null ? "Set a password" : isSignedIn ? "To the surveys" : "Login"}
        </LinkButton>
      </div>
    );
  }
  const code = isSame && error instanceof ApiRequestError ? error.problem.code : null;
  if (error && (code === "linkSpent" || code === "emailTaken")) {
    return <LinkSpent takesFocus text={error.message} action={action} />;
  }
  if (token && asksFor !== token && code === "ownerRequired") setAsksFor(token);
  // Not before it is known who is here: finding that out names the address that is about to change.
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
        <Button
          busy={isBusy}
          // The empty password: whoever is not signed in to the account is asked first.
          onClick={() => token && confirming.mutate({ token, password: "" })}
          className="w-full sm:w-auto"
        >
          Confirm my e-mail address
        </Button>
      )}
    </div>
  );
}

function wayOn(passwordToken: string | null, isSignedIn: boolean): string {
  if (passwordToken !== null) return `/reset-password#${passwordToken}`;
  return isSignedIn ? "/surveysPages" : "/login";
}

interface OwnerQuestionProps {
  isBusy: boolean;
  wrong: string | undefined;
  /** With the password; null without it. */
  onConfirm: (password: string | null) => void;
}

/** Whether the account is theirs, too, asked of somebody who reads the mail of its address. */
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
      <p role="status">{texts.confirmByPassword}</p>
      <TextField
        ref={field}
        label="Your password"
        name="password"
        type="password"
        autoComplete="current-password"
        autoFocus
        error={isEmpty ? "Password is required" : wrong}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={isBusy}>
          Confirm
        </Button>
        <Button look="quiet" busy={isBusy} onClick={() => onConfirm(null)}>
          Continue without the password
        </Button>
      </div>
    </form>
  );
}
