import { keepGuest } from "@survey-app/contract/account/guests.ts";
import { signUpForm } from "@survey-app/contract/session/session.ts";
import { NAME_MAX } from "@survey-app/contract/text/limits.ts";
import { avatarPath } from "@survey-app/contract/users/avatars.ts";
import { GUEST_NAME } from "@survey-app/contract/users/users.ts";
import * as accountTexts from "@survey-app/texts/accountTexts.ts";
import * as guestTexts from "@survey-app/texts/guestTexts.ts";
import * as sessionTexts from "@survey-app/texts/sessionTexts.ts";
import * as signUpTexts from "@survey-app/texts/signUpTexts.ts";
import * as z from "zod/mini";
import { api } from "../api/api.ts";
import { bySchema } from "../api/bySchema.ts";
import { FormErrors } from "../api/FormErrors.tsx";
import { useForm } from "../api/useForm.ts";
import { catchLostFocus } from "../ui/catchLostFocus.ts";
import { FormActions } from "../ui/FormActions.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { loadSignedIn } from "./cookies.ts";
import { refreshSession } from "./session.ts";

/** The fields of the sign-up form, but for the photo, which can be added to the profile. */
const fields = z.omit(signUpForm, { photoURL: true });

/** Makes a guest an account with the same id. The note with this form then disappears. */
export function KeepGuestForm({ onCancel }: { onCancel: () => void }) {
  const form = useForm({
    initial: { name: "", email: "", password: "" },
    ...bySchema(fields, async (values) => {
      const image = avatarPath(values.name) ?? avatarPath(GUEST_NAME) ?? "";
      const kept = await api(keepGuest, { body: { ...values, image } });
      await loadSignedIn(kept);
      await refreshSession();
      toast(guestTexts.kept(kept.user.email));
      // The dialog disappears with the note.
      catchLostFocus();
    }),
  });
  return (
    <form {...form.props} className="space-y-5">
      <p className="text-muted">{guestTexts.dialogText}</p>
      <FormErrors form={form} />
      <TextField label={sessionTexts.email} type="email" autoComplete="email" {...form.field("email")} />
      <TextField label={signUpTexts.name} autoComplete="name" limit={NAME_MAX} {...form.field("name")} />
      <PasswordField
        isNew
        label={sessionTexts.password}
        hint={accountTexts.passwordRules}
        {...form.field("password")}
      />
      <FormActions label={guestTexts.submit} isBusy={form.isBusy} onCancel={onCancel} />
    </form>
  );
}
