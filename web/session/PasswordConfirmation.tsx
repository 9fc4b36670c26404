import { type FormEvent, useEffect, useRef, useState } from "react";
import { ApiRequestError } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { frameTexts } from "../texts/frameTexts.ts";
import { texts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { TextField } from "../ui/TextField.tsx";
import { answerConfirmation } from "./confirmation.ts";
import { startSession } from "./signIn.ts";

/** Signs in again by the password. The address is not the person's to choose: nobody becomes somebody else here. */
export function PasswordConfirmation({ email, onCancel }: { email: string; onCancel: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [isBusy, setBusy] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // The dialog may have opened before it was known that there is a password.
  useEffect(() => field.current?.focus(), []);

  function refuseTyped(message: string) {
    setWrong(message);
    field.current?.select();
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const password = field.current?.value ?? "";
    setWrong(null);
    setProblem(null);
    // Nothing typed is not to count as a wrong password.
    if (!password) return refuseTyped(texts.confirmation.empty);
    setBusy(true);
    try {
      await startSession({ email, password });
      answerConfirmation(true);
    } catch (error) {
      setBusy(false);
      const isWrong = error instanceof ApiRequestError && error.problem.code === "wrongCredentials";
      if (isWrong) refuseTyped(texts.confirmation.wrong);
      else setProblem(failureOf(error, frameTexts.noConnection).text);
    }
  }

  return (
    <form noValidate method="post" onSubmit={(event) => void onSubmit(event)} className="space-y-5">
      <p className="text-muted wrap-anywhere">{texts.confirmation.byPassword(email)}</p>
      {problem && <ErrorPanel text={problem} />}
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <TextField
        ref={field}
        label="Your password"
        // The page behind may have a field of that name.
        name="confirmation"
        type="password"
        autoComplete="current-password"
        error={wrong ?? undefined}
        onChange={() => setWrong(null)}
      />
      <div className="flex flex-wrap justify-end gap-3">
        <Button look="plain" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" busy={isBusy}>
          Confirm
        </Button>
      </div>
    </form>
  );
}
