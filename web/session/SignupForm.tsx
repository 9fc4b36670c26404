import { safeReturnTo } from "@survey-app/contract/returnTo.ts";
import { signUpForm } from "@survey-app/contract/session.ts";
import { type ReactNode, useState } from "react";
import { useWatch } from "react-hook-form";
import { navigate } from "wouter/use-browser-location";
import { ApiRequestError } from "../api/api.ts";
import { applyFieldErrors, summaryOf, useContractForm, useDraft } from "../api/forms.ts";
import { useSearchText } from "../routing/address.ts";
import { texts } from "../texts/texts.ts";
import { Button } from "../ui/Button.tsx";
import { clearDraft } from "../ui/draft.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { ErrorSummary } from "../ui/ErrorSummary.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { useErrorToast } from "../ui/useErrorToast.ts";
import { openAccount } from "./signIn.ts";

const fields = ["name", "photoURL", "email", "password"] as const;

/** All field errors as one text. */
const messageOf = (error: unknown) =>
  error instanceof ApiRequestError ? (error.problem.errors ?? []).map(({ message }) => message).join(". ") : "";

interface SignupFormProps {
  /** A warning about the photo URL. Images are another feature, so the page passes it in. */
  photoNote: (address: string) => ReactNode;
}

export function SignupForm({ photoNote }: SignupFormProps) {
  const form = useContractForm(signUpForm, { name: "", photoURL: "", email: "", password: "" });
  const returnTo = new URLSearchParams(useSearchText()).get("returnTo");
  const [problem, setProblem] = useState<string | null>(null);
  useDraft(form, "session", "signup", ["password"]);
  const { errors, isSubmitting, submitCount } = form.formState;
  const failure = useErrorToast();
  const photo = useWatch({ control: form.control, name: "photoURL" });

  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    failure.dismiss();
    try {
      await openAccount(values);
      clearDraft("session", "signup");
      toast(texts.userCreated);
      navigate(safeReturnTo(returnTo, location.origin), { replace: true });
    } catch (error) {
      const rest = applyFieldErrors(error, fields, form.setError);
      setProblem(rest);
      // The toast shows every failure, even one shown at a field (spec §8).
      failure.show(rest ?? messageOf(error));
    }
  });

  return (
    <form noValidate method="post" onSubmit={(event) => void submit(event)} className="space-y-5">
      <ErrorSummary errors={summaryOf(errors, fields)} attempt={submitCount} />
      <TextField label="Name" autoComplete="name" limit={80} error={errors.name?.message} {...form.register("name")} />
      <div>
        <TextField
          label="Photo URL"
          hint="The https URL of a picture of you. If we can't load it, we show your initials."
          type="url"
          inputMode="url"
          autoComplete="photo"
          error={errors.photoURL?.message}
          {...form.register("photoURL")}
        />
        {photoNote(photo ?? "")}
      </div>
      <TextField
        label="Email"
        type="email"
        autoComplete="email"
        error={errors.email?.message}
        {...form.register("email")}
      />
      <TextField
        label="Password"
        hint={texts.passwordRules}
        type="password"
        autoComplete="new-password"
        error={errors.password?.message}
        {...form.register("password")}
      />
      {problem && <ErrorPanel text={problem} />}
      <Button type="submit" busy={isSubmitting} className="w-full sm:w-auto">
        Signup
      </Button>
    </form>
  );
}
