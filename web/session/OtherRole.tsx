import type { Role } from "@survey-app/contract/users/users.ts";
import * as frameTexts from "@survey-app/texts/frameTexts.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { listOf } from "../ui/lists.ts";
import { roleNames } from "./roleNames.ts";

/** In place of a page that is for other roles. */
export function OtherRole({ allowed, role }: { allowed: readonly Role[]; role: Role }) {
  return (
    <div className="page frame">
      <EmptyState
        kind="lock"
        title={frameTexts.otherRole}
        level={1}
        text={frameTexts.otherRoleText(
          listOf(
            allowed.map((each) => roleNames[each]),
            "or",
          ),
          roleNames[role],
        )}
        action={<LinkButton href="/dashboard/adminHome">{frameTexts.toDashboard}</LinkButton>}
      />
    </div>
  );
}
