import type { SurveyFormState } from "../managing/surveyValues.ts";
import { FieldFrame } from "../ui/FieldFrame.tsx";

interface TimeFieldProps {
  form: SurveyFormState;
  /** The value is a date, or a date and a time: `2026-12-10T18:00`. */
  name: "createDate" | "deadline";
  label: string;
  /** Accessible name of the time input. */
  timeLabel: string;
  hint: string;
  /** Another setting needs it. */
  isNeeded?: boolean;
}

/** A date with an optional time of day. */
export function TimeField({ form, name, label, timeLabel, hint, isNeeded = false }: TimeFieldProps) {
  const [day = "", time = ""] = (form.values[name] ?? "").split("T");
  const change = (newDay: string, newTime: string) =>
    form.change(name, newDay && newTime ? `${newDay}T${newTime}` : newDay);
  return (
    <FieldFrame {...{ label, name, hint }} error={form.errors[name]} optional={!isNeeded}>
      {(control) => (
        <div className="flex flex-wrap gap-3">
          <input
            {...control}
            type="date"
            name={`${name}.day`}
            data-time={name}
            value={day}
            onChange={({ target }) => change(target.value, time)}
            className="field min-w-36 flex-1"
          />
          <input
            type="time"
            data-time={name}
            aria-label={timeLabel}
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
