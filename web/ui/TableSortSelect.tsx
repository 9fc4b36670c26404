import * as uiTexts from "../texts/uiTexts.ts";
import { Select } from "./Select.tsx";
import { nextSort, type TableSort } from "./tableSort.ts";

interface TableSortSelectProps {
  /** The columns that the table can be sorted by. */
  columns: readonly { title: string; isNumber?: boolean }[];
  sort: TableSort | null;
  onSort: (sort: TableSort | null) => void;
}

/** Sorts a table on a phone, where its headers are invisible; each column in its first direction. */
export function TableSortSelect({ columns, sort, onSort }: TableSortSelectProps) {
  const options = [
    { value: "", label: uiTexts.ownOrder },
    ...columns.map(({ title }) => ({ value: title, label: uiTexts.sortByColumn(title) })),
  ];
  const onChange = (by: string) =>
    onSort(by ? nextSort(null, by, columns.find(({ title }) => title === by)?.isNumber ?? false) : null);
  return (
    <div className="mb-2 md:hidden">
      <Select label={uiTexts.sortBy} hideLabel value={sort?.by ?? ""} options={options} onChange={onChange} />
    </div>
  );
}
