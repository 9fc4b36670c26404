/** What the home page says about the product. */
export const banner = {
  title: "One question. Two answers. Every vote counted.",
  text: "Surveyors ask, you say yes or no, and the result stands in front of everybody while it is still moving. One vote for each person, and no vote is ever lost or counted twice.",
  action: "Get Survey-02",
  second: "Make an account",
  own: "Your dashboard",
} as const;

export const questions = [
  {
    question: "Who can vote, and how often?",
    answer:
      "Everybody who is signed in, once on each survey. A vote can't be changed afterwards, so the totals that you see are the totals that stay. Looking at surveys and their results needs no account.",
  },
  {
    question: "Who sees how I voted?",
    answer:
      "The table below each survey lists names, votes and comments, with e-mail addresses masked. Only the survey's owner and the admins see the addresses and what was reported as inappropriate.",
  },
  {
    question: "How does my own survey get online?",
    answer:
      "As a surveyor you write one yes/no question, add a picture and, if you like, a deadline. An admin looks at it and publishes it, or writes you what should change. An admin also makes you a surveyor in the first place.",
  },
] as const;

export const about = [
  {
    title: "Introduction",
    paragraphs: [
      "Survey App is for questions that deserve a plain answer. Every survey here is one sentence that can be answered with yes or no, a picture, and as much background as its author wants to give.",
      "Because there are only two answers, a result can be read in a second: one bar, two shares, and how many people stand behind them.",
    ],
  },
  {
    title: "feedback",
    paragraphs: [
      "No survey goes online unread. Admins publish each one with a note to its owner, and when something has to change, the note says what and why.",
      "Readers take part in this too: anybody signed in can report a survey as inappropriate; the survey's owner and the admins can read the report. Pro members may also comment, in public.",
    ],
  },
  {
    title: "Tinsights",
    paragraphs: [
      "A share without its number of votes says little, so the two always stand together here: 62% of 13 votes is a mood, 62% of 4\u202f100 votes is a majority.",
      "Sort the list by votes to see what moves most people, or by deadline to see what is about to be decided.",
    ],
  },
  {
    title: "Analysis",
    paragraphs: [
      "Below each survey stands the whole list of its votes, newest first. Anybody can count them again and arrive at the same totals.",
      "Surveyors have their own table of all their surveys with yes, no and total, so that two questions can be compared line by line.",
    ],
  },
  {
    title: "Experience",
    paragraphs: [
      "Voting takes a moment: choose, send, and the form turns into your receipt with the current result. A vote only ever shows as stored once it really is.",
      "Everything works with the keyboard alone, on a small phone, in light and dark, and without seeing colours.",
    ],
  },
  {
    title: "Conclusion",
    paragraphs: [
      "Good decisions begin with knowing what people think, and asking them should be easy, honest and open to everyone's eyes.",
      "Have a look at the running surveys, and give one of them your vote.",
    ],
  },
] as const;
