import { PASSKEY_NAME_MAX } from "@survey-app/contract/limits.ts";
import { passkeyName } from "@survey-app/contract/passkeys.ts";
import * as factorTexts from "@survey-app/texts/factorTexts.ts";
import { useState } from "react";
import { failureOf } from "../api/failure.ts";
import { useContractForm } from "../api/forms.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useErrorFocus } from "../ui/useErrorFocus.ts";

/** Names a new passkey; then the browser creates it. */
export function PasskeyForm({ onCancel, onAdded }: { onCancel: () => void; onAdded: () => void }) {
  const form = useContractForm(passkeyName, { name: "" });
  const [problem, setProblem] = useState<string | null>(null);
  const { errors, isSubmitting, submitCount } = form.formState;
  const ref = useErrorFocus(submitCount);

  const submit = form.handleSubmit(async ({ name }) => {
    setProblem(null);
    try {
      const { createPasskey, passkeyProblem } = await import("../session/passkeys.ts");
      await createPasskey(name).then(onAdded, (error: unknown) => setProblem(passkeyProblem(error)));
    } catch (error) {
      setProblem(failureOf(error).text);
    }
  });

  return (
    <form ref={ref} noValidate method="post" onSubmit={(event) => void submit(event)} className="space-y-5">
      <p className="text-muted">{factorTexts.addPasskeyText}</p>
      {problem && <ErrorPanel text={problem} />}
      <TextField
        label={factorTexts.passkeyName}
        hint={factorTexts.passkeyNameHint}
        limit={PASSKEY_NAME_MAX}
        error={errors.name?.message}
        {...form.register("name")}
      />
      <FormActions label={factorTexts.addPasskey} isBusy={isSubmitting} onCancel={onCancel} />
    </form>
  );
}
