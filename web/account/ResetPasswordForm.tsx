import { checkResetLink, LINK_TOKEN, resetPassword } from "@survey-app/contract/account/account.ts";
import { newPassword } from "@survey-app/contract/session/session.ts";
import * as accountTexts from "@survey-app/texts/accountTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { navigate } from "wouter/use-browser-location";
import * as z from "zod/mini";
import { ApiRequestError, api } from "../api/api.ts";
import { bySchema } from "../api/bySchema.ts";
import { FormErrors } from "../api/FormErrors.tsx";
import { useForm } from "../api/useForm.ts";
import { useLinkToken } from "../routing/useLinkToken.ts";
import { renewSession } from "../session/session.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { announce } from "../ui/announcement.ts";
import { PasswordField } from "../ui/PasswordField.tsx";
import { LinkSpent } from "./LinkSpent.tsx";

const askedFor = z.object({ newPassword });

/** Whether a link no longer works. Other failures say nothing about the link. */
const isSpent = (error: unknown): error is ApiRequestError =>
  error instanceof ApiRequestError && error.problem.code === "linkSpent";

/** Sets a new password, by the token of a link from an email. */
export function ResetPasswordForm() {
  const token = useLinkToken();
  const isDamaged = token === null || (token !== undefined && !LINK_TOKEN.test(token));
  // The link is checked first, so that no password is typed in vain.
  const check = useQuery({
    queryKey: ["resetLink", token],
    queryFn: ({ signal }) => api(checkResetLink, { body: { token: token ?? "" } }, signal),
    enabled: token !== undefined && !isDamaged,
    gcTime: 0, // the key contains the token
    staleTime: Number.POSITIVE_INFINITY,
  });
  /** The rejected token; another link may be opened in the same tab. */
  const [spent, setSpent] = useState<{ token: string; text: string } | null>(null);
  const form = useForm({
    initial: { newPassword: "" },
    ...bySchema(askedFor, async (values) => {
      if (!token) return;
      try {
        await api(resetPassword, { body: { token, ...values } });
      } catch (error) {
        if (isSpent(error)) return setSpent({ token, text: error.message });
        throw error;
      }
      // All sessions of the account have ended, possibly including this browser's.
      await renewSession().catch(() => undefined);
      announce({ title: accountTexts.passwordReset });
      navigate("/login", { replace: true });
    }),
  });

  const action = { href: "/forgot-password", label: accountTexts.requestNewLink };
  if (isDamaged) return <LinkSpent text={accountTexts.linkIncomplete} action={action} />;
  if (isSpent(check.error)) return <LinkSpent takesFocus text={check.error.message} action={action} />;
  if (spent && spent.token === token) return <LinkSpent takesFocus text={spent.text} action={action} />;
  return (
    <form {...form.props} className="space-y-5">
      <FormErrors form={form} />
      <PasswordField
        isNew
        label={accountTexts.newPassword}
        hint={accountTexts.passwordRules}
        {...form.field("newPassword")}
      />
      <ActionButton type="submit" busy={form.isBusy} again={uiTexts.pressAgain} className="w-full sm:w-auto">
        {accountTexts.setPassword}
      </ActionButton>
    </form>
  );
}
