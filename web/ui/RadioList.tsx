import { classes } from "./classes.ts";
import { FieldError } from "./FieldError.tsx";
import { describedBy, fieldId } from "./fieldId.ts";
import { Icon } from "./Icon.tsx";

interface RadioListProps<T extends string> {
  legend: string;
  name: string;
  /** The icon is a path, and only cards have one. */
  choices: readonly { value: T; label: string; text: string; icon?: string }[];
  chosen: T;
  onChoose: (value: T) => void;
  /** Whether each choice is a card in a row of its own, for the main choice of a form. */
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
      <div className={isCards ? "space-y-2" : "space-y-3"}>
        {choices.map(({ value, label, text, icon }, index) => {
          const choiceId = index === 0 ? id : `${id}-${value}`;
          return (
            <div
              key={value}
              className={classes(
                "group relative flex min-w-0 wrap-anywhere",
                isCards
                  ? // The radio button comes first for screen readers, and last for the eye.
                    "choice flex-row-reverse items-center gap-4 rounded-xl p-4"
                  : "items-start gap-3",
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
                className={classes("relative z-1 size-5 shrink-0 accent-accent", !isCards && "mt-0.5")}
              />
              <div className={classes("min-w-0", isCards && "flex-1")}>
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
              {icon && (
                // With large texts on a phone the words need its room.
                <span className="flex @max-[18rem]:hidden size-10 shrink-0 items-center justify-center rounded-lg bg-sunken text-ink group-has-checked:bg-surface group-has-checked:text-accent">
                  <Icon path={icon} />
                </span>
              )}
            </div>
          );
        })}
      </div>
      <FieldError id={id} error={error} />
    </fieldset>
  );
}
