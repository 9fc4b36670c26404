import type { ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import { TITLE_MAX } from "@survey-app/contract/text/limits.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import { useState } from "react";
import { tabDraft } from "../api/tabDraft.ts";
import { textError } from "../api/textError.ts";
import { useForm } from "../api/useForm.ts";
import { useTicket } from "../api/useTicket.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { TextField } from "../ui/TextField.tsx";
import { useAddDraft } from "./meetings.queries.ts";
import { canOpen } from "./nextMeetingAction.ts";
import { OpenDialog } from "./OpenDialog.tsx";

/** Adds a question with the meeting's settings: to be opened later (Enter), or, in a running meeting, right away. */
export function AddDraft({ meeting }: { meeting: ManagedMeeting }) {
  const { meetingId, begun, drafts, questions } = meeting;
  const adding = useAddDraft(meetingId);
  const ticketFor = useTicket<string>();
  const [said, setSaid] = useState("");
  const [opening, setOpening] = useState<{ Title: string } | null>(null);
  const draft = tabDraft(`meeting-question:${meetingId}`);
  const form = useForm({
    initial: { newQuestion: "" },
    draft,
    check: ({ newQuestion }) => textError("newQuestion", newQuestion, TITLE_MAX, formErrors.title.required),
    send: async ({ newQuestion: Title }) => {
      const added = await adding.mutateAsync({ Title, ticket: ticketFor(Title) });
      form.reset();
      setSaid(hostTexts.added(questions.length + drafts.length + 1, added.Title));
    },
  });
  return (
    <form {...form.props} className="space-y-3">
      {form.problem && <ErrorPanel text={form.problem} />}
      <TextField label={hostTexts.add} autoComplete="off" limit={TITLE_MAX} {...form.field("newQuestion")} />
      <p role="status" className="sr-only">
        {said}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="quiet" busy={form.isBusy}>
          {hostTexts.addButton}
        </Button>
        {begun && canOpen(meeting) && (
          <Button
            look="quiet"
            aria-haspopup="dialog"
            onClick={() => form.validate() && setOpening({ Title: form.latest.current.newQuestion })}
          >
            {hostTexts.addNow}
          </Button>
        )}
      </div>
      <OpenDialog
        meeting={meeting}
        opening={opening}
        onClose={() => setOpening(null)}
        onOpened={() => {
          form.reset();
          draft.clear();
        }}
      />
    </form>
  );
}
