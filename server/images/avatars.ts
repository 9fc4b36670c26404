import { escapeHtml } from "@survey-app/contract/text/escapeHtml.ts";
import { type Avatar, avatarAt } from "@survey-app/contract/users/avatars.ts";
import type { FastifyInstance } from "fastify";
import { apiError } from "../http/apiError.ts";
import type { pictureReaders } from "../http/pictureAddresses.ts";

/** The background colors, dark enough for white letters (WCAG AA: 4.5 : 1). */
export const BACKGROUNDS = ["#0f6670", "#7a3e9d", "#b3261e", "#2f6b2f", "#1f5fae", "#835400", "#a02c6a", "#4a5568"];

/**
 * Serves generated pictures with initials. Everything about a picture is in its URL, so it is neither stored nor cached
 * here: a request costs as much as a 404. The browser draws the letters in its own font, so the server doesn't need
 * one.
 */
export function serveAvatars(app: FastifyInstance, readers: ReturnType<typeof pictureReaders>): void {
  app.get("/avatars/:file", async ({ url }, reply) => {
    const avatar = avatarAt(url);
    if (!avatar) throw apiError("notFound");
    // The Content-Security-Policy of all API responses, which allows nothing, applies when the picture is opened as a
    // page.
    return reply
      .type("image/svg+xml; charset=utf-8")
      .header("cache-control", "public, max-age=31536000, immutable")
      .header("cross-origin-resource-policy", readers)
      .send(draw(avatar));
  });
}

function draw({ letters, color }: Avatar): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 64 64"><rect width="64" height="64" fill="${BACKGROUNDS[color]}"/><text x="32" y="32" dy=".36em" text-anchor="middle" font-family="system-ui,sans-serif" font-size="27" font-weight="600" fill="#fff">${escapeHtml(letters)}</text></svg>`;
}
