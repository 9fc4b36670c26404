import { formatCount } from "@survey-app/contract/formatCount.ts";
import { COMMENT_MAX } from "@survey-app/contract/votes.ts";

/** The texts of the comments on a survey. */

export const title = "Comments";
export const filter = "Show comments";
export const filters = [
  { label: "Newest", vote: undefined },
  { label: "From Yes voters", vote: 1 },
  { label: "From No voters", vote: 0 },
  { label: "From voters who aren't sure", vote: 2 },
] as const;
export const none = "Comments by PRO members will appear here.";
export const noneWhereSecret = "There are no comments on this survey: a comment could tell how its author voted.";
export const noneByLink = "There are no comments, because votes by open link have no author.";
export const noneOfChoice = "No comments from these voters yet.";
export const you = "you";
export const membersOnly = "PRO lets you comment.";
export const membership = "See PRO";
export const voteFirst = "Vote first. Then you can comment on your vote.";
export const field = "Comment";
const AT_MOST = `At most ${formatCount(COMMENT_MAX)} characters.`;
export const hint = `Everyone can read it, with your name and your vote. ${AT_MOST}`;
export const hintWithoutVote = `Everyone can read it when voting has ended, with your name but without your vote. ${AT_MOST}`;
export const open = "Add a comment";
export const add = "Add comment";
export const added = "Your comment is public now.";
export const addedHidden = "Your comment is saved.";
export const addUnknown = "We couldn't reach the server, so we don't know whether your comment was added. Try again.";
export const remove = "Remove";
export const removeTitle = "Remove your comment?";
export const removeText = "Your vote stays counted. You can add another comment later as long as you are a PRO member.";
export const removed = "Your comment is removed.";
export const required = "Comment is required";
