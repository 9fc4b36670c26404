import { type ApiKey, createApiKey, listMyApiKeys, renameApiKey, revokeApiKey } from "@survey-app/contract/apiKeys.ts";
import type { KeyScope } from "@survey-app/contract/endpoint.ts";
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listMyWebhooks,
  listWebhookDeliveries,
  replaceWebhookSecret,
  resendWebhookDelivery,
  switchWebhook,
  testWebhook,
  type Webhook,
  type WebhookDelivery,
} from "@survey-app/contract/webhooks.ts";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { ownQuery } from "../api/ownQuery.ts";
import { useChange } from "../api/useChange.ts";

export const ownApiKeys = () => ownQuery(["account", "apiKeys"], listMyApiKeys, {});

export const ownWebhooks = () => ownQuery(["account", "webhooks"], listMyWebhooks, {});

/** How often the deliveries are read again while one waits that is due, in milliseconds. */
const REREAD_MS = 2000;
/** Longer than the server takes to try a delivery. */
const SOON_MS = 40_000;

export const deliveriesOf = (id: string) =>
  queryOptions({
    ...ownQuery(["account", "webhooks", id, "deliveries"], listWebhookDeliveries, { params: { id } }),
    refetchInterval: ({ state }) => {
      const isSoon = ({ nextAt }: WebhookDelivery) => nextAt !== null && Date.parse(nextAt) < Date.now() + SOON_MS;
      return state.data?.some(isSoon) ? REREAD_MS : false;
    },
  });

export const useCreateApiKey = () =>
  useChange(
    (body: { name: string; scopes: KeyScope[]; days: number | null }) => api(createApiKey, { body }),
    ownApiKeys().queryKey,
  );

export const useRenameApiKey = () =>
  useChange(
    ({ _id: id, name }: Pick<ApiKey, "_id" | "name">) => api(renameApiKey, { params: { id }, body: { name } }),
    ownApiKeys().queryKey,
  );

export const useRevokeApiKey = () =>
  useChange(({ _id: id }: ApiKey) => api(revokeApiKey, { params: { id } }), ownApiKeys().queryKey);

export const useCreateWebhook = () =>
  useChange(
    (body: Pick<Webhook, "url" | "events" | "allSurveys">) => api(createWebhook, { body }),
    ownWebhooks().queryKey,
  );

export const useChangeWebhook = () =>
  useChange(
    ({ _id: id, url, events }: Pick<Webhook, "_id" | "url" | "events">) =>
      api(changeWebhook, { params: { id }, body: { url, events } }),
    ownWebhooks().queryKey,
  );

export const useSwitchWebhook = () =>
  useChange(
    ({ _id: id, isOn }: Webhook) => api(switchWebhook, { params: { id }, body: { isOn: !isOn } }),
    ownWebhooks().queryKey,
  );

export const useReplaceSecret = () =>
  useChange(({ _id: id }: Webhook) => api(replaceWebhookSecret, { params: { id } }), ownWebhooks().queryKey);

export const useDeleteWebhook = () =>
  useChange(({ _id: id }: Webhook) => api(deleteWebhook, { params: { id } }), ownWebhooks().queryKey);

export const useTestWebhook = () =>
  useChange(({ _id: id }: Webhook) => api(testWebhook, { params: { id } }), ownWebhooks().queryKey);

export const useResendDelivery = (id: string) =>
  useChange((delivery: string) => api(resendWebhookDelivery, { params: { id, delivery } }), deliveriesOf(id).queryKey);
