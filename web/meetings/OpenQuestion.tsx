import type { Draft, ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import { useState } from "react";
import { Button } from "../ui/Button.tsx";
import type { ButtonLook } from "../ui/buttonLook.ts";
import { OpenDialog } from "./OpenDialog.tsx";

interface OpenQuestionProps {
  meeting: ManagedMeeting;
  draft: Draft;
  look: ButtonLook;
}

/** Opens the next question of a meeting. */
export function OpenQuestion({ meeting, draft, look }: OpenQuestionProps) {
  const [opening, setOpening] = useState<Draft | null>(null);
  return (
    <>
      <Button look={look} aria-haspopup="dialog" onClick={() => setOpening(draft)}>
        {hostTexts.open(meeting.questions.length + 1)}
      </Button>
      <OpenDialog meeting={meeting} opening={opening} onClose={() => setOpening(null)} />
    </>
  );
}
