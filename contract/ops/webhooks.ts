import * as formErrors from "@survey-app/texts/formErrors.ts";
import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { insertedResponse, modifiedResponse } from "../http/pagination.ts";
import { language } from "../text/language.ts";
import { URL_MAX } from "../text/limits.ts";
import { id, requiredText } from "../text/text.ts";
import { trimUnseen } from "../text/unseenCharacters.ts";

/**
 * The events of a survey that webhooks send. Never single votes: they would reveal who voted when, and how. A new one
 * is a compile error until the server says which event of a survey causes it, and the texts name it. It also needs a
 * migration: the table of deliveries lists them.
 */
export const webhookEvents = ["published", "unpublished", "shown", "closed", "outcome"] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/**
 * Reads a list of events, separated by blanks. Events that this version doesn't know are left out: during an upgrade a
 * newer server may have stored them.
 */
export const readWebhookEvents = (list: string): WebhookEvent[] =>
  list.split(" ").filter((name): name is WebhookEvent => webhookEvents.some((known) => known === name));

/** The listed deliveries of one webhook, and how many days they are kept. */
export const DELIVERIES_MAX = 100;
export const DELIVERY_DAYS = 30;
/** A failed delivery is tried again after these times, in minutes: 1 m, 5 m, 30 m, 2 h, 12 h. */
export const RETRY_MINUTES = [1, 5, 30, 120, 720];
/** How long deliveries are also signed with the previous secret, in hours. */
export const OLD_SECRET_HOURS = 24;

const event = z.enum(webhookEvents, `events must be among ${webhookEvents.join(", ")}`);

/** A URL that the server sends requests to. The server checks whether it may be reached when it connects. */
const webhookUrl = requiredText("URL", formErrors.webhookUrl.required).check(
  z.overwrite(trimUnseen),
  z.minLength(1, { error: formErrors.webhookUrl.required, abort: true }),
  z.maxLength(URL_MAX, formErrors.webhookUrl.tooLong),
  z.refine(isWebhookUrl, formErrors.webhookUrl.invalid),
);

/** http is for servers that allow private addresses (`WEBHOOK_ALLOW_PRIVATE`); others reject it. */
function isWebhookUrl(text: string): boolean {
  if (/[\s\p{Cc}\p{Cs}\\]/u.test(text)) return false;
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
}

/** A webhook as its owner sees it. Its secret is only in the response that creates or replaces it. */
export const webhook = z.object({
  _id: z.string(),
  url: z.string(),
  events: z.array(event),
  /** Whether it gets the events of everyone's surveys. Only admins can choose that. */
  allSurveys: z.boolean(),
  createdAt: z.string(),
  isOn: z.boolean(),
  /** The number of deliveries in a row that have failed for good. */
  failures: z.number(),
});
export type Webhook = z.infer<typeof webhook>;

/** The fields of the form that changes a webhook. */
const changedWebhook = z.object({
  url: webhookUrl,
  events: z.array(event, "events must be a list").check(
    z.refine((events) => events.length > 0, formErrors.choices.events),
    z.refine((events) => new Set(events).size === events.length, "events must differ"),
  ),
});

/** The fields of the form that creates a webhook. */
export const newWebhook = z.object({
  ...changedWebhook.shape,
  allSurveys: z.nullish(z.boolean("allSurveys must be true or false")),
});

/**
 * Why a delivery failed; `status`: the response was not 2xx; `notAllowed`: its user lost the role, or was blocked,
 * while it waited; `demo`: a public demo sends nothing.
 */
export const deliveryFailure = z.enum([
  "status",
  "address",
  "timeout",
  "unreachable",
  "turnedOff",
  "notAllowed",
  "demo",
]);
export type DeliveryFailure = z.infer<typeof deliveryFailure>;

