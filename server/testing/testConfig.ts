import { PRODUCT } from "@survey-app/contract/sharing/siteLook.ts";
import type { AppConfig } from "../config/config.ts";

/** The session secret of the app under test. */
export const SECRET = "a secret for tests, long enough to be one";
export const PUBLIC_URL = "http://localhost:3000";

/** An app without limits, pages and external services. */
export const testConfig: Omit<AppConfig, "dataDir"> = {
  publicUrl: PUBLIC_URL,
  apiBase: null,
  corsOrigins: [],
  embedOrigins: null,
  databaseUrl: null,
  connections: 16,
  bucket: null,
  trustProxy: 0,
  limits: false,
  limitsFactor: 1,
  surveyReview: "listed",
  surveyors: "request",
  askUnlisted: "surveyors",
  voters: "accounts",
  languages: ["en"],
  site: { name: PRODUCT, logo: null, accent: null },
  registration: { kind: "open", domains: [] },
  retentionDays: null,
  inactiveDays: null,
  demo: false,
  demoReset: null,
  sandbox: false,
  google: null,
  facebook: null,
  oidc: null,
  adminSecondFactor: false,
  stripe: null,
  smtpUrl: null,
  smtpCa: null,
  mailFrom: "no-reply@localhost",
  contactEmail: null,
  legalTexts: { privacy: null, terms: null, accessibility: null },
  footerLinks: {
    social: "https://social.example/",
    professional: "https://work.example/",
    code: "https://code.example/",
  },
  metrics: null,
  tracing: false,
  securityContact: null,
  breachedPasswordsUrl: null,
  webhookAllowPrivate: false,
  sessionSecret: SECRET,
  formerSecrets: [],
  leakedSecrets: [],
  logLevel: "silent",
  pages: false,
};
