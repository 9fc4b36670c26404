import type { Privacy } from "@survey-app/contract/ballots/ballots.ts";
import { drawingPath } from "@survey-app/contract/text/text.ts";
import { isElsewhere } from "@survey-app/contract/users/webAddress.ts";

interface Pictured {
  privacy: Privacy;
  category: string;
  image: string;
}

/**
 * Whether readers' browsers may load a picture. If answers are never shown with names, a picture at another site would
 * tell that site who opens the survey, and when.
 */
export const mayLoad = ({ privacy, image }: Pick<Pictured, "privacy" | "image">): boolean =>
  privacy === "named" || !isElsewhere(image);

/** The picture that readers' browsers load: a drawing where they may not load the one that was chosen. */
export const loadablePicture = (row: Pictured): string => (mayLoad(row) ? row.image : drawingPath(row.category));
