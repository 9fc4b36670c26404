import * as webhooks from "@survey-app/contract/ops/webhooks.ts";
import * as formErrors from "@survey-app/texts/formErrors.ts";
import type { Database } from "../database/database.ts";
import { apiError, fieldError, orNotFound } from "../http/apiError.ts";
import type { RegisterEndpoint } from "../http/endpoints.ts";
import { enqueueTest, resendDelivery } from "./deliveries.sql.ts";
import type { WebhookSecrets } from "./sign.ts";
import {
  addWebhook,
  changeWebhook,
  deleteWebhook,
  findWebhook,
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
  const requireOn = async (own: { id: string; userId: string }) => {
    const { isOn } = orNotFound(await findWebhook(database, own));
    if (!isOn) throw apiError("webhookOff");
  };

  const requireHttps = (url: string) => {
    if (!allowPrivate && !url.startsWith("https:")) throw fieldError("url", formErrors.webhookUrl.https);
  };

  registerEndpoint(webhooks.listMyWebhooks, ({ currentUser }) => listWebhooks(database, currentUser.userId));

  registerEndpoint(webhooks.createWebhook, async ({ body, currentUser }) => {
    const allSurveys = body.allSurveys ?? false;
    requireHttps(body.url);
    if (allSurveys && currentUser.storedRole !== "admin") throw fieldError("allSurveys", formErrors.choices.allSurveys);
    const webhook = await addWebhook(database, currentUser, { ...body, allSurveys });
    if (!webhook) throw apiError("tooManyWebhooks");
    return { secret: secrets.secretOf({ id: webhook._id, secretVersion: 1 }), webhook };
  });

  registerEndpoint(webhooks.changeWebhook, async ({ params: { id }, body, currentUser }) => {
    requireHttps(body.url);
    orNotFound(await changeWebhook(database, currentUser, id, body));
    return { modifiedCount: 1 };
  });

  registerEndpoint(webhooks.switchWebhook, async ({ params: { id }, body: { isOn }, currentUser }) => {
    orNotFound(await switchWebhook(database, currentUser, id, isOn));
    return { modifiedCount: 1 };
  });

  registerEndpoint(webhooks.replaceWebhookSecret, async ({ params: { id }, currentUser }) => {
    const secretVersion = orNotFound(await replaceSecret(database, currentUser, id));
    return { secret: secrets.secretOf({ id, secretVersion }) };
  });

  registerEndpoint(webhooks.deleteWebhook, async ({ params: { id }, currentUser: { userId } }) => {
    orNotFound(await deleteWebhook(database, { id, userId }));
    return { modifiedCount: 1 };
  });

  registerEndpoint(webhooks.testWebhook, async ({ params: { id }, currentUser: { userId } }) => {
    await requireOn({ id, userId });
    return { insertedId: await enqueueTest(database, id) };
  });

  registerEndpoint(webhooks.listWebhookDeliveries, async ({ params: { id }, currentUser: { userId } }) => {
    orNotFound(await findWebhook(database, { id, userId }));
    return listDeliveries(database, id);
  });

  registerEndpoint(webhooks.resendWebhookDelivery, async ({ params: { id, delivery }, currentUser: { userId } }) => {
    await requireOn({ id, userId });
    orNotFound(await resendDelivery(database, id, delivery));
    return { modifiedCount: 1 };
  });
}
