import { appealUnpublication } from "@survey-app/contract/surveys/moderation.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { APPEAL_MAX } from "@survey-app/contract/text/limits.ts";
import * as appealTexts from "@survey-app/texts/appealTexts.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useId, useState } from "react";
import { api } from "../api/api.ts";
import { invalidateAndWait } from "../api/queryClient.ts";
import { textError } from "../api/textError.ts";
import { useForm } from "../api/useForm.ts";
import { ActionButton } from "../ui/ActionButton.tsx";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorPanel } from "../ui/ErrorPanel.tsx";
import { TextArea } from "../ui/TextArea.tsx";
import { toast } from "../ui/toast.ts";

/** The owner's button and dialog to appeal against the unpublishing of a survey. */
export function Appeal({ survey }: { survey: Survey }) {
  const client = useQueryClient();
  const formId = useId();
  const [isOpen, setOpen] = useState(false);
  const form = useForm({
    initial: { appeal: "" },
    check: ({ appeal }) => textError("appeal", appeal, APPEAL_MAX, appealTexts.appealEmpty),
    send: async ({ appeal }) => {
      await api(appealUnpublication, { params: { id: survey._id }, body: { appeal: appeal.trim() } });
      await invalidateAndWait(client, ["surveys"]);
      toast(appealTexts.appealSent);
      setOpen(false);
    },
    ifUnknown: appealTexts.appealUnknown,
  });

  function close() {
    // Only now, so that the text stays: an admin has decided meanwhile, or another tab has sent an appeal.
    if (form.problem) void invalidateAndWait(client, ["surveys"]);
    form.reset();
    setOpen(false);
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
            <ActionButton type="submit" form={formId} busy={form.isBusy} again={uiTexts.pressAgain}>
              {appealTexts.appealSubmit}
            </ActionButton>
          </>
        }
      >
        <form {...form.props} id={formId} className="space-y-5">
          {form.problem && <ErrorPanel text={form.problem} />}
          <TextArea
            label={appealTexts.appealLabel}
            hint={appealTexts.appealText}
            rows={5}
            limit={APPEAL_MAX}
            {...form.field("appeal")}
          />
        </form>
      </Dialog>
    </>
  );
}
