import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import * as sessionTexts from "@survey-app/texts/sessionTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiRequestError } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { CodeForm } from "./CodeForm.tsx";
import { finishReauthentication } from "./reauthentication.ts";
import { needsCode, signInWithPassword } from "./signIn.ts";

/** Signs in again by password. The email is fixed, so that the user can't switch accounts here. */
export function PasswordReauthentication({ email, onCancel }: { email: string; onCancel: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isWaiting, setWaiting] = useState(false);
  // The dialog may have opened before the account's sign-in methods were loaded.
  useEffect(() => field.current?.focus(), []);

  function rejectPassword(message: string) {
    setWrong(message);
    field.current?.select();
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const password = field.current?.value ?? "";
    setWrong(null);
    setProblem(null);
    // An empty password should not count as a wrong one.
    if (!password) return rejectPassword(sessionTexts.reauthentication.empty);
    setBusy(true);
    try {
      await signInWithPassword({ email, password });
      finishReauthentication(true);
    } catch (error) {
      if (needsCode(error)) return setWaiting(true);
      setBusy(false);
      const isWrong = error instanceof ApiRequestError && error.problem.code === "wrongCredentials";
      if (isWrong) rejectPassword(sessionTexts.reauthentication.wrong);
      else setProblem(failureOf(error, frameTexts.noConnection).text);
    }
  }

  if (isWaiting) return <CodeForm onDone={() => finishReauthentication(true)} onCancel={onCancel} />;
  return (
    <form noValidate method="post" onSubmit={(event) => void onSubmit(event)} className="space-y-5">
      <p className="text-muted wrap-anywhere">{sessionTexts.reauthentication.byPassword(email)}</p>
      {problem && <ErrorPanel text={problem} />}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        ref={field}
        label={sessionTexts.reauthentication.password}
        // The page behind the dialog may have a field of the same name.
        name="confirmation"
        error={wrong ?? undefined}
        onChange={() => setWrong(null)}
      />
      <FormActions label={uiTexts.confirm} isBusy={isBusy} onCancel={onCancel} />
    </form>
  );
}
