import { RoomSummary } from "../presenting/RoomSummary.tsx";
import type { PageProps } from "../routing/page.ts";

export function RoomPage({ params: { survey = "" } }: PageProps) {
  return <RoomSummary id={survey} />;
}
