import { useId } from "react";

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
          <label
            key={value}
            className="inline-flex min-h-11 items-center gap-2 rounded-full border border-line-strong bg-surface px-4 has-checked:border-accent has-checked:bg-accent-soft has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
          >
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
