import { classes } from "./classes.ts";
import { FieldError } from "./FieldError.tsx";
import { describedBy, fieldId } from "./fieldId.ts";

interface RadioListProps<T extends string> {
  legend: string;
  name: string;
  choices: readonly { value: T; label: string; text: string }[];
  chosen: T;
  onChoose: (value: T) => void;
  /** Whether each choice is a card, for the main choice of a form. */
  isCards?: boolean;
  error?: string | undefined;
}

/** Radio buttons, each with a line that explains it. */
export function RadioList<T extends string>(props: RadioListProps<T>) {
  const { legend, name, choices, chosen, onChoose, isCards = false, error } = props;
  const id = fieldId(name);
  return (
    <fieldset aria-describedby={describedBy(id, null, error)} className="@container min-w-0 space-y-3">
      <legend className="mb-3 font-semibold">{legend}</legend>
      <div
        className={
          isCards ? classes("grid gap-3", choices.length === 3 ? "@xl:grid-cols-3" : "@xl:grid-cols-2") : "space-y-3"
        }
      >
        {choices.map(({ value, label, text }, index) => {
          const choiceId = index === 0 ? id : `${id}-${value}`;
          return (
            <div
              key={value}
              className={classes(
                "relative flex min-w-0 items-start gap-3 wrap-anywhere",
                isCards &&
                  "rounded-xl border border-line-strong bg-surface p-4 has-checked:border-accent has-checked:bg-accent-soft",
              )}
            >
              <input
                type="radio"
                name={name}
                value={value}
                checked={value === chosen}
                onChange={() => onChoose(value)}
                id={choiceId}
                aria-describedby={`${choiceId}-text`}
                aria-invalid={error ? true : undefined}
                className="relative z-1 mt-0.5 size-5 shrink-0 accent-accent"
              />
              <div className="min-w-0">
                {/* The whole card is the label's. */}
                <label
                  htmlFor={choiceId}
                  className={classes("block", isCards && "font-semibold after:absolute after:inset-0")}
                >
                  {label}
                </label>
                <p id={`${choiceId}-text`} className="text-sm text-muted">
                  {text}
                </p>
              </div>
            </div>
          );
        })}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}
