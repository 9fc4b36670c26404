import type { RequestOf } from "@survey-app/contract/http/endpoint.ts";
import { NAME_MAX } from "@survey-app/contract/text/limits.ts";
import { avatarAt, avatarPath } from "@survey-app/contract/users/avatars.ts";
import { profileForm, updateMyProfile } from "@survey-app/contract/users/users.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import * as userTexts from "@survey-app/texts/userTexts.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/api.ts";
import { bySchema } from "../api/bySchema.ts";
import { summaryOf } from "../api/FormErrors.tsx";
import { isDirty } from "../api/isDirty.ts";
import { invalidateAndWait } from "../api/queryClient.ts";
import { useForm } from "../api/useForm.ts";
import { useSubmitBlock } from "../api/useSubmitBlock.ts";
import { ImageField } from "../images/ImageField.tsx";
import { MemberUntil } from "../session/MemberUntil.tsx";
import { roleNames } from "../session/roleNames.ts";
import { showIdentity } from "../session/session.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { Avatar } from "../ui/Avatar.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { ErrorSummary } from "../ui/ErrorSummary.tsx";
import { TextField } from "../ui/TextField.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";
import { useLeaveGuard } from "../ui/useLeaveGuard.ts";

/** Generated initials are shown as having no photo. */
const ownPhoto = (photoURL: string | null) => (photoURL && !avatarAt(photoURL) ? photoURL : "");

/** The user's own name and photo (specification §2.1); users can't change their own role. */
export function ProfileForm() {
  const { name, photoURL, role } = useSignedInUser();
  const client = useQueryClient();
  const update = useMutation({
    mutationFn: (body: RequestOf<typeof updateMyProfile>["body"]) => api(updateMyProfile, { body }),
    onSuccess: (identity) => {
      showIdentity(identity);
      // The name is shown in surveys, votes and lists of users.
      return invalidateAndWait(client, []);
    },
  });
  const [saved, setSaved] = useState({ displayName: name, photoURL: ownPhoto(photoURL) });
  const form = useForm({
    initial: saved,
    ...bySchema(profileForm, async ({ displayName, photoURL: chosen }) => {
      const sent = form.latest.current;
      // Generated initials follow the name. A name without a letter or digit doesn't have any, so a photo is required.
      const initials = avatarPath(displayName ?? name) ?? "";
      const identity = await update.mutateAsync({ displayName, photoURL: chosen || initials });
      const next = { displayName: identity.displayName, photoURL: ownPhoto(identity.photoURL) };
      setSaved(next);
      // Text that was typed while the form was being sent stays.
      if (form.latest.current === sent) form.reset(next);
      toast(userTexts.saved);
    }),
  });
  const isChanged = isDirty(form.values, saved);
  useLeaveGuard(isChanged);
  const { onSubmit, setBlock, notice } = useSubmitBlock(form.props.onSubmit);
  const problem = notice ?? form.problem;

  return (
    <form {...form.props} onSubmit={onSubmit} className="space-y-6">
      <div className="flex items-center gap-4">
        <Avatar name={name} photo={photoURL} size={64} />
        <p className="min-w-0">
          <span className="block font-semibold">
            <UserText>{name}</UserText>
          </span>
          <span className="text-muted">{roleNames[role]}</span>
          <span className="block text-muted empty:hidden">
            <MemberUntil />
          </span>
        </p>
      </div>
      <ErrorSummary errors={summaryOf(form)} attempt={form.attempt} />
      <TextField label={userTexts.displayName} autoComplete="name" limit={NAME_MAX} {...form.field("displayName")} />
      <ImageField
        label={userTexts.photo}
        standIn={userTexts.initialsInstead}
        name="photoURL"
        value={form.values.photoURL ?? ""}
        onChange={(address) => form.change("photoURL", address)}
        error={form.errors.photoURL}
        onBlock={setBlock}
      />
      <p className="text-sm text-muted">{userTexts.withoutPhoto}</p>
      {problem && <ErrorPanel text={problem} />}
      <div className="flex flex-wrap items-center gap-4">
        <ActionButton type="submit" busy={form.isBusy} again={uiTexts.pressAgain}>
          {userTexts.save}
        </ActionButton>
        <p role="status" className="text-muted">
          {update.isSuccess && !isChanged && userTexts.saved}
        </p>
      </div>
    </form>
  );
}
