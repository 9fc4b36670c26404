import { APPEAL_MAX, appealUnpublication } from "@survey-app/contract/moderation.ts";
import type { Survey } from "@survey-app/contract/surveys.ts";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { api } from "../api/api.ts";
import { failureOf } from "../api/failure.ts";
import { invalidateAndWait } from "../api/queryClient.ts";
import * as appealTexts from "../texts/appealTexts.ts";
import * as uiTexts from "../texts/uiTexts.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { toast } from "../ui/toast.ts";
import { useErrorFocus } from "../ui/useErrorFocus.ts";

/** The owner's button and dialog to appeal against the unpublishing of a survey. */
export function Appeal({ survey }: { survey: Survey }) {
  const client = useQueryClient();
  const formId = useId();
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const form = useErrorFocus(attempt);
  const send = useMutation({
    mutationFn: (appeal: string) => api(appealUnpublication, { params: { id: survey._id }, body: { appeal } }),
    onSuccess: async () => {
      await invalidateAndWait(client, ["surveys"]);
      // Not in `mutate`: this component is gone as soon as the appeal is on the page, and its callbacks with it.
      toast(appealTexts.appealSent);
    },
  });

  function close() {
    // Only now, so that the text stays: an admin has decided meanwhile, or another tab has sent an appeal.
    if (send.isError) void invalidateAndWait(client, ["surveys"]);
    setProblem(null);
    send.reset();
    setOpen(false);
  }

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (send.isPending) return;
    const text = String(new FormData(event.currentTarget).get("appeal")).trim();
    const reason = !text ? appealTexts.appealEmpty : text.length > APPEAL_MAX ? uiTexts.tooLong(APPEAL_MAX) : null;
    setProblem(reason);
    setAttempt(attempt + 1);
    if (!reason) send.mutate(text, { onSuccess: () => setOpen(false) });
  }

  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {appealTexts.appeal}
      </Button>
      <Dialog
        title={appealTexts.appealTitle}
        isOpen={isOpen}
        onClose={close}
        actions={
          <>
            <Button look="plain" onClick={close}>
              {uiTexts.cancel}
            </Button>
            <ActionButton type="submit" form={formId} busy={send.isPending} again={uiTexts.pressAgain}>
              {appealTexts.appealSubmit}
            </ActionButton>
          </>
        }
      >
        <form ref={form} id={formId} noValidate onSubmit={onSubmit} className="space-y-5">
          {send.error && <ErrorPanel {...failureOf(send.error, appealTexts.appealUnknown)} />}
          <TextArea
            label={appealTexts.appealLabel}
            name="appeal"
            hint={appealTexts.appealText}
            rows={5}
            limit={APPEAL_MAX}
            error={problem ?? undefined}
            onChange={() => setProblem(null)}
          />
        </form>
      </Dialog>
    </>
  );
}
