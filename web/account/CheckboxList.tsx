import { Checkbox } from "../ui/Checkbox.tsx";

interface CheckboxListProps {
  legend: string;
  /** By value, in the order of their checkboxes. */
  choices: Readonly<Record<string, { label: string; text: string }>>;
  /** The chosen values, separated by blanks. */
  chosen: string;
  error?: string | undefined;
  onChange: (chosen: string) => void;
}

/** Checkboxes; at least one must be ticked. */
export function CheckboxList({ legend, choices, chosen, error, onChange }: CheckboxListProps) {
  const ticked = chosen.split(" ");
  const values = Object.keys(choices);
  return (
    <fieldset className="min-w-0 space-y-3">
      <legend className="mb-3 text-sm font-semibold">{legend}</legend>
      {Object.entries(choices).map(([value, words], index) => (
        <Checkbox
          key={value}
          {...words}
          name={`choice-${value}`}
          checked={ticked.includes(value)}
          error={index === values.length - 1 ? error : undefined}
          onChange={({ currentTarget: { checked } }) =>
            onChange(values.filter((one) => (one === value ? checked : ticked.includes(one))).join(" "))
          }
        />
      ))}
    </fieldset>
  );
}
