import { email, line } from "@survey-app/contract/text/text.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type Provider from "oidc-provider";
import { requireSameOrigin } from "../../http/sameOrigin.ts";
import { choicePage, pagePolicy, troublePage } from "./choicePage.ts";
import { type SandboxUser, sandboxUsers, subjectOf } from "./inventedPeople.ts";

interface Choice {
  /** The provider's path: `/sandbox/google`. */
  path: string;
  /** The name of the real provider. */
  name: string;
  publicUrl: string;
  /** The users chosen so far, by their subject. */
  people: Map<string, SandboxUser>;
}

const PEOPLE_MAX = 1000;

/** The page "Continue as …", on which the developer chooses a user. It works without JavaScript. */
export function serveChoice(
  scope: FastifyInstance,
  open: () => Promise<Provider>,
  { path, name, publicUrl, people }: Choice,
): void {
  scope.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, body, done) =>
    done(null, new URLSearchParams(String(body))),
  );
  const url = `${path}/choice/:uid`;
  const show = (reply: FastifyReply, status: number, html: string) =>
    reply
      .code(status)
      .header("content-security-policy", pagePolicy)
      .header("cache-control", "no-store")
      .type("text/html; charset=utf-8")
      .send(html);
  // Only the browser that started the sign-in gets the page: it has the provider's cookie.
  const isUnderWay = async ({ raw }: FastifyRequest, reply: FastifyReply) => {
    const provider = await open();
    return provider.interactionDetails(raw, reply.raw).then(
      () => true,
      () => false,
    );
  };
  const over = "This sign-in has expired, or was started in another browser. Go back to the app and try again.";

  scope.get(url, async (request, reply) => {
    if (!(await isUnderWay(request, reply))) return show(reply, 400, troublePage(name, over));
    return show(reply, 200, choicePage({ name, people: sandboxUsers }));
  });

  scope.post(
    url,
    { onRequest: async (request) => requireSameOrigin(request, { publicUrl, corsOrigins: [] }) },
    async (request, reply) => {
      if (!(await isUnderWay(request, reply))) return show(reply, 400, troublePage(name, over));
      const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const person = form.has("cancel") ? null : chosen(form);
      if (typeof person === "string") {
        const typed = {
          name: form.get("name") ?? "",
          email: form.get("email") ?? "",
          isConfirmed: form.has("confirmed"),
        };
        return show(reply, 422, choicePage({ name, people: sandboxUsers, typed, problem: person }));
      }
      if (person) remember(people, person);
      const result = person
        ? { login: { accountId: subjectOf(person), remember: false } }
        : { error: "access_denied", error_description: "The person canceled" };
      reply.header("cache-control", "no-store");
      const provider = await open();
      return reply.redirect(await provider.interactionResult(request.raw, reply.raw, result), 303);
    },
  );
}

/** The user that the form names, or an error message. */
function chosen(form: URLSearchParams): SandboxUser | string {
  const chosen = sandboxUsers.find((person) => person.email === form.get("person"));
  if (chosen) return chosen;
  const name = line("Name", 1, 80).safeParse(form.get("name") ?? "");
  if (!name.success) return name.error.issues[0]?.message ?? "Name is required";
  const typed = form.get("email") ?? "";
  const address = email.safeParse(typed);
  // An empty address is allowed, because some providers have users without one.
  if (typed && !address.success) return address.error.issues[0]?.message ?? "Enter a valid email address";
  return { name: name.data, email: address.data ?? "", isConfirmed: form.has("confirmed") };
}

function remember(people: Map<string, SandboxUser>, person: SandboxUser): void {
  const subject = subjectOf(person);
  people.delete(subject);
  people.set(subject, person);
  const oldest = people.keys().next().value;
  if (people.size > PEOPLE_MAX && oldest !== undefined) people.delete(oldest);
}
