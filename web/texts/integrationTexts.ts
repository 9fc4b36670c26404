import type { KeyScope } from "@survey-app/contract/endpoint.ts";
import { formatCount, plural } from "@survey-app/contract/formatCount.ts";
import type { DeliveryFailure, WebhookDelivery, WebhookEvent } from "@survey-app/contract/webhooks.ts";
import type { ReactNode } from "react";
import { rich } from "./rich.ts";

/** The texts of API keys and webhooks. */
export const required = "Name is required";
export const shownOnce = "Copy it now. It is not shown again.";
export const copy = "Copy";
export const done = "Done";
export const saveUnknown = "We don't know whether this was saved. Reload the page to see.";

// API keys.
export const keys = "API keys";
export const keysText = "Let your integrations use your account, without your password.";
export const noKeys = "No API keys yet.";
export const createKey = "Create an API key";
export const keyCreated = "Your API key";
export const key = "API key";
export const name = "Name";
export const nameHint = "For example, the integration that uses the key";
export const mayDo = "What may the key do?";
export const scopeRequired = "Choose at least one thing that the key may do";
export const scopes: Record<KeyScope, { label: string; text: string }> = {
  read: {
    label: "Read",
    text: "Read what you can read: surveys, results, your votes, and your surveys with their voters and invited people.",
  },
  vote: { label: "Vote", text: "Vote, comment and follow surveys as you." },
  manage: {
    label: "Manage your surveys",
    text: "Create, change, close and delete your own surveys, and invite people to them.",
  },
};
export const expiry = "Expires";
export const lifetimes = [
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
  { value: "", label: "Never" },
];
export const create = "Create the key";
export const scopeNames = (all: readonly KeyScope[]) => all.map((scope) => scopes[scope].label).join(", ");
export const lastUsed = (at: ReactNode) => rich`Last used ${at}`;
export const neverUsed = "Never used";
export const andExpires = (at: ReactNode) => rich` · expires ${at}`;
export const expiredAt = (at: ReactNode) => rich`Expired ${at}`;
export const revocation = {
  action: "Revoke",
  actionName: (keyName: string) => `Revoke ${keyName}`,
  title: (keyName: string) => `Revoke “${keyName}”?`,
  text: "Integrations that use this key stop working immediately. This can't be undone.",
  done: (keyName: string) => `“${keyName}” is revoked.`,
} as const;

// Webhooks.
export const webhooksText =
  "Tell your own systems when one of your surveys is published, unpublished or closed, or gets an outcome.";
export const manageWebhooks = "Manage webhooks";
export const noWebhooks = "No webhooks yet";
export const noWebhooksText =
  "They will appear here. Add the URL of your system: it gets a signed request for each event.";
export const addWebhook = "Add a webhook";
export const add = "Add the webhook";
export const change = "Change";
export const changeTitle = "Change the webhook";
export const saveWebhook = "Save the webhook";
export const webhookChanged = "The webhook is changed. Its secret is the same.";
export const secret = "Secret";
export const secretShown = "The secret of your webhook";
export const secretText =
  "Your system verifies with it that requests come from here. Copy it now. It is not shown again.";
export const url = "URL";
export const urlHint = "An https address of your system";
export const urlRequired = "URL is required";
export const whichEvents = "Which events?";
export const eventRequired = "Choose at least one event";
export const events: Record<WebhookEvent, { label: string; text: string }> = {
  published: { label: "Published", text: "An admin published the survey." },
  unpublished: { label: "Unpublished", text: "It is no longer public." },
  closed: { label: "Closed", text: "Voting ended." },
  outcome: { label: "Outcome", text: "The owner said what was decided." },
};
export const allSurveys = "All surveys";
export const told = (all: readonly WebhookEvent[], isAboutAll: boolean) =>
  all.map((event) => events[event].label).join(", ") + (isAboutAll ? ` · ${allSurveys}` : "");
export const allSurveysText = "Not only yours, while you are an admin.";
export const on = "On";
export const off = "Off";
export const failuresInRow = (count: number) =>
  count === 1 ? "The last delivery failed" : `The last ${formatCount(count)} deliveries failed`;
export const turnOn = "Turn on";
export const turnOff = "Turn off";
export const sendTest = "Send a test";
export const testSent = "The test is on its way.";
export const replaceSecret = "Replace the secret";
export const replaceTitle = "Replace the secret?";
export const replaceText = "Requests are signed with both secrets for 24 hours, so that you have time to change it.";
export const remove = "Delete";
export const removeTitle = "Delete this webhook?";
export const removeText = "Its list of deliveries is deleted too.";
export const removed = "The webhook is deleted.";
export const deliveries = "Deliveries";
export const deliveriesOf = (address: string) => `Deliveries to ${address}`;
export const noDeliveries = "Events of the last 30 days will appear here.";
export const columns = { event: "Event", survey: "Survey", state: "State", action: "Action" } as const;
export const test = "Test";
export const eventName = (event: WebhookDelivery["event"]) => (event === "test" ? test : events[event].label);
export const deletedSurvey = "A survey that is no longer available";
export const states = { waiting: "Waiting", delivered: "Delivered", failed: "Failed" } as const;
export const failures: Record<DeliveryFailure, string> = {
  status: "not accepted",
  address: "not a public https address",
  timeout: "no response within 10 seconds",
  unreachable: "not reachable",
  turnedOff: "webhook turned off",
  notAllowed: "your account was not allowed to get it",
};
export const responded = (status: number) => `status ${status}`;
export const attempts = (count: number) => plural(count, "attempt");
export const nextTry = (at: ReactNode) => rich`next attempt ${at}`;
export const resend = "Send again";
export const resendName = (event: string, at: string) => `${resend}: ${event}, ${at}`;
export const resent = "It is sent again.";
