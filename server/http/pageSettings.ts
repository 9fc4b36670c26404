import { API_PREFIX } from "@survey-app/contract/http/endpoint.ts";
import type { PageSettings } from "@survey-app/contract/pageSettings.ts";
import type { Provider } from "@survey-app/contract/session/session.ts";
import { PRODUCT, type SiteLook } from "@survey-app/contract/sharing/siteLook.ts";
import type { AppConfig } from "../config/config.ts";
import { tokenHash } from "../database/tokenHash.ts";

/** The address of an operator's logo. */
export const LOGO_PATH = "/site-logo";

/** The settings of this installation that the pages need. */
export function pageSettings(config: AppConfig): PageSettings {
  const {
    publicUrl,
    demo,
    demoReset,
    sandbox,
    oidc,
    google,
    facebook,
    stripe,
    smtpUrl,
    contactEmail,
    footerLinks,
    languages,
  } = config;
  const organization = oidc && { name: oidc.name, isOnly: oidc.isOnly };
  const providers = Object.entries({ oidc, ...(!oidc?.isOnly && { google, facebook }) })
    .filter(([id, client]) => client !== null || (sandbox && id !== "oidc"))
    .map(([id, client]) => ({ id: id as Provider, isSandbox: client === null }));
  const payments = stripe
    ? ({ by: "stripe", publishableKey: stripe.publishable } as const)
    : ({ by: sandbox ? "sandbox" : "none" } as const);
  const mail = smtpUrl ? "sent" : sandbox ? "sandbox" : "off";
  const apiBase = config.apiBase ?? API_PREFIX;
  const { surveyReview, surveyors, askUnlisted, registration, voters } = config;
  const policies = { surveyReview, surveyors, askUnlisted };
  const signIn = { providers, organization, registration };
  const site = lookOf(config.site);
  return {
    publicUrl,
    apiBase,
    site,
    sandbox,
    demo,
    ...(demoReset && { demoReset }),
    ...signIn,
    payments,
    mail,
    contactEmail,
    footerLinks,
    languages,
    ...policies,
    voters,
  };
}

/** The look of the site that pages show. */
export function lookOf({ name, logo, accent }: AppConfig["site"]): SiteLook {
  const themed = (property: string, [light, dark]: readonly [string, string]) =>
    `--color-${property}:light-dark(${light},${dark})`;
  const rule = ({ color, soft }: NonNullable<AppConfig["site"]["accent"]>["more"]) =>
    `:root{${themed("accent", color)};${themed("accent-soft", soft)}}`;
  return {
    name,
    logo: logo && { url: `${LOGO_PATH}?v=${logo.version}`, ratio: logo.width / logo.height },
    cardLook: name === PRODUCT && !logo ? undefined : tokenHash(`${name} ${logo?.version ?? ""}`).slice(0, 8),
    style: accent ? `${rule(accent)}@media (prefers-contrast:more){${rule(accent.more)}}` : "",
  };
}

/** The absolute base URL of all endpoints. */
export const apiBaseOf = ({ publicUrl, apiBase }: Pick<AppConfig, "publicUrl" | "apiBase">) =>
  apiBase ?? publicUrl + API_PREFIX;
