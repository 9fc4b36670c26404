import { FieldFrame } from "../ui/FieldFrame.tsx";

interface TimeFieldProps {
  label: string;
  /** Accessible name of the time input. */
  timeLabel: string;
  name: string;
  hint: string;
  error: string | undefined;
  /** A date, or a date and a time: `2026-12-10T18:00`. */
  value: string;
  onChange: (value: string) => void;
}

/** A date with an optional time of day. */
export function TimeField({ label, timeLabel, name, hint, error, value, onChange }: TimeFieldProps) {
  const [day = "", time = ""] = value.split("T");
  const change = (newDay: string, newTime: string) => onChange(newDay && newTime ? `${newDay}T${newTime}` : newDay);
  return (
    <FieldFrame {...{ label, name, hint, error }} optional>
      {(control) => (
        <div className="flex flex-wrap gap-3">
          <input
            {...control}
            type="date"
            name={name}
            value={day}
            onChange={({ target }) => change(target.value, time)}
            className="field min-w-36 flex-1"
          />
          <input
            type="time"
            aria-label={timeLabel}
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
