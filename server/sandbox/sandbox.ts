import type { FastifyInstance } from "fastify";
import type { AppConfig } from "../config/config.ts";
import type { Database } from "../database/database.ts";
import { apiBaseOf } from "../http/pageSettings.ts";
import { sandboxTransport, type Transport } from "../mail/transport.ts";
import { STRIPE_WEBHOOK_PATH } from "../payments/payments.routes.ts";
import type { PaymentProvider } from "../payments/provider.ts";
import { sandboxStripeProvider } from "../payments/stripe.ts";
import type { OidcProvider } from "../session/providers/oidcProviders.ts";
import { findDemoPayment } from "./demo/demoPayment.sql.ts";
import { serveSandboxMail } from "./mail.ts";
import { type SandboxStripe, serveSandboxCards, startSandboxStripe } from "./payments/stripe.ts";
import { serveSandboxProvider } from "./signIn/oidc.ts";

/** Serves a stand-in for each provider that is not configured. */
export function openSandboxProviders(app: FastifyInstance, config: AppConfig): Promise<OidcProvider[]> {
  const missing = (["google", "facebook"] as const).filter((id) => !config[id]);
  const addresses = { publicUrl: config.publicUrl, apiBase: apiBaseOf(config) };
  return Promise.all(missing.map((id) => serveSandboxProvider(app, id, addresses)));
}

/** Keeps emails in a folder, and serves them. */
export function openSandboxMail(app: FastifyInstance, { dataDir, demoReset }: AppConfig): Transport {
  const folder = sandboxTransport(dataDir);
  serveSandboxMail(app, { list: folder.list, demoReset });
  return folder;
}

/**
 * Serves a stand-in for Stripe that moves no money.
 * @param running a stand-in that was started before; by default one is started, and ends with the app
 */
export async function openSandboxPayments(
  app: FastifyInstance,
  { dataDir, publicUrl, demo }: AppConfig,
  { database, running }: { database: Database; running: SandboxStripe | undefined },
): Promise<PaymentProvider> {
  const stripe = running ?? (await startSandboxStripe({ dataDir, webhookUrl: `${publicUrl}${STRIPE_WEBHOOK_PATH}` }));
  if (!running) app.addHook("onClose", () => stripe.close());
  const payment = demo ? await findDemoPayment(database) : null;
  if (payment) stripe.addPaid(payment);
  serveSandboxCards(app, stripe);
  return sandboxStripeProvider(stripe);
}
