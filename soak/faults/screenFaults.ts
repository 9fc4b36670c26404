import type { Fault } from "./fault.ts";

/** Mistakes that someone would see, hear or feel: found in a browser. */
export const screenFaults: readonly Fault[] = [
  {
    name: "focus-ring-removed",
    file: "web/ui/styles.css",
    text: "  summary::-webkit-details-marker {",
    becomes: "  summary:focus-visible { outline: none; }\n  summary::-webkit-details-marker {",
    foundBy: {
      file: "e2e/hands.screens.spec.ts",
      title: "home as visitor is for every hand and eye",
      isComposed: true,
    },
  },
  {
    name: "pale-text-in-dark",
    file: "web/ui/cards.css",
    text: "@apply text-sm leading-6 font-medium text-muted;",
    becomes: "@apply text-sm leading-6 font-medium text-[#55605e];",
    foundBy: { file: "e2e/look.spec.ts", title: "listing as visitor", isComposed: true },
  },
  {
    name: "sideways-scroll",
    file: "web/layout/Footer.tsx",
    text: 'className="-mx-2 flex flex-wrap wrap-anywhere"',
    becomes: 'className="-mx-2 flex"',
    foundBy: { file: "e2e/look.spec.ts", title: "home as visitor", isComposed: true },
  },
  {
    name: "word-letter-by-letter",
    file: "web/ui/tally.css",
    text: "grid-cols-[repeat(auto-fit,minmax(min(100%,7rem),1fr))]",
    becomes: "grid-cols-[repeat(6,1fr)]",
    foundBy: { file: "e2e/largeTexts.spec.ts", title: "with a browser's font size of 32 px nothing is lost" },
  },
  {
    name: "texts-on-each-other",
    file: "web/ui/tally.css",
    text: "    @apply text-3xl leading-tight;",
    becomes: "    @apply -mb-6 text-3xl leading-tight;",
    foundBy: {
      file: "e2e/hands.screens.spec.ts",
      title: "results-ended as visitor is for every hand and eye",
      isComposed: true,
    },
  },
  {
    name: "movement-despite-the-wish",
    file: "web/ui/styles.css",
    text: "    animation: none;\n    transition: none;",
    becomes: "    animation: none;",
    foundBy: {
      file: "e2e/hands.screens.spec.ts",
      title: "home as visitor is for every hand and eye",
      isComposed: true,
    },
  },
  {
    name: "movement-while-loading",
    file: "web/votes/CastVote.tsx",
    text: 'className={isLoading ? "without-token" : undefined}',
    becomes: "",
    foundBy: {
      file: "e2e/movement.spec.ts",
      title: "nothing moves on a survey's page that a user opens",
      isComposed: true,
    },
  },
  {
    name: "field-without-a-label",
    file: "web/ui/SearchInput.tsx",
    text: "        aria-label={label}\n",
    becomes: "",
    foundBy: { file: "e2e/look.spec.ts", title: "users as admin", isComposed: true },
  },
  {
    name: "heading-level-skipped",
    file: "web/ui/Dialog.tsx",
    text: '<UserText as="h2" id={titleId}',
    becomes: '<UserText as="h4" id={titleId}',
    foundBy: { file: "e2e/golden.spec.ts", title: "the check of a receipt" },
  },
  {
    name: "keyboard-trap",
    file: "web/ui/Tabs.tsx",
    text: "if (index === undefined) return;",
    becomes: 'if (index === undefined && event.key !== "Tab") return;',
    foundBy: { file: "e2e/keyboard.spec.ts", title: "arrow keys move between tabs" },
  },
  {
    name: "said-twice",
    file: "web/votes/CastVote.tsx",
    text: 'toast(voteTexts.voted(survey.Title), "done", { isSilent: true });',
    becomes: 'toast(voteTexts.voted(survey.Title), "done");',
    foundBy: { file: "e2e/golden.spec.ts", title: "the vote form before and after choosing, and the vote" },
  },
  {
    name: "link-without-its-visible-word",
    file: "web/surveyList/SurveyCard.tsx",
    text: "aria-label={cardTexts.detailsOf(Title)}",
    becomes: "aria-label={Title}",
    foundBy: { file: "e2e/hands.screens.spec.ts", title: "each control is pressed by the words on it" },
  },
  {
    name: "missing-answer-not-named",
    file: "web/votes/CastVote.tsx",
    text: "...(!pickedOf(vote) && { vote: voteTexts.required }),",
    becomes: "",
    foundBy: { file: "web/votes/CastVote.dom.test.tsx", title: "the vote form names what is missing or refused" },
  },
  {
    name: "script-in-a-page",
    file: "web/app/entry.server.tsx",
    text: 'JSON.stringify(value).replaceAll("<", "\\\\u003c")',
    becomes: "JSON.stringify(value)",
    foundBy: { file: "e2e/xss.spec.ts", title: "the server's own HTML contains no payload as markup" },
  },
];
