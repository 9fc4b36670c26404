import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as roomTexts from "@survey-app/texts/roomTexts.ts";
import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import type { ReactNode } from "react";
import { LiveSwitch } from "../live/LiveSwitch.tsx";
import { type WallAction, WallKeys } from "./WallKeys.tsx";

interface WallControlsProps {
  survey: Survey;
  actions: readonly WallAction[];
  hasKeys: boolean;
  onKeys: (hasKeys: boolean) => void;
  /** The host's other controls. */
  children: ReactNode;
}

/** The controls of a presentation. */
export function WallControls({ survey: { _id, electorate }, actions, hasKeys, onKeys, children }: WallControlsProps) {
  return (
    <div className="wall-controls">
      <WallKeys actions={actions} hasKeys={hasKeys} onKeys={onKeys}>
        {children}
      </WallKeys>
      <LiveSwitch pace="room" />
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
