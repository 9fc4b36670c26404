import { safeReturnTo } from "@survey-app/contract/session/returnTo.ts";
import { signInReturnUrl } from "@survey-app/contract/session/signInFailures.ts";
import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import * as sessionTexts from "@survey-app/texts/sessionTexts.ts";
import { type FormEvent, useRef, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { ApiRequestError } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { useSettings } from "../api/settings.ts";
import { useSearchParams } from "../routing/address.ts";
import { announce } from "../ui/announcement.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { TextField } from "../ui/TextField.tsx";
import { blockedText } from "./blockedText.ts";
import { DemoAccounts } from "./DemoAccounts.tsx";
import { LoginSignupLink } from "./LoginSignupLink.tsx";
import { PasskeySignIn } from "./PasskeySignIn.tsx";
import { SocialButtons } from "./SocialButtons.tsx";
import { needsCode, signInWithPassword } from "./signIn.ts";
import { useContinueAfterSignIn } from "./useContinueAfterSignIn.ts";
import { WithPasswords } from "./WithPasswords.tsx";

/**
 * Email and password. The form does not validate them: the server decides whether they are right (specification §5).
 */
export function LoginForm() {
  const form = useRef<HTMLFormElement>(null);
  const returnTo = useSearchParams().get("returnTo");
  const goOn = useContinueAfterSignIn();
  const { mail, contactEmail, apiBase, organization } = useSettings();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const typed = new FormData(event.currentTarget);
    setBusy(true);
    setProblem(null);
    try {
      goOn(await signInWithPassword({ email: String(typed.get("email")), password: String(typed.get("password")) }));
    } catch (error) {
      if (needsCode(error)) {
        const path = safeReturnTo(returnTo, location.origin);
        return navigate(signInReturnUrl({ returnTo: path, needsCode: true }), { replace: true });
      }
      setBusy(false);
      // A blocked user has typed the right password.
      const isBlocked = error instanceof ApiRequestError && error.problem.code === "accountBlocked";
      const isWrong = error instanceof ApiRequestError && error.status === 422 && !isBlocked;
      if (isWrong) announce({ title: sessionTexts.loginFailed, moveFocus: retypePassword });
      if (isWrong) setProblem(sessionTexts.wrongLogin);
      else if (isBlocked) setProblem(blockedText(contactEmail));
      else setProblem(failureOf(error, frameTexts.noConnection).text);
    }
  }

  const field = (name: string) => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`);

  function retypePassword() {
    field("password")?.focus();
    field("password")?.select();
  }

  function fill(email: string, password: string) {
    for (const [name, value] of Object.entries({ email, password })) {
      const input = field(name);
      if (input) input.value = value;
    }
    form.current?.requestSubmit();
  }

  return (
    <>
      <WithPasswords>
        <form
          ref={form}
          method="post"
          action={`${apiBase}/auth/sign-in/form`}
          onSubmit={(event) => void onSubmit(event)}
          className="space-y-5"
        >
          {/* For browsers without JavaScript, or in which it has not loaded yet. */}
          <input type="hidden" name="returnTo" value={returnTo ?? ""} />
          {problem && <ErrorPanel text={problem} />}
          <TextField label={sessionTexts.email} name="email" type="email" autoComplete="username webauthn" />
          <PasswordField label={sessionTexts.password} name="password" />
          <div className="flex flex-wrap items-center justify-between gap-4">
            <Button type="submit" plain busy={isBusy}>
              {frameTexts.login}
            </Button>
            {mail !== "off" && (
              <a href="/forgot-password" className="py-2 font-medium underline underline-offset-4">
                {sessionTexts.forgotPassword}
              </a>
            )}
          </div>
        </form>
        <DemoAccounts onChoose={fill} />
      </WithPasswords>
      <SocialButtons first={!organization?.isOnly && <PasskeySignIn inSuggestions onDone={goOn} />} />
      <WithPasswords>
        <LoginSignupLink to="/signup" />
      </WithPasswords>
    </>
  );
}
