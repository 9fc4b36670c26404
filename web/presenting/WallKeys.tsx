import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import type { ReactNode } from "react";
import { Button } from "../ui/Button.tsx";

export interface WallAction {
  /** The letter that does the same. */
  letter: string;
  label: string;
  run: () => void;
  /** Only screen readers have a use for it. */
  isSpoken?: boolean;
}

interface WallKeysProps {
  actions: readonly WallAction[];
  /** Whether letters do what the buttons do. */
  hasKeys: boolean;
  onKeys: (hasKeys: boolean) => void;
  /** The content between the buttons and the switch of the letters. */
  children?: ReactNode;
}

/** The buttons of a screen in a room, each with its letter. */
export function WallKeys({ actions, hasKeys, onKeys, children }: WallKeysProps) {
  return (
    <>
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
      {children}
      {/* People who dictate say letters by accident. */}
      <Button look="plain" small onClick={() => onKeys(!hasKeys)}>
        {shareTexts.letterKeys(hasKeys)}
      </Button>
    </>
  );
}
