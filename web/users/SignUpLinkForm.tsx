import { requestSignUpLink } from "@survey-app/contract/session/registration.ts";
import { writtenAddress } from "@survey-app/contract/text/emailAddress.ts";
import * as accountTexts from "@survey-app/texts/accountTexts.ts";
import * as sessionTexts from "@survey-app/texts/sessionTexts.ts";
import * as signUpTexts from "@survey-app/texts/signUpTexts.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { api } from "../api/api.ts";
import { bySchema } from "../api/bySchema.ts";
import { FormErrors } from "../api/FormErrors.tsx";
import { useSettings } from "../api/settings.ts";
import { useForm } from "../api/useForm.ts";
import { useSearchParams } from "../routing/address.ts";
import { keepDraft } from "../session/keptDraft.ts";
import { SandboxMail } from "../session/SandboxMail.tsx";
import { Button } from "../ui/Button.tsx";
import { TextField } from "../ui/TextField.tsx";

const askedFor = z.object({ email: requestSignUpLink.body.shape.email });

/** Asks for the link that proves an address. The message is the same whether or not the address may have an account. */
export function SignUpLinkForm() {
  const { registration } = useSettings();
  const returnTo = useSearchParams().get("returnTo") ?? "/";
  const request = useMutation({
    mutationFn: (email: string) => api(requestSignUpLink, { body: { email, returnTo } }),
  });
  const [kept, setKept] = useState<ReturnType<typeof keepDraft>>(null);
  const form = useForm({
    initial: { email: "" },
    ...bySchema(askedFor, async ({ email }) => {
      await request.mutateAsync(email);
      setKept(keepDraft(returnTo, email));
    }),
  });
  const { domains, invited, linkSent, choiceKept, questionKept } = signUpTexts.byLink;
  return (
    <form {...form.props} className="space-y-5">
      <p>{registration.kind === "domains" ? domains(registration.domains.map(writtenAddress).join(", ")) : invited}</p>
      <FormErrors form={form} />
      <TextField label={sessionTexts.email} type="email" autoComplete="email" {...form.field("email")} />
      <Button type="submit" busy={form.isBusy} className="w-full sm:w-auto">
        {accountTexts.sendLink}
      </Button>
      <div role="status">
        {request.isSuccess && !form.isBusy && (
          <div className="space-y-2 rounded-xl bg-accent-soft px-5 py-4 wrap-anywhere">
            <p>{linkSent(writtenAddress(request.variables))}</p>
            {kept && <p>{kept === "choice" ? choiceKept : questionKept}</p>}
          </div>
        )}
      </div>
      <SandboxMail />
    </form>
  );
}
