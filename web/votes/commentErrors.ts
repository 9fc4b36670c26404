import { COMMENT_MAX } from "@survey-app/contract/votes.ts";
import * as uiTexts from "../texts/uiTexts.ts";

/** Why a comment is too long; measured as the contract does. */
export function commentErrors(comments: string): { comments?: string } {
  return comments.trim().normalize("NFC").length > COMMENT_MAX ? { comments: uiTexts.tooLong(COMMENT_MAX) } : {};
}
