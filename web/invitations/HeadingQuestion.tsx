import * as invitationTexts from "@survey-app/texts/invitationTexts.ts";
import { useId } from "react";
import { Button } from "../ui/Button.tsx";
import { FocusedGroup } from "../ui/FocusedGroup.tsx";
import { UserText } from "../ui/UserText.tsx";
import type { Reading } from "./readList.ts";

interface HeadingQuestionProps {
  /** The first row of a list. */
  row: string;
  onAnswer: (firstRow: Reading["firstRow"]) => void;
  onBack: () => void;
}

/**
 * Asks whether the first row of a list is a heading: nothing recognizes it, and a wrong guess would lose a voter or
 * make one.
 */
export function HeadingQuestion({ row, onAnswer, onBack }: HeadingQuestionProps) {
  const id = useId();
  return (
    <FocusedGroup labelledBy={id} className="space-y-4">
      <p id={id} className="font-medium">
        {invitationTexts.isHeading}
      </p>
      <UserText as="p" className="rounded-xl border border-line px-4 py-3 wrap-anywhere">
        {row}
      </UserText>
      <div className="flex flex-wrap gap-3">
        <Button onClick={() => onAnswer("headings")}>{invitationTexts.heading}</Button>
        <Button look="quiet" onClick={() => onAnswer("person")}>
          {invitationTexts.notHeading}
        </Button>
        <Button look="plain" onClick={onBack}>
          {invitationTexts.back}
        </Button>
      </div>
    </FocusedGroup>
  );
}
