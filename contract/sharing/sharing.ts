import * as resultSentences from "@survey-app/texts/resultSentences.ts";
import * as surveyWords from "@survey-app/texts/surveyWords.ts";
import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { describeFinal } from "../results/passedText.ts";
import type { Survey } from "../surveys/surveys.ts";
import { UNREVIEWED_TITLE } from "../surveys/unreviewedTitle.ts";
import { escapeHtml } from "../text/escapeHtml.ts";
import type { SiteLook } from "./siteLook.ts";

/** A card's size in pixels: what networks and messengers show large. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;
/** The version of the cards' layout: it is part of their URLs, because networks keep what they have loaded from one. */
const CARD_DESIGN = 4;

type Carded = Pick<Survey, "_id" | "version" | "closedAt" | "unreviewed">;

/**
 * Identifies the content of a survey's card. It changes with every edit and with the close, after which the card shows
 * the result. Earlier, cards don't show numbers, because networks would still show them long after they have changed.
 * All surveys that nobody vouches for have the same card, without their text.
 * @param site it changes with the site's name and logo, too
 */
export function cardVersion(
  { version, closedAt, unreviewed }: Omit<Carded, "_id">,
  { cardLook }: Pick<SiteLook, "cardLook">,
): string {
  const content = unreviewed ? "unreviewed" : `${version}${closedAt === null ? "" : ".closed"}`;
  return `${CARD_DESIGN}.${content}${cardLook ? `.${cardLook}` : ""}`;
}

/** The path of the picture that represents a survey where its link is shared. */
export function cardPath(survey: Carded, site: Pick<SiteLook, "cardLook">): string {
  return `/surveys/${survey._id}/card.png?v=${cardVersion(survey, site)}`;
}

/** The alternative text of a card. */
export function cardAlt(
  survey: Pick<Survey, "Title" | "closedAt" | "totalVotes" | "yesVotes" | "unsureVotes" | "unsure" | "unreviewed">,
): string {
  if (survey.unreviewed) return UNREVIEWED_TITLE;
  return survey.closedAt === null
    ? surveyWords.callToVote(survey.unsure, survey.Title)
    : surveyWords.titleWithResult(survey.Title, resultSentences.asSentence(describeFinal(survey)));
}

/** The path of a survey in other sites' pages. */
export const embedPath = (id: string) => `/embed/surveys/${id}`;

/**
 * Whether other sites may show a survey in their pages. They may not show surveys for invited people, which only reach
 * people to whom the owner sent them.
 */
export const isEmbeddable = ({ electorate }: Pick<Survey, "electorate">) => electorate !== "invited";

/** An embedded survey before its script has set the height of what it shows, in pixels. */
export const EMBED_SIZE = { width: 560, height: 330 } as const;

/** HTML that shows a survey in another site's page. The script sets the height; the frame works without it. */
export function embedCode(
  publicUrl: string,
  { _id, Title, language }: Pick<Survey, "_id" | "Title" | "language">,
  { width = EMBED_SIZE.width, height = EMBED_SIZE.height }: { width?: number; height?: number } = {},
): string {
  const frame = `<iframe src="${publicUrl}${embedPath(_id)}" title="${escapeHtml(Title)}"${language === null ? "" : ` lang="${language}"`} width="${width}" height="${height}" style="border:0;max-width:100%" loading="lazy"></iframe>`;
  return `${frame}\n<script async src="${publicUrl}/embed.js"></script>`;
}

const pixels = (name: string) =>
  z.optional(
    z.coerce
      .number(`${name} must be a number of pixels`)
      .check(
        z.refine(
          (value) => Number.isInteger(value) && value > 0 && value <= 10_000,
          `${name} must be a number of pixels`,
        ),
      ),
  );

export const getOembed = endpoint({
  method: "GET",
  path: "/oembed",
  summary:
    "How to show a survey in another site's page, given the URL of the survey (oEmbed 1.0, JSON). The title is the question as it was " +
    "asked, or, if the URL has a `lang` into which it has been translated, its translation",
  access: "anyone",
  query: z.object({
    url: z
      .string("url is required")
      .check(z.maxLength(500, "url is too long"), z.refine(URL.canParse, "url must be a URL")),
    maxwidth: pixels("maxwidth"),
    maxheight: pixels("maxheight"),
    format: z.optional(z.literal("json", "format must be json")),
  }),
  response: z.object({
    version: z.literal("1.0"),
    type: z.literal("rich"),
    title: z.string(),
    provider_name: z.string(),
    provider_url: z.string(),
    cache_age: z.number(),
    html: z.string(),
    width: z.number(),
    height: z.number(),
    thumbnail_url: z.string(),
    thumbnail_width: z.number(),
    thumbnail_height: z.number(),
  }),
  errors: ["notFound"],
});
