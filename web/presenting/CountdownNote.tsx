import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import type { ReactNode } from "react";
import { Button } from "../ui/Button.tsx";

interface CountdownNoteProps {
  /** The seconds that are left; null while it doesn't count. */
  left: number | null;
  /** Why nothing was done. */
  message: ReactNode;
  stop: () => void;
  /** The sentence about what happens, with the seconds that are left. */
  counting: string;
  /** The sentence for screen readers, which announce only that a countdown has begun. */
  soon: string;
  /** Without a countdown and a message. */
  otherwise?: ReactNode;
}

/** On the screen of a room: the countdown after a press whose effect everyone sees, or why nothing was done. */
export function CountdownNote({ left, message, stop, counting, soon, otherwise = null }: CountdownNoteProps) {
  return (
    <div className="wall-note">
      <div role="status">
        {left === null ? (
          message ? (
            <p>{message}</p>
          ) : (
            otherwise
          )
        ) : (
          <>
            <p aria-hidden="true" className="wall-countdown">
              {`${counting} ${shareTexts.escStops}`}
            </p>
            <p className="sr-only">{soon}</p>
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
