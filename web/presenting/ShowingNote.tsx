import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import { Button } from "../ui/Button.tsx";
import type { useShowing } from "./useShowing.tsx";

interface ShowingNoteProps {
  showing: ReturnType<typeof useShowing>;
  /** When the hidden result appears. */
  opening: string;
}

/** The countdown after a press of "Show the result", or why nothing was shown. Screen readers say only how it begins. */
export function ShowingNote({ showing: { left, message, stop }, opening }: ShowingNoteProps) {
  return (
    <div className="wall-note">
      <div role="status">
        {left === null ? (
          <p className={message ? undefined : "text-muted"}>{message ?? opening}</p>
        ) : (
          <>
            <p aria-hidden="true" className="wall-countdown">
              {`${shareTexts.resultIn(left)} ${shareTexts.escStops}`}
            </p>
            <p className="sr-only">{shareTexts.resultSoon}</p>
          </>
        )}
      </div>
      {left !== null && (
        <Button look="quiet" small onClick={stop}>
          {shareTexts.stop}
        </Button>
      )}
    </div>
  );
}
