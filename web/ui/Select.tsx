import { useId } from "react";

interface SelectProps<T extends string> {
  label: string;
  /** The label is only for screen readers, where the options are self-explanatory. */
  hideLabel?: boolean;
  name?: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}

export function Select<T extends string>(props: SelectProps<T>) {
  const { label, hideLabel = false, name, value, options, onChange } = props;
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
        onChange={(event) => onChange(event.target.value as T)}
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
