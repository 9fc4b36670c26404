import type { ManagedMeeting } from "@survey-app/contract/meetings/meetings.ts";
import { useQuery } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, useState } from "react";
import { type Absence, absenceOf } from "../api/absenceOf.ts";
import { useSignedInUser } from "../session/useSession.ts";
import { AdminMeeting } from "./AdminMeeting.tsx";
import { readSetup } from "./keptSetup.ts";
import { MeetingFrame } from "./MeetingFrame.tsx";
import { MeetingSetup } from "./MeetingSetup.tsx";
import type { MeetingSection } from "./meetingAddress.ts";
import { managedMeeting } from "./meetings.queries.ts";

interface MeetingHomeProps {
  id: string;
  section: MeetingSection;
  /** In place of a meeting that is missing, could not be loaded, or is still loading. */
  fallback: ComponentType<Absence & { framed: boolean }>;
  children: (meeting: ManagedMeeting) => ReactNode;
}

/** A section of the owner's page of a meeting; for admins their actions on another user's meeting. */
export function MeetingHome({ id, section, fallback: Fallback, children }: MeetingHomeProps) {
  const { role } = useSignedInUser();
  const query = useQuery(managedMeeting(id));
  const [isNew, setNew] = useState(() => readSetup(id) !== null);
  const absence = absenceOf(query);
  if (absence.isMissing && role === "admin") return <AdminMeeting id={id} fallback={Fallback} />;
  if (!query.data || absence.isMissing) return <Fallback {...absence} framed={false} />;
  return (
    <MeetingFrame meeting={query.data} section={section} isNew={isNew}>
      {isNew ? <MeetingSetup meeting={query.data} onDone={() => setNew(false)} /> : children(query.data)}
    </MeetingFrame>
  );
}
