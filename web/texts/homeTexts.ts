/** The home page's texts about the product. */
export const banner = {
  title: "One question. Two answers. Every vote counted.",
  text: "Ask a yes/no question and watch the votes come in live. One vote per account.",
  action: "Get Survey-02",
  second: "Create an account",
  own: "Your dashboard",
} as const;

export const questions = [
  {
    question: "Who can vote, and how often?",
    answer:
      "Everyone who is signed in, once on each survey. A vote can't be changed afterwards. You don't need an account to see surveys and their results.",
  },
  {
    question: "Who sees how I voted?",
    answer:
      "The table below each survey lists names, votes and comments, with email addresses masked. Only the survey's owner and the admins see the addresses and what was reported as inappropriate.",
  },
  {
    question: "How does my own survey get online?",
    answer:
      "As a surveyor you write one yes/no question and add a picture and, if you like, a deadline. An admin publishes it, or writes you what should change. An admin also makes you a surveyor first.",
  },
] as const;

export const about = [
  {
    title: "Introduction",
    paragraphs: [
      "Each survey is one question that can be answered with yes or no, with a picture and a description.",
      "With two answers, you read the result at a glance: one bar, two shares and the number of votes.",
    ],
  },
  {
    title: "feedback",
    paragraphs: [
      "Admins review each survey before it is published. If something has to change, they tell its owner what and why.",
      "Everyone who is signed in can report a survey as inappropriate; its owner and the admins can read the report. Pro members may also comment, in public.",
    ],
  },
  {
    title: "Tinsights",
    paragraphs: [
      "A share says little without its number of votes, so you always see both: 62% of 13 votes means less than 62% of 4,100 votes.",
      "Sort the list by votes to see the most popular surveys, or by deadline to see which end soonest.",
    ],
  },
  {
    title: "Analysis",
    paragraphs: [
      "Below each survey you find all of its votes, newest first. Anyone can count them again.",
      "Surveyors have a table of all their surveys with yes, no and total, so that they can compare them.",
    ],
  },
  {
    title: "Experience",
    paragraphs: [
      "Choose, vote, and you see your receipt with the current result. We only show a vote as stored once it is.",
      "You can use everything with the keyboard alone, on a small phone, in light and dark, and without seeing colors.",
    ],
  },
  {
    title: "Conclusion",
    paragraphs: [
      "Good decisions start with knowing what people think.",
      "Look at the running surveys and vote on one of them.",
    ],
  },
] as const;
