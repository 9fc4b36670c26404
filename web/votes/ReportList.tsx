import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { PagedList } from "../api/PagedList.tsx";
import * as reportTexts from "../texts/reportTexts.ts";
import { Select } from "../ui/Select.tsx";
import { type ReportOrder, reportsOn } from "./collected.queries.ts";
import { ReportItem } from "./ReportItem.tsx";

const orders = Object.entries(reportTexts.orders).map(([value, label]) => ({ value, label }));

interface ReportListProps {
  surveyId: string;
  /** Called after one of the reports was settled. */
  onSettled: () => void;
}

/** The reports on a survey, sorted, each with the buttons to settle it. */
export function ReportList({ surveyId, onSettled }: ReportListProps) {
  const [order, setOrder] = useState<ReportOrder>("open.newest");
  const query = useInfiniteQuery(reportsOn(surveyId, order));
  return (
    <div className="space-y-4">
      <Select
        label={reportTexts.show}
        value={order}
        options={orders}
        onChange={(value) => setOrder(value as ReportOrder)}
      />
      <PagedList query={query} empty={<p className="text-muted">{reportTexts.none}</p>}>
        {(reports) => (
          <ul className="divide-y divide-line border-y border-line">
            {reports.map((report) => (
              <ReportItem key={report._id} report={report} onSettled={onSettled} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  );
}
