import { changePassword, passwordChange } from "@survey-app/contract/account/account.ts";
import * as accountTexts from "@survey-app/texts/accountTexts.ts";
import { useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { bySchema } from "../api/bySchema.ts";
import { FormErrors } from "../api/FormErrors.tsx";
import { invalidateAndWait } from "../api/queryClient.ts";
import { useForm } from "../api/useForm.ts";
import { FormActions } from "../ui/FormActions.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { ownDevices } from "./account.queries.ts";
import { ownApiKeys } from "./integration.queries.ts";

interface PasswordFormProps {
  /** Tells password managers whose password changes. */
  email: string;
  onCancel: () => void;
  onChanged: () => void;
}

export function PasswordForm({ email, onCancel, onChanged }: PasswordFormProps) {
  const client = useQueryClient();
  const form = useForm({
    initial: { password: "", newPassword: "" },
    ...bySchema(
      passwordChange,
      async (values) => {
        await api(changePassword, { body: values });
        // The other sessions have ended, and the API keys are revoked.
        void invalidateAndWait(client, ownDevices().queryKey, ownApiKeys().queryKey);
        onChanged();
      },
      { wrongPassword: "password" },
    ),
  });
  return (
    <form {...form.props} className="space-y-5">
      <FormErrors form={form} />
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField label={accountTexts.currentPassword} {...form.field("password")} />
      <PasswordField
        isNew
        label={accountTexts.newPassword}
        hint={accountTexts.passwordRules}
        {...form.field("newPassword")}
      />
      <FormActions label={accountTexts.changePassword} isBusy={form.isBusy} onCancel={onCancel} />
    </form>
  );
}
