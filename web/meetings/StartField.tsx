import * as formTexts from "@survey-app/texts/meetingFormTexts.ts";
import { FieldFrame } from "../ui/FieldFrame.tsx";

interface StartFieldProps {
  /** A date, or a date and a time: `2026-12-10T18:00`; "" for none. */
  value: string;
  timeZone: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

/** When a meeting is planned to begin: a day, and a time of day. */
export function StartField({ value, timeZone, error, onChange }: StartFieldProps) {
  const [day = "", time = ""] = value.split("T");
  const change = (newDay: string, newTime: string) => onChange(newDay && newTime ? `${newDay}T${newTime}` : newDay);
  return (
    <FieldFrame label={formTexts.begins} name="startsAt" hint={formTexts.beginsHint(timeZone)} error={error} optional>
      {(control) => (
        <div className="flex flex-wrap gap-3">
          <input
            {...control}
            type="date"
            name="startsAt.day"
            value={day}
            onChange={({ target }) => change(target.value, time)}
            className="field min-w-36 flex-1"
          />
          <input
            type="time"
            aria-label={formTexts.beginsTime}
            data-empty={time === "" || undefined}
            value={time}
            disabled={day === ""}
            onChange={({ target }) => change(day, target.value)}
            className="field w-36 shrink-0"
          />
        </div>
      )}
    </FieldFrame>
  );
}
