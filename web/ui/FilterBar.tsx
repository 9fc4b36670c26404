import { classes } from "./classes.ts";
import { SearchBox } from "./SearchBox.tsx";
import { Select } from "./Select.tsx";

interface FilterBarProps {
  searchLabel: string;
  /** The current search text. */
  text: string;
  onSearch: (text: string) => void;
  choiceLabel: string;
  chosen: string;
  options: readonly { value: string; label: string }[];
  onChoose: (value: string) => void;
  className: string;
}

/** Above a list: its search, and one choice of which rows it shows. `className` sets the widths and the space below. */
export function FilterBar(props: FilterBarProps) {
  const { searchLabel, text, onSearch, choiceLabel, chosen, options, onChoose, className } = props;
  return (
    <search className={classes("grid gap-3", className)}>
      <SearchBox label={searchLabel} text={text} onSearch={onSearch} />
      <Select label={choiceLabel} hideLabel value={chosen} options={options} onChange={onChoose} />
    </search>
  );
}
