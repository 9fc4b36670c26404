import type { PageSettings } from "@survey-app/contract/pageSettings.ts";
import { createContext, use } from "react";

export const SettingsContext = createContext<PageSettings>({
  publicUrl: "",
  site: { name: "", logo: null, style: "" },
  sandbox: false,
  demo: false,
  providers: [],
  organization: null,
  registration: { kind: "open", domains: [] },
  payments: { by: "none" },
  mail: "off",
  surveyReview: "listed",
  surveyors: "request",
  askUnlisted: "surveyors",
  voters: "accounts",
  contactEmail: null,
  languages: ["en"],
  footerLinks: { social: "", professional: "", code: "" },
  apiBase: "/api",
});

/** This installation's settings, as far as the browser needs them. */
export function useSettings(): PageSettings {
  return use(SettingsContext);
}

/** Whether this installation sells memberships: cards can be charged. */
export const useSellsPro = (): boolean => useSettings().payments.by !== "none";
