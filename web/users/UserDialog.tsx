import { personName } from "@survey-app/contract/users/personName.ts";
import { BLOCKED, type User } from "@survey-app/contract/users/users.ts";
import * as userTexts from "@survey-app/texts/userTexts.ts";
import { useConfirmation } from "../api/useConfirmation.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";
import {
  useCopyData,
  useDeleteGuest,
  useEndSessionsOf,
  useSendData,
  useSwitchErasure,
  useSwitchRole,
  useSwitchStatus,
} from "./users.queries.ts";

/** An admin's choice of an action on a user. */
export interface UserChoice {
  what: "role" | "status" | "sessions" | "deletion" | "erasure" | "sending" | "copying";
  user: User;
}

/** Asks for confirmation before an admin's action on a user. */
export function UserDialog({ choice, onClose }: { choice: UserChoice | null; onClose: () => void }) {
  const mutations = {
    role: useSwitchRole(),
    status: useSwitchStatus(),
    sessions: useEndSessionsOf(),
    deletion: useDeleteGuest(),
    erasure: useSwitchErasure(),
    sending: useSendData(),
    copying: useCopyData(),
  };
  const texts = choice && textsOf(choice);
  const confirmation = useConfirmation<unknown, User>(mutations[choice?.what ?? "role"], {
    subject: choice?.user ?? null,
    onDone: ({ name }) => texts && toast(texts.done(name)),
    onClose,
  });
  return (
    <ConfirmDialog
      title={texts?.title(choice?.user.name ?? "") ?? ""}
      label={texts?.action ?? ""}
      look={
        texts === userTexts.blocking || texts === userTexts.erasure || choice?.what === "deletion" ? "danger" : "main"
      }
      {...confirmation}
    >
      {texts?.text(
        <UserText as="strong" translate="no" className="font-semibold text-ink">
          {choice?.user.isGuest ? personName(choice.user.name) : choice?.user.email}
        </UserText>,
      )}
    </ConfirmDialog>
  );
}

function textsOf({ what, user }: UserChoice) {
  if (what === "deletion") {
    const { action, title, text, done } = userTexts.guestDeletion;
    return { action, title: () => title, text: () => text, done: () => done };
  }
  if (what === "sessions") return userTexts.ending;
  if (what === "sending") return userTexts.sending;
  if (what === "copying") return userTexts.copying;
  if (what === "erasure") return user.eraseAt ? userTexts.keeping : userTexts.erasure;
  if (what === "status") return user.status === BLOCKED ? userTexts.unblocking : userTexts.blocking;
  if (user.role === "surveyor") return userTexts.demotion;
  return user.role === "admin" ? userTexts.adminPromotion : userTexts.promotion;
}
