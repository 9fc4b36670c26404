import { useId } from "react";

interface SelectProps {
  label: string;
  /** The label is only for screen readers, where the options are self-explanatory. */
  hideLabel?: boolean;
  name?: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}

export function Select({ label, hideLabel = false, name, value, options, onChange }: SelectProps) {
  const id = useId();
  return (
    <div className={hideLabel ? undefined : "space-y-1.5"}>
      <label htmlFor={id} className={hideLabel ? "sr-only" : "block text-sm font-semibold"}>
        {label}
      </label>
      <select
        id={id}
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="field pe-8"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
