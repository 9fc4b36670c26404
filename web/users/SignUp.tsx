import { requestSignUpLink } from "@survey-app/contract/registration.ts";
import * as accountTexts from "@survey-app/texts/accountTexts.ts";
import * as sessionTexts from "@survey-app/texts/sessionTexts.ts";
import * as signUpTexts from "@survey-app/texts/signUpTexts.ts";
import { useMutation } from "@tanstack/react-query";
import * as z from "zod/mini";
import { api } from "../api/api.ts";
import { FormErrors } from "../api/FormErrors.tsx";
import { useSentForm } from "../api/forms.ts";
import { useSearchParams } from "../routing/address.ts";
import { useLinkToken } from "../routing/useLinkToken.ts";
import { useSettings } from "../session/settings.ts";
import { Button } from "../ui/Button.tsx";
import { TextField } from "../ui/TextField.tsx";
import { type SignUpLink, SignupForm } from "./SignupForm.tsx";

const askedFor = z.object({ email: requestSignUpLink.body.shape.email });

/** The form to sign up; where not everyone may, what comes before it: a form for the link that proves the address. */
export function SignUp() {
  const { registration } = useSettings();
  const link = readLink(useLinkToken() ?? "");
  if (registration.kind !== "open" && link === null) return <LinkForm />;
  return <SignupForm key={link?.proof} link={link} />;
}

/** @param fragment of the link's URL: the proof, which has two parts, and the address */
function readLink(fragment: string): SignUpLink | null {
  const [until, signature, address] = fragment.split(".").length > 2 ? split(fragment) : [];
  return until && signature && address ? { proof: `${until}.${signature}`, email: address } : null;
}

function split(fragment: string): string[] {
  const [until = "", signature = "", ...address] = fragment.split(".");
  try {
    return [until, signature, decodeURIComponent(address.join("."))];
  } catch {
    return [];
  }
}

/** Asks for the link. The message is the same whether the address may have an account. */
function LinkForm() {
  const { registration } = useSettings();
  const returnTo = useSearchParams().get("returnTo") ?? "/";
  const request = useMutation({
    mutationFn: (email: string) => api(requestSignUpLink, { body: { email, returnTo } }),
  });
  const form = useSentForm({
    schema: askedFor,
    values: { email: "" },
    send: async ({ email }) => void (await request.mutateAsync(email)),
  });
  const { domains, invited, linkSent } = signUpTexts.byLink;
  return (
    <form {...form.props} className="space-y-5">
      <p>{registration.kind === "domains" ? domains(registration.domains.join(", ")) : invited}</p>
      <FormErrors form={form} />
      <TextField label={sessionTexts.email} type="email" autoComplete="email" {...form.field("email")} />
      <Button type="submit" busy={form.isSubmitting} className="w-full sm:w-auto">
        {accountTexts.sendLink}
      </Button>
      <div role="status">
        {request.isSuccess && !form.isSubmitting && (
          <p className="rounded-xl bg-accent-soft px-5 py-4 wrap-anywhere">{linkSent(request.variables)}</p>
        )}
      </div>
    </form>
  );
}
