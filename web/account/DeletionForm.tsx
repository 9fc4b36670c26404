import { deleteMyAccount } from "@survey-app/contract/account/account.ts";
import { writtenAddress } from "@survey-app/contract/text/emailAddress.ts";
import { personName } from "@survey-app/contract/users/personName.ts";
import { DELETED_NAME } from "@survey-app/contract/users/users.ts";
import * as accountTexts from "@survey-app/texts/accountTexts.ts";
import { api } from "../api/api.ts";
import { bySchema } from "../api/bySchema.ts";
import { FormErrors } from "../api/FormErrors.tsx";
import { rejectedFields } from "../api/rejectedFields.ts";
import { useForm } from "../api/useForm.ts";
import { logOut } from "../session/session.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { announce } from "../ui/announcement.ts";
import { FormActions } from "../ui/FormActions.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { TextField } from "../ui/TextField.tsx";

/** The last step before an account is deleted: says what happens and asks for the user's own email address. */
export function DeletionForm({ hasPassword, onCancel }: { hasPassword: boolean; onCancel: () => void }) {
  const { email: own } = useSignedInUser();
  const form = useForm({
    initial: { email: "", password: "" },
    ...bySchema(
      deleteMyAccount.body,
      async (values) => {
        // Checked here, so that both errors show together and an empty password does not count as a wrong one.
        const isOwn = writtenAddress(values.email) === own.toLowerCase();
        const lacksPassword = hasPassword && !values.password;
        if (!isOwn || lacksPassword)
          throw rejectedFields({
            ...(!isOwn && { email: accountTexts.notYourAddress }),
            ...(lacksPassword && { password: accountTexts.passwordRequired }),
          });
        await api(deleteMyAccount, { body: { email: own, password: values.password } });
        await logOut().catch(() => undefined);
        announce({ title: accountTexts.accountDeleted });
      },
      { wrongPassword: "password" },
    ),
  });
  return (
    <form {...form.props} className="space-y-5">
      <ul className="list-disc space-y-1 ps-5 text-muted">
        <li>{accountTexts.deletion.votes(personName(DELETED_NAME))}</li>
        <li>{accountTexts.deletion.surveys}</li>
        <li>{accountTexts.deletion.rest}</li>
        <li className="font-semibold text-ink">{accountTexts.deletion.final}</li>
      </ul>
      <FormErrors form={form} />
      <TextField
        label={accountTexts.yourAddress}
        hint={accountTexts.typeAddress(own)}
        type="email"
        autoComplete="off"
        {...form.field("email")}
      />
      {hasPassword && <PasswordField label={accountTexts.yourPassword} {...form.field("password")} />}
      <FormActions label={accountTexts.deleteAccount} look="danger" isBusy={form.isBusy} onCancel={onCancel} />
    </form>
  );
}
