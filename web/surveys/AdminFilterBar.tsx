import { PUBLISHED, SENT_BACK, WAITING } from "@survey-app/contract/surveys.ts";
import { texts } from "../texts/texts.ts";
import { SearchBox } from "../ui/SearchBox.tsx";
import { Select } from "../ui/Select.tsx";
import type { AdminFilter } from "./managed.queries.ts";

const statuses = [
  { value: "", label: "All surveys" },
  { value: String(WAITING), label: texts.waiting },
  { value: String(PUBLISHED), label: texts.published },
  { value: String(SENT_BACK), label: texts.sentBack },
];

interface AdminFilterBarProps {
  filter: AdminFilter;
  onChange: (change: Partial<AdminFilter>) => void;
}

export function AdminFilterBar({ filter, onChange }: AdminFilterBarProps) {
  return (
    <search className="mb-6 grid gap-3 sm:grid-cols-[1fr_16rem]">
      <SearchBox label="Search surveys" text={filter.q} onSearch={(q) => onChange({ q })} />
      <Select
        label="Status"
        hideLabel
        value={filter.status}
        options={statuses}
        onChange={(status) => onChange({ status: status as AdminFilter["status"] })}
      />
    </search>
  );
}
