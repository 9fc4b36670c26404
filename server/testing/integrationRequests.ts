import type { AnyRequest } from "./testApp.ts";

const noWebhook: Required<AnyRequest> = { params: { id: "none" }, query: {}, body: undefined };

/** Valid requests to the endpoints of API keys and webhooks, by name. */
export const integrationRequests: Record<string, () => Required<AnyRequest>> = {
  "apiKeys.createApiKey": () => ({ params: {}, query: {}, body: { name: "A key", scopes: ["read"], days: 30 } }),
  "apiKeys.renameApiKey": () => ({ params: { id: "none" }, query: {}, body: { name: "A key" } }),
  "apiKeys.revokeApiKey": () => ({ params: { id: "none" }, query: {}, body: undefined }),
  "webhooks.createWebhook": () => ({
    params: {},
    query: {},
    body: { url: "https://example.org", events: ["closed"], allSurveys: false },
  }),
  "webhooks.changeWebhook": () => ({ ...noWebhook, body: { url: "https://example.org", events: ["closed"] } }),
  "webhooks.switchWebhook": () => ({ ...noWebhook, body: { isOn: true } }),
  "webhooks.replaceWebhookSecret": () => noWebhook,
  "webhooks.deleteWebhook": () => noWebhook,
  "webhooks.testWebhook": () => noWebhook,
  "webhooks.listWebhookDeliveries": () => noWebhook,
  "webhooks.resendWebhookDelivery": () => ({ ...noWebhook, params: { id: "none", delivery: "none" } }),
};
