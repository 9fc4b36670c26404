import { type ApiKey, createApiKey, listMyApiKeys, revokeApiKey } from "@survey-app/contract/apiKeys.ts";
import type { KeyScope } from "@survey-app/contract/endpoint.ts";
import {
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
import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "../api/api.ts";
import { readAgain } from "../api/queryClient.ts";

export const ownApiKeys = () =>
  queryOptions({
    queryKey: ["account", "apiKeys"],
    queryFn: ({ signal }) => api(listMyApiKeys, {}, signal),
    staleTime: 0,
    meta: { private: true },
  });

export const ownWebhooks = () =>
  queryOptions({
    queryKey: ["account", "webhooks"],
    queryFn: ({ signal }) => api(listMyWebhooks, {}, signal),
    staleTime: 0,
    meta: { private: true },
  });

/** How often the deliveries are read again while one waits that is due, in milliseconds. */
const REREAD_MS = 2000;
/** Longer than the server takes to try a delivery. */
const SOON_MS = 40_000;

export const deliveriesOf = (id: string) =>
  queryOptions({
    queryKey: ["account", "webhooks", id, "deliveries"],
    queryFn: ({ signal }) => api(listWebhookDeliveries, { params: { id } }, signal),
    staleTime: 0,
    meta: { private: true },
    refetchInterval: ({ state }) => {
      const isSoon = ({ nextAt }: WebhookDelivery) => nextAt !== null && Date.parse(nextAt) < Date.now() + SOON_MS;
      return state.data?.some(isSoon) ? REREAD_MS : false;
    },
  });

/** A mutation after which a list of API keys or webhooks is read again. */
function useProgramMutation<Subject, Result>(
  queryKey: readonly string[],
  mutationFn: (subject: Subject) => Promise<Result>,
) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => readAgain(client, queryKey) });
}

export const useCreateApiKey = () =>
  useProgramMutation(ownApiKeys().queryKey, (body: { name: string; scopes: KeyScope[]; days: number | null }) =>
    api(createApiKey, { body }),
  );

export const useRevokeApiKey = () =>
  useProgramMutation(ownApiKeys().queryKey, ({ _id: id }: ApiKey) => api(revokeApiKey, { params: { id } }));

export const useCreateWebhook = () =>
  useProgramMutation(ownWebhooks().queryKey, (body: Pick<Webhook, "url" | "events" | "allSurveys">) =>
    api(createWebhook, { body }),
  );

export const useSwitchWebhook = () =>
  useProgramMutation(ownWebhooks().queryKey, ({ _id: id, isOn }: Webhook) =>
    api(switchWebhook, { params: { id }, body: { isOn: !isOn } }),
  );

export const useReplaceSecret = () =>
  useProgramMutation(ownWebhooks().queryKey, ({ _id: id }: Webhook) => api(replaceWebhookSecret, { params: { id } }));

export const useDeleteWebhook = () =>
  useProgramMutation(ownWebhooks().queryKey, ({ _id: id }: Webhook) => api(deleteWebhook, { params: { id } }));

export const useTestWebhook = () =>
  useProgramMutation(ownWebhooks().queryKey, ({ _id: id }: Webhook) => api(testWebhook, { params: { id } }));

export const useResendDelivery = (id: string) =>
  useProgramMutation(deliveriesOf(id).queryKey, (delivery: string) =>
    api(resendWebhookDelivery, { params: { id, delivery } }),
  );
