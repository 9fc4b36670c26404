/** The texts of the vote form, and of what it turns into after the vote. */
export const voteTexts = {
  legend: "Your vote",
  /** Said before the vote, so that no one learns it afterwards. */
  whoSees:
    "Everyone can see your name and your vote. The survey's owner also sees your email address. You can't change your vote later.",
  addComment: "Add a comment",
  commentHint: (max: string) => `Everyone can read it. At most ${max} characters.`,
  vote: "Vote",
  confirm: "Confirm",
  signUpOrLogIn: "Sign up or log in to vote",
  rememberChoice: "We'll remember your choice.",
  signUpWithEmail: "Sign up with email",
  logIn: "Log in",
  youVoted: "You voted",
  counted: "Your vote is counted.",
  receipt: "Your receipt",
  copyReceipt: "Copy your receipt",
  receiptUse: "Use this code any time to check that your vote is still counted.",
  ended: "ended",
  noMoreVotes: "No more votes are taken.",
} as const;
