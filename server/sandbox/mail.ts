import type { DemoReset } from "@survey-app/contract/pageSettings.ts";
import { escapeHtml } from "@survey-app/contract/text/escapeHtml.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import { apiError } from "../http/apiError.ts";
import { sandboxPage } from "./page.ts";

/** An email that was stored instead of sent. */
interface StoredMessage {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Milliseconds since 1970. */
  at: number;
}

const LIST = "/sandbox/mail";

/** Shows the emails that an installation without a mail server stores. Anyone who reaches the server can read them. */
export function serveSandboxMail(
  app: FastifyInstance,
  { list, demoReset }: { list: () => StoredMessage[]; demoReset: DemoReset | null },
): void {
  // The page shows the moment of the reset, because it can't count down minutes.
  const publicDemo = demoReset
    ? `<p>This is a public demo: everyone can read these mails, and they are gone when it starts afresh, at ${time(demoReset.at)}.</p>`
    : "";

  app.get(LIST, async (_request, reply) => {
    const rows = list().map(
      ({ id, to, subject, at }) =>
        `<li><a href="${LIST}/${escapeHtml(id)}">${escapeHtml(subject)}</a><span>to ${escapeHtml(to)}, ${time(at)}</span></li>`,
    );
    const content = rows.length
      ? `<ul class="list">${rows.join("")}</ul>`
      : "<p>No mail yet. Create an account or ask for a password reset: its mail will appear here.</p>";
    return sandboxPage(
      reply,
      "Mail",
      `<p class="quiet">No mail server is set up here, so mails are kept. Newest first.</p>${publicDemo}${content}`,
    );
  });

  app.get<{ Params: { id: string } }>(`${LIST}/:id`, async ({ params }, reply) => {
    const { subject, to, at, text, id } = find(params.id);
    return sandboxPage(
      reply,
      subject,
      `<p class="quiet">to ${escapeHtml(to)}, ${time(at)}</p>
<pre class="email">${linked(text)}</pre>
<p><a href="${LIST}/${escapeHtml(id)}/html">The same in HTML</a> · <a href="${LIST}">All mails</a></p>`,
    );
  });

  // Emails have inline styles; scripts and external resources are forbidden.
  app.get<{ Params: { id: string } }>(
    `${LIST}/:id/html`,
    async ({ params }, reply): Promise<FastifyReply> =>
      reply
        .header(
          "content-security-policy",
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        )
        .header("cache-control", "no-store")
        .type("text/html; charset=utf-8")
        .send(find(params.id).html),
  );

  function find(id: string): StoredMessage {
    const message = list().find((each) => each.id === id);
    if (!message) throw apiError("notFound");
    return message;
  }
}

const time = (at: number) => `<time datetime="${new Date(at).toISOString()}">${new Date(at).toUTCString()}</time>`;

/** The text with its URLs as links. */
const linked = (text: string) =>
  escapeHtml(text).replaceAll(/https?:\/\/[^\s<]+/g, (address) => `<a href="${address}">${address}</a>`);
