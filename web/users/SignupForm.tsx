import { safeReturnTo } from "@survey-app/contract/session/returnTo.ts";
import { signUpForm } from "@survey-app/contract/session/session.ts";
import { uploadImage } from "@survey-app/contract/surveys/images.ts";
import { NAME_MAX } from "@survey-app/contract/text/limits.ts";
import { avatarAt, avatarPath } from "@survey-app/contract/users/avatars.ts";
import { updateMyProfile } from "@survey-app/contract/users/users.ts";
import * as accountTexts from "@survey-app/texts/accountTexts.ts";
import * as sessionTexts from "@survey-app/texts/sessionTexts.ts";
import * as signUpTexts from "@survey-app/texts/signUpTexts.ts";
import { useEffect, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { ApiRequestError, api } from "../api/api.ts";
import { bySchema } from "../api/bySchema.ts";
import { summaryOf } from "../api/FormErrors.tsx";
import { failureOf } from "../api/failure.ts";
import { useSettings } from "../api/settings.ts";
import { tabDraft } from "../api/tabDraft.ts";
import { upload } from "../api/upload.ts";
import { useForm } from "../api/useForm.ts";
import { usePath, useSearchParams } from "../routing/address.ts";
import { keepDraft } from "../session/keptDraft.ts";
import { showIdentity } from "../session/session.ts";
import { createAccount } from "../session/signIn.ts";
import { asksForConfirmation } from "../session/useAsksUnlisted.ts";
import { Button } from "../ui/Button.tsx";
import { SIGN_UP_DRAFT } from "../ui/draft.ts";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { ErrorSummary } from "../ui/ErrorSummary.tsx";
import { PasswordField } from "../ui/PasswordField.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { useErrorToast } from "../ui/useErrorToast.ts";
import { PhotoField } from "./PhotoField.tsx";

/** All field errors as one text, or what is wrong with the whole form. */
const messageOf = (error: unknown) =>
  (error instanceof ApiRequestError && (error.problem.errors ?? []).map(({ message }) => message).join(". ")) ||
  failureOf(error).text;

/** A link that was sent to an address, which signs up with it. */
export interface SignUpLink {
  proof: string;
  email: string;
}

/** @param link null where everyone may sign up */
export function SignupForm({ link }: { link: SignUpLink | null }) {
  const path = usePath();
  const returnTo = useSearchParams().get("returnTo");
  const settings = useSettings();
  const failure = useErrorToast();
  const [file, setFile] = useState<File | null>(null);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const draft = tabDraft(SIGN_UP_DRAFT);
  const form = useForm({
    initial: { name: "", email: link?.email ?? "", password: "", photoURL: "" },
    draft: {
      ...draft,
      store: ({ password: _, email, ...kept }) => draft.store(link ? kept : { ...kept, email }),
    },
    ...bySchema(signUpForm, async (values) => {
      failure.dismiss();
      try {
        await createAccount({ ...values, proof: link?.proof ?? "" });
      } catch (error) {
        // The toast shows every failure, even one shown at a field (specification §8.2).
        failure.show(messageOf(error));
        throw error;
      }
      // The link of the email that confirms the address leads to the question.
      if (!link && returnTo?.startsWith("/ask") && asksForConfirmation(settings)) keepDraft(returnTo, values.email);
      if (file) await setPhoto(file, values.name);
      toast(signUpTexts.userCreated);
      // The user may have gone elsewhere meanwhile.
      if (location.pathname === path) navigate(safeReturnTo(returnTo, location.origin), { replace: true });
    }),
  });
  const { change } = form;
  const { name, photoURL: photo } = form.values;
  const generated = avatarPath(name) ?? "";
  /**
   * Whether the person has emptied the field: the picture is then missing (specification §5), and none is drawn in
   * silence.
   */
  const [isEmptied, setEmptied] = useState(false);
  useEffect(() => {
    // Another picture that the person has chosen stays.
    if (isEmptied || photo === generated || (photo !== "" && !avatarAt(photo))) return;
    change("photoURL", generated);
  }, [photo, generated, isEmptied, change]);

  // The picture is generated from the name, which is what is missing then.
  const waitsForName = form.errors.name !== undefined && photo === "" && !isEmptied;
  const { photoURL: _, ...withoutPhoto } = form.errors;
  const shownErrors = waitsForName ? withoutPhoto : form.errors;
  const { error: photoError, name: photoName } = form.field("photoURL");

  return (
    <form {...form.props} className="space-y-5">
      <ErrorSummary errors={summaryOf({ ...form, errors: shownErrors })} attempt={form.attempt} />
      <TextField label={signUpTexts.name} autoComplete="name" limit={NAME_MAX} {...form.field("name")} />
      <TextField
        label={sessionTexts.email}
        type="email"
        autoComplete="email"
        readOnly={link !== null}
        hint={link ? signUpTexts.byLink.useLink : undefined}
        {...form.field("email")}
      />
      <PasswordField
        isNew
        label={sessionTexts.password}
        hint={accountTexts.passwordRules}
        {...form.field("password")}
      />
      <PhotoField
        name={name}
        address={photo}
        input={{
          name: photoName,
          error: waitsForName ? undefined : photoError,
          // The path of a generated picture doesn't tell people anything.
          value: avatarAt(photo) ? "" : photo,
          onChange: ({ currentTarget: { value } }) => {
            setEmptied(value === "");
            change("photoURL", value);
          },
        }}
        onGenerated={isEmptied && generated ? () => setEmptied(false) : undefined}
        file={file}
        fileProblem={fileProblem}
        onFile={(chosen, why) => {
          setFile(chosen);
          setFileProblem(why);
        }}
      />
      {form.problem && <ErrorPanel text={form.problem} />}
      <Button type="submit" busy={form.isBusy} className="w-full sm:w-auto">
        {signUpTexts.submit}
      </Button>
    </form>
  );
}

/** Uploads the chosen picture, which needs an account. A failure keeps the account and its generated picture. */
async function setPhoto(file: File, displayName: string): Promise<void> {
  try {
    const uploaded = await upload(uploadImage, file, { onProgress: () => {}, signal: new AbortController().signal });
    const body = { displayName, photoURL: uploaded.data.display_url };
    showIdentity(await api(updateMyProfile, { body }));
  } catch (error) {
    toast(`${signUpTexts.photoNotUploaded} ${failureOf(error).text}`, "error");
  }
}
