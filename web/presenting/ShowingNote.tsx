import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import { Button } from "../ui/Button.tsx";
import type { useShowing } from "./useShowing.tsx";

/** The countdown after a press of "Show the result", or why nothing was shown. Screen readers say its beginning only. */
export function ShowingNote({ left, message, stop }: Pick<ReturnType<typeof useShowing>, "left" | "message" | "stop">) {
  return (
    <div className="wall-note">
      <div role="status">
        {left === null ? (
          message && <p>{message}</p>
        ) : (
          <>
            <p aria-hidden="true">{`${shareTexts.resultIn(left)} ${shareTexts.escStops}`}</p>
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
