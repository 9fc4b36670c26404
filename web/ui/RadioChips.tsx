import { useId } from "react";
import { buttonLook } from "./buttonLook.ts";

interface RadioChipsProps<T extends string> {
  legend: string;
  choices: Partial<Record<T, string>>;
  chosen: T;
  onChoose: (value: T) => void;
}

/** A few short choices in a row, around native radio buttons. */
export function RadioChips<T extends string>({ legend, choices, chosen, onChoose }: RadioChipsProps<T>) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {(Object.keys(choices) as T[]).map((value) => (
          <label key={value} className={buttonLook("chip", false)}>
            <input
              type="radio"
              name={name}
              value={value}
              checked={value === chosen}
              onChange={() => onChoose(value)}
              className="size-4 accent-accent outline-none"
            />
            {choices[value]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
