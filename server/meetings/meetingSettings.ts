import type { EventBus } from "../database/events.ts";
import type { RegisterSse } from "../http/sse.ts";
import type { InvitationTokens } from "../invitations/invitationTokens.ts";
import type { SurveySettings } from "../surveys/surveys.routes.ts";

export interface MeetingSettings extends SurveySettings {
  tokens: InvitationTokens;
  events: EventBus;
  registerSse: RegisterSse;
  /** How often the job that ends meetings runs, in milliseconds. */
  pollMs: number;
}
