import { createContext, use } from "react";
import type { Settings } from "../api/state.ts";

export const SettingsContext = createContext<Settings>({
  publicUrl: "",
  demo: false,
  providers: [],
  organization: null,
  payments: { by: "none" },
  mail: "off",
  review: true,
  surveyors: "request",
  contactEmail: null,
  footerLinks: { social: "", professional: "", code: "" },
  apiBase: "/api",
});

/** This installation's settings, as far as the browser needs them. */
export function useSettings(): Settings {
  return use(SettingsContext);
}