export const webhookDelivery = z.object({
  _id: z.string(),
  event: z.enum([...webhookEvents, "test"]),
  /** Null for a test. */
  surveyId: z.nullable(z.string()),
  /**
   * The survey's title; null for a test, after the survey was deleted, and for other people's surveys if the user is no
   * longer an admin.
   */
  Title: z.nullable(z.string()),
  /** The language of the title; null without a title. */
  language: z.nullable(language),
  createdAt: z.string(),
  state: z.enum(["waiting", "delivered", "failed"]),
  attempts: z.number(),
  /** The next attempt; null unless it waits. */
  nextAt: z.nullable(z.string()),
  /** The status of the last response; null without one. */
  status: z.nullable(z.number()),
  /** Why the last attempt failed. */
  failure: z.nullable(deliveryFailure),
});
export type WebhookDelivery = z.infer<typeof webhookDelivery>;

export const listMyWebhooks = endpoint({
  method: "GET",
  path: "/me/webhooks",
  summary: "The current user's webhooks, newest first, without their secrets",
  access: "surveyor",
  response: z.array(webhook),
});

export const createWebhook = endpoint({
  method: "POST",
  path: "/me/webhooks",
  summary:
    "Create a webhook: a URL that gets a signed request when a survey of the current user is published, unpublished or closed, " +
    "its result is shown, or it gets an outcome. The response is the only one that contains its secret",
  access: "surveyor",
  body: newWebhook,
  response: z.object({ secret: z.string(), webhook }),
  errors: ["tooManyWebhooks"],
  recentSignIn: true,
  rateLimit: { max: 30, seconds: 3600 },
});

export const changeWebhook = endpoint({
  method: "PUT",
  path: "/me/webhooks/:id",
  summary:
    "Change the URL and the events of a webhook of the current user. Its secret stays, and what waits is sent to the new URL",
  access: "surveyor",
  params: z.object({ id }),
  body: changedWebhook,
  response: modifiedResponse,
  // Like a new one, it outlasts the session.
  recentSignIn: true,
  rateLimit: { max: 60, seconds: 3600 },
});

export const switchWebhook = endpoint({
  method: "PATCH",
  path: "/me/webhooks/:id",
  summary: "Turn a webhook of the current user on or off. Turning it off gives up its waiting deliveries",
  access: "surveyor",
  params: z.object({ id }),
  body: z.object({ isOn: z.boolean("isOn must be true or false") }),
  response: modifiedResponse,
  rateLimit: { max: 120, seconds: 3600 },
});

export const replaceWebhookSecret = endpoint({
  method: "POST",
  path: "/me/webhooks/:id/secret",
  summary: `Replace the secret of a webhook. For ${OLD_SECRET_HOURS} hours deliveries are signed with the old one too`,
  access: "surveyor",
  params: z.object({ id }),
  response: z.object({ secret: z.string() }),
  recentSignIn: true,
  rateLimit: { max: 30, seconds: 3600 },
});

export const deleteWebhook = endpoint({
  method: "DELETE",
  path: "/me/webhooks/:id",
  summary: "Delete a webhook of the current user, with its list of deliveries",
  access: "surveyor",
  params: z.object({ id }),
  response: modifiedResponse,
  rateLimit: { max: 120, seconds: 3600 },
});

export const testWebhook = endpoint({
  method: "POST",
  path: "/me/webhooks/:id/test",
  summary: "Send a signed test event to a webhook, once, without retries",
  access: "surveyor",
  params: z.object({ id }),
  response: insertedResponse,
  errors: ["webhookOff"],
  rateLimit: { max: 20, seconds: 3600 },
});

export const listWebhookDeliveries = endpoint({
  method: "GET",
  path: "/me/webhooks/:id/deliveries",
  summary: `The last ${DELIVERIES_MAX} deliveries of a webhook, newest first; they are kept for ${DELIVERY_DAYS} days`,
  access: "surveyor",
  params: z.object({ id }),
  response: z.array(webhookDelivery),
});

export const resendWebhookDelivery = endpoint({
  method: "POST",
  path: "/me/webhooks/:id/deliveries/:delivery/resend",
  summary: "Send a delivery again that has arrived or failed, with the same id",
  access: "surveyor",
  params: z.object({ id, delivery: id }),
  response: modifiedResponse,
  errors: ["webhookOff"],
  rateLimit: { max: 60, seconds: 3600 },
});
