import * as recordTexts from "@survey-app/texts/recordTexts.ts";
import { useQuery } from "@tanstack/react-query";
import { absenceOf } from "../api/absenceOf.ts";
import { PageFallback } from "../layout/PageFallback.tsx";
import type { PageProps } from "../routing/page.ts";
import { MeetingRecord } from "./MeetingRecord.tsx";
import { recordOf } from "./record.queries.ts";

export function RecordPage({ params: { meeting = "" } }: PageProps) {
  const query = useQuery(recordOf(meeting));
  if (!query.data) return <PageFallback {...absenceOf(query)} title={recordTexts.overline} />;
  return <MeetingRecord meeting={meeting} record={query.data} />;
}
