import * as recordTexts from "@survey-app/texts/recordTexts.ts";
import { absenceOf } from "../api/absenceOf.ts";
import { PageFallback } from "../layout/PageFallback.tsx";
import type { PageProps } from "../routing/page.ts";
import { MeetingRoom } from "./MeetingRoom.tsx";
import { useMeeting } from "./useMeeting.ts";

export function MeetingRoomPage({ params: { meeting = "" } }: PageProps) {
  const { query, isLost } = useMeeting(meeting);
  if (!query.data) return <PageFallback {...absenceOf(query)} title={recordTexts.overline} />;
  return <MeetingRoom meeting={query.data} isLost={isLost} />;
}
