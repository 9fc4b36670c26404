import { PageFallback } from "../layout/PageFallback.tsx";
import type { PageProps } from "../routing/page.ts";
import { MeetingHome } from "./MeetingHome.tsx";
import { MeetingQuestions } from "./MeetingQuestions.tsx";

export function MeetingQuestionsPage({ params: { id = "" } }: PageProps) {
  return (
    <MeetingHome key={id} id={id} section="questions" fallback={PageFallback}>
      {(meeting) => <MeetingQuestions meeting={meeting} />}
    </MeetingHome>
  );
}
