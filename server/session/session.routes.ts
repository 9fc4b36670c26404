import * as session from "@survey-app/contract/session.ts";
import type { Identity } from "@survey-app/contract/users.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Identification } from "../http/caller.ts";
import { refuse } from "../http/refuse.ts";
import type { Serve } from "../http/serve.ts";
import type { Auth } from "./auth.ts";
import type { Callers } from "./callers.ts";
import type { Tokens } from "./tokens.ts";

export interface SessionParts {
  auth: Auth;
  callers: Callers;
  tokens: Tokens;
}

export function serveSession(serve: Serve, { auth, callers, tokens }: SessionParts): void {
  serve(session.signUp, async ({ body, request, reply }) => {
    const attempt = () =>
      auth.api.signUpEmail({ body: { ...body, image: body.image }, headers: headersOf(request), asResponse: true });
    const answered = await attempt();
    // Of two sign-ups for one address at once, the loser hears only that it failed: asked again, the library knows why.
    const hasFailed = (await codeOf(answered)) === "FAILED_TO_CREATE_USER";
    return { user: toIdentity(await read(hasFailed ? await attempt() : answered, reply)) };
  });

  serve(session.signIn, async ({ body, request, reply }) => {
    const answered = await auth.api.signInEmail({ body, headers: headersOf(request), asResponse: true });
    return { user: toIdentity(await read(answered, reply)) };
  });

  serve(session.signOut, async ({ request, reply }) => {
    const current = await auth.api.getSession({ headers: headersOf(request) });
    await read(await auth.api.signOut({ headers: headersOf(request), asResponse: true }), reply);
    if (current) callers.forget(current.session.id);
    return { success: true as const };
  });

  serve(session.current, async ({ request, reply }) => {
    const found = await read(await auth.api.getSession({ headers: headersOf(request), asResponse: true }), reply);
    return found ? { user: toIdentity(found) } : null;
  });

  serve(session.createToken, async ({ caller }) => ({ token: tokens.sign(caller) }));
}

/** How the HTTP layer learns who calls. */
export function identifyBy({ auth, callers, tokens }: SessionParts): Identification {
  return {
    async byToken(authorization) {
      const [, token] = /^Bearer ([\w-]+\.[\w-]+\.[\w-]+)$/i.exec(authorization) ?? [];
      const sessionId = token ? tokens.read(token) : null;
      const caller = sessionId ? await callers.ofSession(sessionId) : null;
      if (!caller) throw refuse("sessionEnded");
      return caller;
    },
    async byCookie(cookie) {
      const found = await auth.api.getSession({ headers: new Headers({ cookie }) });
      return found ? callers.ofSession(found.session.id) : null;
    },
  };
}

/** The headers that the sign-in library reads; nothing else of the request reaches it. */
export function headersOf(request: FastifyRequest): Headers {
  const headers = new Headers({ "x-forwarded-for": request.ip });
  for (const name of ["cookie", "user-agent"] as const) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
}

/** The sign-in library's answer: its cookies are passed on, its errors become refusals of ours. */
async function read(answered: Response, reply: FastifyReply): Promise<unknown> {
  for (const cookie of answered.headers.getSetCookie()) reply.header("set-cookie", cookie);
  if (answered.ok) return answered.json();
  const code = await codeOf(answered);
  if (code === "INVALID_EMAIL_OR_PASSWORD") throw refuse("wrongCredentials");
  if (code.startsWith("USER_ALREADY_EXISTS"))
    throw refuse("emailTaken", { errors: [{ field: "email", message: "This e-mail address has an account" }] });
  throw new Error(`The sign-in library answered ${answered.status} ${code}`);
}

/** What the library calls its error; "" for a success. */
async function codeOf(answered: Response): Promise<string> {
  if (answered.ok) return "";
  const { code = "" } = (await answered.clone().json()) as { code?: string };
  return code;
}

function toIdentity(body: unknown): Identity {
  const { user } = body as { user: { id: string; email: string; name: string; image?: string | null } };
  return { id: user.id, email: user.email, displayName: user.name, photoURL: user.image ?? null };
}
