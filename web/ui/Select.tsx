import { useId } from "react";
import { SelectArrow } from "./SelectArrow.tsx";

interface SelectProps<T extends string> {
  label: string;
  /** The label is only for screen readers, where the options are self-explanatory. */
  hideLabel?: boolean;
  name?: string;
  value: T;
  /** `lang`: of a label that a user wrote; null if unknown. */
  options: readonly { value: T; label: string; lang?: string | null }[];
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
      <SelectArrow>
        <select
          id={id}
          name={name}
          value={value}
          onChange={(event) => onChange(event.target.value as T)}
          className="field appearance-none pe-10 text-ellipsis"
        >
          {options.map(({ lang, ...option }) => (
            <option
              key={option.value}
              value={option.value}
              lang={lang ?? undefined}
              dir={lang === undefined ? undefined : "auto"}
            >
              {option.label}
            </option>
          ))}
        </select>
      </SelectArrow>
    </div>
  );
}
