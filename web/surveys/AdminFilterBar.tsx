import { PUBLISHED, SENT_BACK, WAITING } from "@survey-app/contract/surveys.ts";
import * as surveyTexts from "../texts/surveyTexts.ts";
import { SearchBox } from "../ui/SearchBox.tsx";
import { Select } from "../ui/Select.tsx";
import type { AdminFilter } from "./managed.queries.ts";

const statuses = [
  { value: "", label: surveyTexts.allSurveys },
  { value: String(WAITING), label: surveyTexts.waiting },
  { value: String(PUBLISHED), label: surveyTexts.published },
  { value: String(SENT_BACK), label: surveyTexts.sentBack },
];

interface AdminFilterBarProps {
  filter: AdminFilter;
  onChange: (change: Partial<AdminFilter>) => void;
}

export function AdminFilterBar({ filter, onChange }: AdminFilterBarProps) {
  return (
    <search className="mb-6 grid gap-3 sm:grid-cols-[1fr_16rem]">
      <SearchBox label={surveyTexts.searchSurveys} text={filter.q} onSearch={(q) => onChange({ q })} />
      <Select
        label={surveyTexts.columns.status}
        hideLabel
        value={filter.status}
        options={statuses}
        onChange={(status) => onChange({ status: status as AdminFilter["status"] })}
      />
    </search>
  );
}
