/** The home page's texts about the product. */
export const banner = {
  title: ["One question.", "Two answers.", "Every vote counted."],
  text: "Ask a yes/no question and watch the votes come in live. One vote per account.",
  action: "Get Survey-02",
} as const;

export const questions = [
  {
    question: "Who can vote, and how often?",
    answer:
      "Everyone who is signed in, once on each survey. Some surveys let people change their vote. You don't need an account to see surveys and their results.",
  },
  {
    question: "Who sees how I voted?",
    answer:
      "Each survey says so before you vote. Where votes have names, everyone sees them, with email addresses masked; the survey's owner and the admins see the addresses. On other surveys, only you see your vote.",
  },
  {
    question: "How does my own survey get online?",
    answer: "Ask a yes/no question with a picture. An admin publishes it, or tells you what to change.",
  },
] as const;

export const about = [
  {
    title: "Introduction",
    text: "Each survey is one question that can be answered with yes or no, so you read the result at a glance.",
  },
  {
    title: "feedback",
    text: "Admins review each survey before it is published, and tell its owner what has to change. Everyone who is signed in can report a survey; pro members may also comment, in public.",
  },
  {
    title: "Tinsights",
    text: "A share says little without its number of votes, so you always see both: 62% of 13 votes means less than 62% of 4,100 votes.",
  },
  {
    title: "Analysis",
    text: "Each survey has a public log of its votes. Anyone can check its result.",
  },
  {
    title: "Experience",
    text: "Choose, vote, and you see your receipt with the current result. We only show a vote as stored once it is.",
  },
  {
    title: "Conclusion",
    text: "Good decisions start with knowing what people think.",
  },
] as const;

/** Shown while there are no surveys. */
export const example = { label: "Example", title: "Should the office close at noon on Fridays?" } as const;

export const questionsTitle = "Good to know";
export const questionsText = "Frequently asked questions.";
export const aboutTitle = "About Survey App";
export const aboutText = "What it does and how it works.";
