import type { User } from "@survey-app/contract/users/users.ts";
import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import * as signInTexts from "@survey-app/texts/signInTexts.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { failureOf } from "../api/failure.ts";
import { useSettings } from "../api/settings.ts";
import { useSearchParams } from "../routing/address.ts";
import { Button } from "../ui/Button.tsx";
import { Checkbox } from "../ui/Checkbox.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { TextField } from "../ui/TextField.tsx";
import { loginAddress } from "./returnTo.ts";
import { finishSignIn } from "./signIn.ts";

interface CodeFormProps {
  onDone: (user: User) => void;
  /** Starts again, in a dialog; elsewhere a link leads to the login page. */
  onCancel?: () => void;
}

/** The second step of a sign-in: the code of an authenticator app, or a recovery code. */
export function CodeForm({ onDone, onCancel }: CodeFormProps) {
  const field = useRef<HTMLInputElement>(null);
  const returnTo = useSearchParams().get("returnTo") ?? "/";
  const { apiBase } = useSettings();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => field.current?.focus(), []);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const typed = new FormData(event.currentTarget);
    const code = String(typed.get("code")).trim();
    setProblem(code ? null : signInTexts.codeMissing);
    if (!code) return field.current?.focus();
    setBusy(true);
    try {
      onDone(await finishSignIn({ code, remember: typed.has("remember") }));
    } catch (error) {
      setBusy(false);
      setProblem(failureOf(error, frameTexts.noConnection).text);
      field.current?.select();
    }
  }

  return (
    <form
      method="post"
      noValidate
      action={`${apiBase}/auth/sign-in/code/form`}
      onSubmit={(event) => void onSubmit(event)}
      className="space-y-5"
    >
      {/* For browsers without JavaScript, or in which it has not loaded yet. */}
      <input type="hidden" name="returnTo" value={returnTo} />
      {problem && <ErrorPanel text={problem} />}
      <TextField
        ref={field}
        label={signInTexts.code}
        hint={signInTexts.codeHint}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
      />
      <Checkbox label={signInTexts.remember} text={signInTexts.rememberText} name="remember" />
      <div className="flex flex-wrap items-center justify-between gap-4">
        <Button type="submit" plain busy={isBusy}>
          {signInTexts.signIn}
        </Button>
        {onCancel ? (
          <Button look="plain" onClick={onCancel}>
            {signInTexts.startAgain}
          </Button>
        ) : (
          <a href={loginAddress(returnTo)} className="py-2 font-medium underline underline-offset-4">
            {signInTexts.startAgain}
          </a>
        )}
      </div>
    </form>
  );
}
