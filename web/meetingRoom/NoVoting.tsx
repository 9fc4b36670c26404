import * as invitedTexts from "@survey-app/texts/invitedTexts.ts";
import * as meetingRoomTexts from "@survey-app/texts/meetingRoomTexts.ts";
import { serverNow } from "../api/api.ts";
import type { OpenedInvitation } from "../votes/openedInvitation.ts";

/** Says that a link or code can no longer vote. */
export function Ended({ expiresAt }: Pick<OpenedInvitation, "expiresAt">) {
  const isExpired = Date.parse(expiresAt) <= serverNow();
  return (
    <div role="alert" className="space-y-1">
      <p className="font-semibold">{isExpired ? meetingRoomTexts.expired : meetingRoomTexts.replaced}</p>
      <p>
        <a href="/i" className="inline-block py-1 font-medium underline underline-offset-4">
          {invitedTexts.enterCode}
        </a>
      </p>
      {!isExpired && <OpenAgain />}
    </div>
  );
}

/** Says that a person was removed from the list. */
export function Removed() {
  return (
    <div className="space-y-1">
      <p className="font-semibold">{meetingRoomTexts.removed}</p>
      <OpenAgain />
    </div>
  );
}

/** The link to the page that takes the objection when an ended link or code is opened again. */
const OpenAgain = () => (
  <p className="text-sm text-muted">
    {meetingRoomTexts.openAgain((words) => (
      <a href="/i" className="font-medium underline underline-offset-4">
        {words}
      </a>
    ))}
  </p>
);
