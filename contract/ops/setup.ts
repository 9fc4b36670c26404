import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";

/** The setup steps that an admin marks as done, because no stored fact shows that they are. */
export const confirmedStep = z.enum(["email", "asking"], "step must be email or asking");
export type ConfirmedStep = z.infer<typeof confirmedStep>;

export const getSetup = endpoint({
  method: "GET",
  path: "/setup",
  summary: "Which first steps of this installation are done",
  access: "admin",
  response: z.object({
    /** Whether anyone has made a survey. */
    hasSurvey: z.boolean(),
    /**
     * The newest test email: not yet tried, refused by the mail server or unable to reach it (and tried again for three
     * days), or accepted by the mail server. Null if none was requested.
     */
    testEmail: z.nullable(z.enum(["waiting", "failing", "sent"])),
    /** The steps that an admin has marked as done. */
    confirmed: z.array(confirmedStep),
  }),
});

export const sendTestEmail = endpoint({
  method: "POST",
  path: "/setup/test-email",
  summary: "Send a test email to the current admin's own address; it replaces a test email that is still waiting",
  access: "admin",
  response: z.object({ success: z.literal(true) }),
  errors: ["emailOff"],
  rateLimit: { max: 10, seconds: 3600 },
});

export const confirmStep = endpoint({
  method: "POST",
  path: "/setup/steps",
  summary: "End a step of the setup for all admins",
  access: "admin",
  body: z.object({ step: confirmedStep }),
  response: z.object({ success: z.literal(true) }),
  rateLimit: { max: 30, seconds: 3600 },
});
