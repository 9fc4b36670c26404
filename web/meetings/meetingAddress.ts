export type MeetingSection = "questions" | "people";

/** A section of the owner's page of a meeting. */
export const meetingAddress = (meetingId: string, section: MeetingSection = "questions") =>
  `/dashboard/meetings/${meetingId}${section === "questions" ? "" : `/${section}`}`;

/** The pages that everyone with the address sees: the screen in the room, and the record. */
export const wallAddress = (meetingId: string) => `/meetings/${meetingId}/wall`;
export const recordAddress = (meetingId: string) => `/meetings/${meetingId}/record`;
