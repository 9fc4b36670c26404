import { verifyEmail } from "@survey-app/contract/account.ts";
import { useMutation } from "@tanstack/react-query";
import { api, Refusal } from "../api.ts";
import { failureOf } from "../failure.ts";
import { renewSession } from "../session/session.ts";
import { useSession } from "../session/useSession.ts";
import { texts } from "../texts.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { LinkSpent } from "./LinkSpent.tsx";
import { useLinkToken } from "./useLinkToken.ts";

/** Confirms an e-mail address by a mailed link's token. By a press, because scanners of mails open their links. */
export function EmailConfirmation() {
  const token = useLinkToken();
  const session = useSession();
  const confirming = useMutation({
    mutationFn: async (secret: string) => {
      const answer = await api(verifyEmail, { body: { token: secret } });
      // It may be a new address, by which whoever is signed in here goes from now on.
      await renewSession().catch(() => undefined);
      return answer;
    },
  });
  // What became of an earlier link says nothing of one opened after it in the same tab.
  const isSame = confirming.variables === token;
  const { error } = confirming;
  const isSignedIn = session.phase === "signedIn";
  const action = isSignedIn
    ? { href: "/profile", label: "To your profile" }
    : { href: "/login?returnTo=%2Fprofile", label: "Login to ask for a new one" };

  if (token === null) return <LinkSpent text={texts.linkIncomplete} action={action} />;
  if (isSame && confirming.isSuccess) {
    return (
      <div role="status" className="space-y-5">
        <p className="rounded-xl bg-accent-soft px-5 py-4 wrap-anywhere">
          {texts.addressConfirmed(confirming.data.email)}
        </p>
        {/* The button that was pressed is gone: the focus goes to the way on. */}
        <LinkButton ref={(link) => link?.focus()} href={isSignedIn ? "/surveysPages" : "/login"}>
          {isSignedIn ? "To the surveys" : "Login"}
        </LinkButton>
      </div>
    );
  }
  if (isSame && error instanceof Refusal && ["linkSpent", "emailTaken"].includes(error.problem.code)) {
    return <LinkSpent takesFocus text={error.message} action={action} />;
  }
  return (
    <div className="space-y-5">
      {isSame && error && <ErrorPanel {...failureOf(error)} />}
      <Button
        // Not before it is known who is here: finding that out names the address that is about to change.
        busy={!token || session.phase === "loading" || confirming.isPending}
        onClick={() => token && confirming.mutate(token)}
        className="w-full sm:w-auto"
      >
        Confirm my e-mail address
      </Button>
    </div>
  );
}
