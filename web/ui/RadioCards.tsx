import { type ReactNode, useState } from "react";
import { classes } from "./classes.ts";
import { FieldError } from "./FieldError.tsx";
import { describedBy, fieldId } from "./fieldId.ts";
import { Icon, type IconName } from "./Icon.tsx";

export interface Choice {
  value: string;
  label: string;
  icon: IconName;
  tone: keyof typeof tones;
}

interface RadioCardsProps {
  legend: ReactNode;
  /** The id of the element with the question that the choices answer: the name of their group. */
  question: string;
  /** Said before the choices: what picking one does. */
  hint?: string | undefined;
  /** A button beside the legend. */
  corner: ReactNode;
  name: string;
  choices: readonly Choice[];
  /** The value of the picked choice. */
  picked: string;
  onPick: (value: string) => void;
  error?: string | undefined;
}

const tones = {
  yes: "text-yes",
  no: "text-no",
  unsure: "",
} as const;

/** A few choices as large cards around native radio buttons: arrow keys move; label and mark tell them apart. */
export function RadioCards({ legend, question, hint, corner, name, choices, picked, onPick, error }: RadioCardsProps) {
  const id = fieldId(name);
  const [isPickedHere, setPickedHere] = useState(false);
  // Screen readers say the question when the focus enters the group, but not all say what describes a group. So the
  // answer where the focus enters says the legend, until one is picked.
  const entry = Math.max(
    0,
    choices.findIndex(({ value }) => value === picked),
  );
  const describe = (index: number) =>
    classes(index === entry && !isPickedHere && `${id}-legend`, describedBy(id, null, error)) || undefined;
  return (
    <div className="@container relative">
      <fieldset aria-labelledby={question} className="min-w-0 space-y-2">
        <legend id={`${id}-legend`} className="mb-2 pe-9">
          <span className="me-2 font-semibold">{legend}</span>{" "}
          {hint && <span className="text-sm text-muted">{hint}</span>}
        </legend>
        {/* Large texts need one column. */}
        <div className="grid grid-cols-2 gap-3 @max-[14rem]:grid-cols-1">
          {choices.map(({ value, label, icon, tone }, index) => (
            <label
              key={value}
              data-tone={tone}
              className={classes(
                // A third choice stands below the first two.
                "choice flex min-h-16 nth-3:col-span-full nth-3:min-h-12 flex-wrap items-center gap-x-3 rounded-xl px-3.5 text-lg font-semibold transition-colors",
                tones[tone],
              )}
            >
              <input
                type="radio"
                name={name}
                value={value}
                checked={value === picked}
                onChange={() => {
                  setPickedHere(true);
                  onPick(value);
                }}
                aria-describedby={describe(index)}
                id={index === 0 ? id : `${id}-${value}`}
                aria-invalid={error ? true : undefined}
                className="size-5 shrink-0 accent-current outline-none"
              />
              <span className="flex items-center gap-2">
                {label} <Icon name={icon} size={18} />
              </span>
            </label>
          ))}
        </div>
        <FieldError id={id} error={error} />
      </fieldset>
      {/* After the answers, so that Tab goes from the question straight to them. */}
      <div className="absolute -end-3 -top-2.5">{corner}</div>
    </div>
  );
}
