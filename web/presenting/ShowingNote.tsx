import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import { CountdownNote } from "./CountdownNote.tsx";
import type { useShowing } from "./useShowing.tsx";

interface ShowingNoteProps {
  showing: ReturnType<typeof useShowing>;
  /** When the hidden result appears. */
  opening: string;
}

/** The countdown after a press of "Show the result", or why nothing was shown. */
export function ShowingNote({ showing: { left, message, stop }, opening }: ShowingNoteProps) {
  return (
    <CountdownNote
      {...{ left, message, stop }}
      counting={shareTexts.resultIn(left ?? 0)}
      soon={shareTexts.resultSoon}
      otherwise={<p className="text-muted">{opening}</p>}
    />
  );
}
