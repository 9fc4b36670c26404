import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as roomTexts from "@survey-app/texts/roomTexts.ts";
import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import type { ReactNode } from "react";
import { LiveSwitch } from "../live/LiveSwitch.tsx";
import { Button } from "../ui/Button.tsx";

export interface WallAction {
  /** The letter that does the same. */
  letter: string;
  label: string;
  run: () => void;
  /** Only screen readers have a use for it. */
  isSpoken?: boolean;
}

interface WallControlsProps {
  survey: Survey;
  actions: readonly WallAction[];
  hasKeys: boolean;
  onKeys: (hasKeys: boolean) => void;
  /** What a host has besides. */
  children: ReactNode;
}

/** What can be pressed in a presentation. */
export function WallControls({ survey: { _id, electorate }, actions, hasKeys, onKeys, children }: WallControlsProps) {
  return (
    <div className="wall-controls">
      {actions.map((action) => (
        // Not by its label, which changes while the button has the focus.
        <div key={action.letter} className={action.isSpoken ? "sr-only focus-within:not-sr-only" : "contents"}>
          <Button look="quiet" small aria-keyshortcuts={hasKeys ? action.letter : undefined} onClick={action.run}>
            {action.label}{" "}
            {hasKeys && (
              <kbd className="rounded border border-line-strong px-1.5 text-sm font-normal text-muted">
                {action.letter}
              </kbd>
            )}
          </Button>
        </div>
      ))}
      {/* People who dictate say letters by accident. */}
      <Button look="plain" small onClick={() => onKeys(!hasKeys)}>
        {shareTexts.letterKeys(hasKeys)}
      </Button>
      <LiveSwitch pace="room" />
      {children}
      <div className="ms-auto flex gap-4">
        {electorate === "link" && (
          <a href={`/rooms/${_id}`} className="py-2 font-semibold underline underline-offset-4">
            {roomTexts.summary}
          </a>
        )}
        <a href={`/surveydetails/${_id}`} className="py-2 font-semibold underline underline-offset-4">
          {shareTexts.leave}
        </a>
      </div>
    </div>
  );
}
