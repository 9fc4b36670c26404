import { LISTED_LANGUAGES } from "@survey-app/contract/text/listedLanguages.ts";
import type { ListingFilter } from "../surveys/surveys.queries.ts";

/** The URL of the listing with this filter. */
export function listingAddress({ category, sort, by, state, q, languages }: ListingFilter): string {
  const search = new URLSearchParams({
    ...(q && { q }),
    ...(category !== "none" && { category }),
    ...(sort && { sort }),
    ...(by && by !== "votes" && { by }),
    ...(state && { state }),
    ...(languages && { [LISTED_LANGUAGES]: languages }),
  }).toString();
  return `/surveysPages${search && `?${search}`}`;
}

/** The sort parameter for a list with this filter: `by.direction`, "" for newest first. */
export function listingOrder({ by, sort }: Pick<ListingFilter, "by" | "sort">): string {
  const effective = by || (sort ? "votes" : "newest");
  const direction = sort || (effective === "deadline" ? "asc" : "desc");
  return effective === "newest" && direction === "desc" ? "" : `${effective}.${direction}`;
}
