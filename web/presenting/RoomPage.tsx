import type { PageProps } from "../routing/page.ts";
import { RoomSummary } from "./RoomSummary.tsx";

export function RoomPage({ params: { survey = "" } }: PageProps) {
  return <RoomSummary id={survey} />;
}
