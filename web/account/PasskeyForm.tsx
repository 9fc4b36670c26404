import { passkeyName } from "@survey-app/contract/session/passkeys.ts";
import { PASSKEY_NAME_MAX } from "@survey-app/contract/text/limits.ts";
import * as factorTexts from "@survey-app/texts/factorTexts.ts";
import { bySchema } from "../api/bySchema.ts";
import { Explained } from "../api/noResponse.ts";
import { useForm } from "../api/useForm.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { FormActions } from "../ui/FormActions.tsx";
import { TextField } from "../ui/TextField.tsx";

/** Names a new passkey; then the browser creates it. */
export function PasskeyForm({ onCancel, onAdded }: { onCancel: () => void; onAdded: () => void }) {
  const form = useForm({
    initial: { name: "" },
    ...bySchema(passkeyName, async ({ name }) => {
      const { createPasskey, passkeyProblem } = await import("../session/passkeys.ts");
      await createPasskey(name).catch((error: unknown) => {
        throw new Explained(passkeyProblem(error));
      });
      onAdded();
    }),
  });

  return (
    <form {...form.props} className="space-y-5">
      <p className="text-muted">{factorTexts.addPasskeyText}</p>
      {form.problem && <ErrorPanel text={form.problem} />}
      <TextField
        label={factorTexts.passkeyName}
        hint={factorTexts.passkeyNameHint}
        limit={PASSKEY_NAME_MAX}
        {...form.field("name")}
      />
      <FormActions label={factorTexts.addPasskey} isBusy={form.isBusy} onCancel={onCancel} />
    </form>
  );
}
