import * as z from "zod/mini";
import { endpoint } from "../http/endpoint.ts";
import { language } from "../text/language.ts";
import { TITLE_MAX } from "../text/limits.ts";
import { id, line } from "../text/text.ts";

/** An open survey that asks nearly the same as a question that is being written. */
export const similarSurvey = z.object({ _id: z.string(), Title: z.string(), language: z.nullable(language) });
export type SimilarSurvey = z.infer<typeof similarSurvey>;

export const listSimilarSurveys = endpoint({
  method: "GET",
  path: "/surveys/similar",
  summary: "At most three open surveys that ask nearly the same as a question that is being written, in its language",
  access: "anyone",
  query: z.object({
    title: line("title", 1, TITLE_MAX),
    /** The language of the question. Without it surveys in all languages are compared, by rules for English. */
    language: z.optional(language),
    /** The id of the survey that is being edited, which is left out. */
    exclude: z.optional(id),
  }),
  response: z.array(similarSurvey),
  rateLimit: { max: 120, seconds: 60 },
});
