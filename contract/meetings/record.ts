import * as z from "zod/mini";
import { language } from "../text/language.ts";
import { openedQuestion } from "./meetingState.ts";

/** All questions of a meeting that were opened, in their order. Everyone with its address reads it. */
export const meetingRecord = z.object({
  name: z.string(),
  ownerName: z.string(),
  language: z.nullable(language),
  begunAt: z.nullable(z.string()),
  endedAt: z.nullable(z.string()),
  questions: z.array(openedQuestion),
});
export type MeetingRecord = z.infer<typeof meetingRecord>;
