import { formatCount } from "@survey-app/contract/formatCount.ts";
import { COMMENT_MAX } from "@survey-app/contract/votes.ts";

/** The texts of the comments on a survey. */
export const commentTexts = {
  title: "Comments",
  filter: "Show comments",
  filters: [
    { label: "Newest", vote: undefined },
    { label: "From Yes voters", vote: 1 },
    { label: "From No voters", vote: 0 },
  ],
  none: "Comments by PRO members will appear here.",
  noneOfChoice: "No comments from these voters yet.",
  you: "you",
  membersOnly: "PRO lets you comment.",
  membership: "See PRO",
  voteFirst: "Vote first. Then you can comment on your vote.",
  field: "Comment",
  hint: `Everyone can read it, with your name and your vote. At most ${formatCount(COMMENT_MAX)} characters.`,
  open: "Add a comment",
  add: "Add comment",
  added: "Your comment is public now.",
  addUnknown: "We couldn't reach the server, so we don't know whether your comment was added. Try again.",
  remove: "Remove",
  removeTitle: "Remove your comment?",
  removeText: "Your vote stays counted. You can add another comment later as long as you are a PRO member.",
  removed: "Your comment is removed.",
} as const;
