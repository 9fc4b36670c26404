import type { Draft, ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import * as hostTexts from "@survey-app/texts/hostTexts.ts";
import * as recordSentences from "@survey-app/texts/recordSentences.ts";
import * as uiTexts from "@survey-app/texts/uiTexts.ts";
import { useEffect, useRef } from "react";
import { ActionsMenu } from "../ui/ActionsMenu.tsx";
import { Button } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { UserText } from "../ui/UserText.tsx";
import { canOpen } from "./nextMeetingAction.ts";
import { isSameSettings, settingsText } from "./settingsText.ts";

interface DraftRowProps {
  meeting: ManagedMeeting;
  draft: Draft;
  place: { index: number; of: number };
  /** Whether an order is being stored. */
  isMoving: boolean;
  onMove: (by: 1 | -1) => void;
  onOpen: () => void;
  onEdit: () => void;
  onRemove: () => void;
}

/** A question that was not opened yet, with its actions. */
export function DraftRow({ meeting, draft, place, isMoving, onMove, ...choices }: DraftRowProps) {
  const { Title, repeats } = draft;
  const row = useRef<HTMLLIElement>(null);
  /** The button that moved the row, which browsers take the focus from when the row moves. */
  const pressed = useRef<-1 | 1 | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each move of the row
  useEffect(() => {
    const by = pressed.current;
    pressed.current = null;
    if (by === null) return;
    const buttons = [...(row.current?.querySelectorAll<HTMLButtonElement>("button[data-move]") ?? [])];
    // At an end of the list, the button that leads on doesn't do anything: the other one does.
    const [wanted] = buttons.filter(({ dataset, disabled }) => dataset.move === String(by) && !disabled);
    (wanted ?? buttons.find(({ disabled }) => !disabled))?.focus();
  }, [place.index]);

  const moveButton = (by: 1 | -1) => {
    const isEnd = by < 0 ? place.index === 0 : place.index === place.of - 1;
    return (
      <Button
        look="plain"
        small
        data-move={by}
        disabled={isEnd}
        busy={isMoving}
        aria-label={(by < 0 ? hostTexts.moveUp : hostTexts.moveDown)(Title)}
        className="px-2"
        onClick={() => {
          pressed.current = by;
          onMove(by);
        }}
      >
        <span className={by < 0 ? "rotate-180" : undefined}>
          <Icon name="chevron" />
        </span>
      </Button>
    );
  };
  return (
    <li ref={row} className="flex items-start gap-x-3 py-3">
      <span aria-hidden="true" className="min-w-6 pt-1.5 text-end text-muted tabular-nums">
        {meeting.questions.length + place.index + 1}
      </span>
      <div className="min-w-0 flex-1 space-y-0.5 pt-1.5">
        <UserText as="p" of={{ Title, language: meeting.language }} className="font-medium" />
        {repeats && (
          <p className="text-sm">
            <UserText>{recordSentences.repeats(String(repeats.n), repeats.reason)}</UserText>
          </p>
        )}
        {!isSameSettings(draft, meeting.defaults) && <p className="text-sm text-muted">{settingsText(draft)}</p>}
      </div>
      <div className="flex shrink-0 items-center">
        {place.of > 1 && moveButton(-1)}
        {place.of > 1 && moveButton(1)}
        <ActionsMenu label={hostTexts.moreFor(Title)} actions={actionsOn(meeting, draft, place, choices)} />
      </div>
    </li>
  );
}

function actionsOn(
  meeting: ManagedMeeting,
  { Title }: Draft,
  { index }: DraftRowProps["place"],
  { onOpen, onEdit, onRemove }: Pick<DraftRowProps, "onOpen" | "onEdit" | "onRemove">,
) {
  const entry = (label: string, onChoose: () => void) => ({ label, name: uiTexts.actionFor(label, Title), onChoose });
  return [
    // The first one is opened by the main action.
    ...(index > 0 && canOpen(meeting) ? [entry(hostTexts.openThis, onOpen)] : []),
    entry(hostTexts.edit, onEdit),
    entry(hostTexts.remove, onRemove),
  ];
}
