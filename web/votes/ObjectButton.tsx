import * as invitedTexts from "@survey-app/texts/invitedTexts.ts";
import { useId, useState } from "react";
import { useConfirmation } from "../api/useConfirmation.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";
import { Button } from "../ui/Button.tsx";
import { ConfirmDialog } from "../ui/ConfirmDialog.tsx";
import { FocusedGroup } from "../ui/FocusedGroup.tsx";

interface ObjectButtonProps {
  text: string;
  /** Title and text of the dialog that asks before. */
  title: string;
  explanation: string;
  /** In place of the button afterwards. */
  done: string;
  send: () => Promise<unknown>;
}

/** The button with which a reader objects, once, to what happened to their invitation. */
export function ObjectButton({ text, title, explanation, done, send }: ObjectButtonProps) {
  const id = useId();
  const [asks, setAsks] = useState(false);
  const [hasObjected, setObjected] = useState(false);
  const confirmation = useConfirmation(useInvalidatingMutation(send, ["surveys"]), {
    subject: asks ? undefined : null,
    onDone: () => setObjected(true),
    onClose: () => setAsks(false),
  });
  return (
    <>
      {hasObjected ? (
        <FocusedGroup labelledBy={id}>
          <p id={id}>{done}</p>
        </FocusedGroup>
      ) : (
        <Button look="quiet" onClick={() => setAsks(true)}>
          {text}
        </Button>
      )}
      <ConfirmDialog title={title} label={invitedTexts.objectAction} {...confirmation}>
        {explanation}
      </ConfirmDialog>
    </>
  );
}
