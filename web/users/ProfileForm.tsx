import { profile } from "@survey-app/contract/users.ts";
import { useState } from "react";
import { Controller } from "react-hook-form";
import { applyFieldErrors } from "../api/failure.ts";
import { summaryOf, useContractForm } from "../api/forms.ts";
import { ImageField } from "../images/ImageField.tsx";
import { useBlock } from "../routing/useBlock.ts";
import { MemberUntil } from "../session/MemberUntil.tsx";
import { useSignedInUser } from "../session/useSession.ts";
import * as userTexts from "../texts/userTexts.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { ErrorSummary } from "../ui/ErrorSummary.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";
import { useLeaveGuard } from "../ui/useLeaveGuard.ts";
import { useUpdateProfile } from "./useUpdateProfile.ts";

const fields = ["displayName", "photoURL"] as const;

/** The user's own name and photo (spec §1); users can't change their own role. */
export function ProfileForm() {
  const { name, photoURL, role } = useSignedInUser();
  const form = useContractForm(profile, { displayName: name, photoURL: photoURL ?? "" });
  const update = useUpdateProfile();
  const [problem, setProblem] = useState<string | null>(null);
  const { errors, isSubmitting, submitCount, isDirty } = form.formState;
  useLeaveGuard(isDirty);

  const submit = form.handleSubmit(async (values) => {
    setProblem(null);
    try {
      const saved = await update.mutateAsync(values);
      form.reset({ displayName: saved.displayName, photoURL: saved.photoURL ?? "" });
      toast(userTexts.saved);
    } catch (error) {
      setProblem(applyFieldErrors(error, fields, form.setError));
    }
  });

  const { onSubmit, setBlock, notice } = useBlock(submit);

  return (
    <form noValidate method="post" onSubmit={onSubmit} className="space-y-6">
      <div className="flex items-center gap-4">
        <Avatar name={name} photo={photoURL} size={64} />
        <p className="min-w-0">
          <UserText as="span" className="block font-semibold">
            {name}
          </UserText>
          <span className="text-muted">{role}</span>
          <span className="block text-muted empty:hidden">
            <MemberUntil />
          </span>
        </p>
      </div>
      <ErrorSummary errors={summaryOf(errors, fields)} attempt={submitCount} />
      <TextField
        label={userTexts.displayName}
        autoComplete="name"
        limit={80}
        error={errors.displayName?.message}
        {...form.register("displayName")}
      />
      <Controller
        control={form.control}
        name="photoURL"
        render={({ field: { name: field, value, onChange } }) => (
          <ImageField
            label={userTexts.photo}
            standIn={userTexts.initialsInstead}
            name={field}
            value={value ?? ""}
            onChange={onChange}
            error={errors.photoURL?.message}
            onBlock={setBlock}
          />
        )}
      />
      <p className="text-sm text-muted">{userTexts.withoutPhoto}</p>
      {(notice ?? problem) && <ErrorPanel text={notice ?? problem ?? ""} />}
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" busy={isSubmitting}>
          {userTexts.save}
        </Button>
        <p role="status" className="text-muted">
          {update.isSuccess && !isDirty && userTexts.saved}
        </p>
      </div>
    </form>
  );
}
