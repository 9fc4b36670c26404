import { UNREVIEWED_TITLE } from "@survey-app/contract/surveys/unreviewedTitle.ts";
import * as meetingRoomTexts from "@survey-app/texts/meetingRoomTexts.ts";
import * as recordTexts from "@survey-app/texts/recordTexts.ts";
import { absenceOf } from "../api/absenceOf.ts";
import { Brand } from "../layout/Brand.tsx";
import { PageFallback } from "../layout/PageFallback.tsx";
import { PageTitle } from "../routing/PageTitle.tsx";
import type { PageProps } from "../routing/page.ts";
import { MeetingWall } from "./MeetingWall.tsx";
import { useMeeting } from "./useMeeting.ts";

export function MeetingWallPage({ params: { meeting = "" } }: PageProps) {
  const { query, isLost } = useMeeting(meeting);
  if (!query.data) return <PageFallback {...absenceOf(query)} title={recordTexts.overline} />;
  const { name, unreviewed, takenDown } = query.data;
  return (
    <>
      <PageTitle page={takenDown ? meetingRoomTexts.takenDown : unreviewed ? UNREVIEWED_TITLE : name} />
      <MeetingWall meeting={query.data} isLost={isLost} brand={<Brand />} />
    </>
  );
}
