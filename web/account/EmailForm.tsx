import { changeEmail, emailChange } from "@survey-app/contract/account/account.ts";
import { writtenAddress } from "@survey-app/contract/text/emailAddress.ts";
import * as accountTexts from "@survey-app/texts/accountTexts.ts";
import { api } from "../api/api.ts";
import { bySchema } from "../api/bySchema.ts";
import { FormErrors } from "../api/FormErrors.tsx";
import { rejectedFields } from "../api/rejectedFields.ts";
import { useForm } from "../api/useForm.ts";
import { FormActions } from "../ui/FormActions.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { TextField } from "../ui/TextField.tsx";

interface EmailFormProps {
  current: string;
  onCancel: () => void;
  onSent: (email: string) => void;
}

/** Requests a change of the email address. It takes effect when the link sent to the new address is used. */
export function EmailForm({ current, onCancel, onSent }: EmailFormProps) {
  const form = useForm({
    initial: { email: "", password: "" },
    ...bySchema(
      emailChange,
      async (values) => {
        const email = writtenAddress(values.email);
        if (email === current) throw rejectedFields({ email: accountTexts.sameAddress });
        await api(changeEmail, { body: values });
        onSent(email);
      },
      { wrongPassword: "password" },
    ),
  });
  return (
    <form {...form.props} className="space-y-5">
      <p className="text-muted">
        {accountTexts.newAddressText(<strong className="font-semibold wrap-anywhere text-ink">{current}</strong>)}
      </p>
      <FormErrors form={form} />
      <TextField label={accountTexts.newAddress} type="email" autoComplete="email" {...form.field("email")} />
      <PasswordField label={accountTexts.yourPassword} {...form.field("password")} />
      <FormActions label={accountTexts.sendLink} isBusy={form.isBusy} onCancel={onCancel} />
    </form>
  );
}
