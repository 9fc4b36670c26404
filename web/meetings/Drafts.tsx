import type { Draft, ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import { useState } from "react";
import { useConfirmation } from "../api/useConfirmation.ts";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { toast } from "../ui/toast.ts";
import { UserText } from "../ui/UserText.tsx";
import { AddDraft } from "./AddDraft.tsx";
import { DraftRow } from "./DraftRow.tsx";
import { EditDraftDialog } from "./EditDraftDialog.tsx";
import { useDeleteDraft } from "./meetings.queries.ts";
import { OpenDialog } from "./OpenDialog.tsx";
import { settingsText } from "./settingsText.ts";
import { useDraftOrder } from "./useDraftOrder.ts";

/** The questions of a meeting that were not opened yet, in their order, and a field for another one. */
export function Drafts({ meeting }: { meeting: ManagedMeeting }) {
  const { meetingId, endedAt } = meeting;
  const [edited, setEdited] = useState<Draft | null>(null);
  const [removed, setRemoved] = useState<Draft | null>(null);
  const [opening, setOpening] = useState<Draft | null>(null);
  const { order, said, isMoving, move } = useDraftOrder(meeting);
  const confirmation = useConfirmation(useDeleteDraft(meetingId), {
    subject: removed,
    onDone: () => toast(hostTexts.removed),
    onClose: () => setRemoved(null),
  });
  return (
    <section aria-labelledby="drafts" className="max-w-read space-y-4">
      <div className="space-y-1">
        <h2 id="drafts" className="text-xl">
          {hostTexts.drafts}
        </h2>
        <p className="text-muted">{hostTexts.draftsText}</p>
        {/* A question with other settings shows them below its text. */}
        <p className="text-sm text-muted">{hostTexts.settingsUnless(settingsText(meeting.defaults))}</p>
      </div>
      <p role="status" className="sr-only">
        {said}
      </p>
      {order.length > 0 && (
        <ol className="divide-y divide-line border-y border-line">
          {order.map((draft, index) => (
            <DraftRow
              key={draft._id}
              meeting={meeting}
              draft={draft}
              place={{ index, of: order.length }}
              isMoving={isMoving}
              onMove={(by) => move(draft, by)}
              onOpen={() => setOpening(draft)}
              onEdit={() => setEdited(draft)}
              onRemove={() => setRemoved(draft)}
            />
          ))}
        </ol>
      )}
      {endedAt === null && <AddDraft meeting={meeting} />}
      <OpenDialog meeting={meeting} opening={opening} onClose={() => setOpening(null)} />
      <EditDraftDialog meeting={meeting} draft={edited} onClose={() => setEdited(null)} />
      <ConfirmDialog title={hostTexts.removeTitle} label={hostTexts.remove} {...confirmation}>
        {removed && <UserText of={{ Title: removed.Title, language: meeting.language }} />}
      </ConfirmDialog>
    </section>
  );
}
