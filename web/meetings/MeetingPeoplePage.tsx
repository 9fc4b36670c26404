import { PageFallback } from "../layout/PageFallback.tsx";
import type { PageProps } from "../routing/page.ts";
import { MeetingHome } from "./MeetingHome.tsx";
import { MeetingPeople } from "./MeetingPeople.tsx";

export function MeetingPeoplePage({ params: { id = "" } }: PageProps) {
  return (
    <MeetingHome key={id} id={id} section="people" fallback={PageFallback}>
      {(meeting) => <MeetingPeople meeting={meeting} />}
    </MeetingHome>
  );
}
