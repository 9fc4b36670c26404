import type { Fault } from "./fault.ts";

/** Mistakes that would let someone do or learn something without permission. */
export const safetyFaults: readonly Fault[] = [
  {
    name: "open-to-a-wrong-role",
    file: "contract/payments/payments.ts",
    text: 'summary: "Total collected in dollars, net of refunds",\n  access: "admin",',
    becomes: 'summary: "Total collected in dollars, net of refunds",\n  access: "signedIn",',
    foundBy: { file: "server/tests/access.engines.test.ts", title: "payments.getRevenue", isComposed: true },
  },
  {
    name: "rate-limit-forgets",
    file: "server/http/rateLimits.sql.ts",
    text: "else rate_limit_counts.used + excluded.used end",
    becomes: "else excluded.used end",
    foundBy: {
      file: "server/http/rateLimits.engines.test.ts",
      title: "each of many requests counted together gets its own count",
    },
  },
  {
    name: "other-sites-may-change",
    file: "server/http/endpoints.ts",
    text: 'if (endpoint.method !== "GET") requireSameOrigin(request, options.origins);',
    becomes: 'if (endpoint.method === "DELETE") requireSameOrigin(request, options.origins);',
    foundBy: {
      file: "server/http/cors.test.ts",
      title: "doesn't get CORS headers and can't change anything",
    },
  },
  {
    name: "header-missing",
    file: "server/http/headers.ts",
    text: '    "content-security-policy": inert,\n',
    becomes: "",
    foundBy: { file: "server/http/http.test.ts", title: "every response has the security headers" },
  },
  {
    name: "text-not-escaped",
    file: "contract/text/escapeHtml.ts",
    text: '    .replaceAll("<", "&lt;")\n',
    becomes: "",
    foundBy: {
      file: "server/words/mail/surveyTemplates.unit.test.ts",
      title: "titles and notes are text in every email, and a subject has a bounded part of the title",
    },
  },
  {
    name: "price-of-the-client",
    file: "contract/payments/payments.ts",
    text: "z.union([z.literal(PRO_PRICE), z.literal(String(PRO_PRICE))]",
    becomes: "z.union([z.number(), z.string()]",
    foundBy: { file: "server/payments/payments.test.ts", title: "another price gets 422" },
  },
  {
    name: "session-outlives-the-password",
    file: "server/account/account.sql.ts",
    text: "    await endSessions(tx, userId, { except: sessionId });\n",
    becomes: "",
    foundBy: { file: "server/account/account.test.ts", title: "changing the password requires the old one" },
  },
  {
    name: "open-redirect",
    file: "server/session/passwords/signInForm.ts",
    text: "safeReturnTo(sent.returnTo, origins.publicUrl)",
    becomes: 'sent.returnTo ?? "/"',
    foundBy: { file: "server/session/passwords/signInForm.test.ts", title: "on this site only" },
  },
  {
    name: "formula-in-a-table",
    file: "contract/text/csv.ts",
    text: "(dangerous.test(text) ?",
    becomes: '(dangerous.test("") ?',
    foundBy: { file: "server/downloads/downloads.engines.test.ts", title: "and no formulas" },
  },
];
