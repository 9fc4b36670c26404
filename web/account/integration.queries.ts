import type { KeyScope } from "@survey-app/contract/http/endpoint.ts";
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
} from "@survey-app/contract/ops/webhooks.ts";
import {
  type ApiKey,
  createApiKey,
  listMyApiKeys,
  renameApiKey,
  revokeApiKey,
} from "@survey-app/contract/session/apiKeys.ts";
import { queryOptions } from "@tanstack/react-query";
import { api, serverNow } from "../api/api.ts";
import { privateQuery } from "../api/privateQuery.ts";
import { useInvalidatingMutation } from "../api/useInvalidatingMutation.ts";

export const ownApiKeys = () => privateQuery(["account", "apiKeys"], listMyApiKeys, {});

export const ownWebhooks = () => privateQuery(["account", "webhooks"], listMyWebhooks, {});

/** The interval at which deliveries are read again while a due one waits, in milliseconds. */
const REREAD_MS = 2000;
/** Longer than the server takes to try a delivery. */
const SOON_MS = 40_000;

/** Not below the webhooks' key, because a deleted webhook doesn't have deliveries to read again. */
const deliveries = ["account", "deliveries"];

export const deliveriesOf = (id: string) =>
  queryOptions({
    ...privateQuery([...deliveries, id], listWebhookDeliveries, { params: { id } }),
    refetchInterval: ({ state }) => {
      const isSoon = ({ nextAt }: WebhookDelivery) => nextAt !== null && Date.parse(nextAt) < serverNow() + SOON_MS;
      return state.data?.some(isSoon) ? REREAD_MS : false;
    },
  });

export const useCreateApiKey = () =>
  useInvalidatingMutation(
    (body: { name: string; scopes: KeyScope[]; days: number | null }) => api(createApiKey, { body }),
    ownApiKeys().queryKey,
  );

export const useRenameApiKey = () =>
  useInvalidatingMutation(
    ({ _id: id, name }: Pick<ApiKey, "_id" | "name">) => api(renameApiKey, { params: { id }, body: { name } }),
    ownApiKeys().queryKey,
  );

export const useRevokeApiKey = () =>
  useInvalidatingMutation(({ _id: id }: ApiKey) => api(revokeApiKey, { params: { id } }), ownApiKeys().queryKey);

export const useCreateWebhook = () =>
  useInvalidatingMutation(
    (body: Pick<Webhook, "url" | "events" | "allSurveys">) => api(createWebhook, { body }),
    ownWebhooks().queryKey,
  );

export const useChangeWebhook = () =>
  useInvalidatingMutation(
    ({ _id: id, url, events }: Pick<Webhook, "_id" | "url" | "events">) =>
      api(changeWebhook, { params: { id }, body: { url, events } }),
    ownWebhooks().queryKey,
  );

export const useSwitchWebhook = () =>
  useInvalidatingMutation(
    ({ _id: id, isOn }: Webhook) => api(switchWebhook, { params: { id }, body: { isOn: !isOn } }),
    ownWebhooks().queryKey,
    deliveries,
  );

export const useReplaceSecret = () =>
  useInvalidatingMutation(
    ({ _id: id }: Webhook) => api(replaceWebhookSecret, { params: { id } }),
    ownWebhooks().queryKey,
  );

export const useDeleteWebhook = () =>
  useInvalidatingMutation(({ _id: id }: Webhook) => api(deleteWebhook, { params: { id } }), ownWebhooks().queryKey);

export const useTestWebhook = () =>
  useInvalidatingMutation(
    ({ _id: id }: Webhook) => api(testWebhook, { params: { id } }),
    ownWebhooks().queryKey,
    deliveries,
  );

export const useResendDelivery = (id: string) =>
  useInvalidatingMutation(
    (delivery: string) => api(resendWebhookDelivery, { params: { id, delivery } }),
    deliveriesOf(id).queryKey,
  );
