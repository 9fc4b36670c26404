import * as webhooks from "@survey-app/contract/webhooks.ts";
import type { Database } from "../database/database.ts";
import { apiError, fieldError } from "../http/apiError.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { addTest, resendDelivery } from "./deliveries.sql.ts";
import type { WebhookSecrets } from "./sign.ts";
import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  isWebhookOn,
  listDeliveries,
  listWebhooks,
  replaceSecret,
  switchWebhook,
} from "./webhooks.sql.ts";

interface WebhookParts {
  secrets: WebhookSecrets;
  /** Whether receivers may be in private networks, and use http. */
  allowPrivate: boolean;
}

export function serveWebhooks(
  registerEndpoint: RegisterEndpoint,
  database: Database,
  { secrets, allowPrivate }: WebhookParts,
): void {
  /** Only the owner's own webhooks exist for a request, for admins too. */
  const requireOn = async (own: { id: string; userId: string }) => {
    const isOn = await isWebhookOn(database, own);
    if (isOn === null) throw apiError("notFound");
    if (!isOn) throw apiError("webhookOff");
  };

  const requireHttps = (url: string) => {
    if (!allowPrivate && !url.startsWith("https:")) throw fieldError("url", "URL must be an https address");
  };

  registerEndpoint(webhooks.listMyWebhooks, ({ currentUser }) => listWebhooks(database, currentUser.userId));

  registerEndpoint(webhooks.createWebhook, async ({ body, currentUser }) => {
    const allSurveys = body.allSurveys ?? false;
    requireHttps(body.url);
    if (allSurveys && currentUser.storedRole !== "admin")
      throw fieldError("allSurveys", "Only admins can choose all surveys");
    const webhook = await addWebhook(database, currentUser.userId, { ...body, allSurveys });
    if (!webhook) throw apiError("tooManyWebhooks");
    return { secret: secrets.secretOf({ id: webhook._id, secretVersion: 1 }), webhook };
  });

  registerEndpoint(webhooks.changeWebhook, async ({ params: { id }, body, currentUser }) => {
    requireHttps(body.url);
    if (!(await changeWebhook(database, { id, userId: currentUser.userId }, body))) throw apiError("notFound");
    return { modifiedCount: 1 };
  });

  registerEndpoint(webhooks.switchWebhook, async ({ params: { id }, body: { isOn }, currentUser }) => {
    const own = { id, userId: currentUser.userId };
    if (!(await database.transaction((tx) => switchWebhook(tx, own, isOn)))) throw apiError("notFound");
    return { modifiedCount: 1 };
  });

  registerEndpoint(webhooks.replaceWebhookSecret, async ({ params: { id }, currentUser }) => {
    const secretVersion = await replaceSecret(database, { id, userId: currentUser.userId });
    if (secretVersion === null) throw apiError("notFound");
    return { secret: secrets.secretOf({ id, secretVersion }) };
  });

  registerEndpoint(webhooks.deleteWebhook, async ({ params: { id }, currentUser }) => {
    const own = { id, userId: currentUser.userId };
    if (!(await database.transaction((tx) => deleteWebhook(tx, own)))) throw apiError("notFound");
    return { modifiedCount: 1 };
  });

  registerEndpoint(webhooks.testWebhook, async ({ params: { id }, currentUser }) => {
    await requireOn({ id, userId: currentUser.userId });
    return { insertedId: await addTest(database, id) };
  });

  registerEndpoint(webhooks.listWebhookDeliveries, async ({ params: { id }, currentUser }) => {
    if ((await isWebhookOn(database, { id, userId: currentUser.userId })) === null) throw apiError("notFound");
    return listDeliveries(database, id);
  });

  registerEndpoint(webhooks.resendWebhookDelivery, async ({ params: { id, delivery }, currentUser }) => {
    await requireOn({ id, userId: currentUser.userId });
    if (!(await resendDelivery(database, id, delivery))) throw apiError("notFound");
    return { modifiedCount: 1 };
  });
}
