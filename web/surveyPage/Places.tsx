import * as homeTexts from "@survey-app/texts/homeTexts.ts";
import * as passRuleSentences from "@survey-app/texts/passRuleSentences.ts";
import type { ReactNode } from "react";
import { Icon } from "../ui/Icon.tsx";
import { Tally } from "../ui/Tally.tsx";

const shown = { unsureVotes: 0, resultsVisible: true, resultsOpen: null };
const totalsOf = (yesVotes: number, noVotes: number) => ({
  ...shown,
  yesVotes,
  noVotes,
  totalVotes: yesVotes + noVotes,
  participants: yesVotes + noVotes,
});

const { room, association, team } = homeTexts.places;

/**
 * Below the banner: where people ask, each with a small drawn screen and the form for it. Phones and large texts get
 * the links alone. The screens are examples, which screen readers leave out.
 */
export function Places() {
  return (
    <ul className="places">
      <Place of={room} href="/ask?for=room">
        <Wall />
      </Place>
      <Place of={association} href="/ask?for=association">
        <p className="place-question">{association.question}</p>
        <p className="place-verdict">{passRuleSentences.verdict(true, passRuleSentences.counts(31, 9))}</p>
        <Tally totals={totalsOf(31, 9)} isOver />
      </Place>
      <Place of={team} href="/ask?for=team">
        <p className="place-said">{team.question}</p>
        <Tally totals={totalsOf(9, 3)} />
      </Place>
    </ul>
  );
}

const CODE = "7K4 M2P";

/** A screen of a room: a code, and one dot a vote on the side of its answer. */
function Wall() {
  return (
    <>
      <div className="flex items-start justify-between gap-3">
        <p className="place-question">{room.question}</p>
        <span className="place-code" translate="no">
          {CODE}
        </span>
      </div>
      <div className="place-sides">
        <Dots count={14} side="yes" />
        <Dots count={6} side="no" />
      </div>
    </>
  );
}

const marks = { yes: ["check", "place-dots fill-yes text-yes"], no: ["cross", "place-dots fill-no text-no"] } as const;
const ROWS = 3;
/** Between the centers of two dots, in pixels. */
const STEP = 20;

function Dots({ count, side }: { count: number; side: keyof typeof marks }) {
  const [icon, look] = marks[side];
  const columns = Math.ceil(count / ROWS);
  return (
    <div className={look}>
      <p>
        <Icon name={icon} /> {count}
      </p>
      <svg aria-hidden="true" width={columns * STEP} height={ROWS * STEP}>
        {Array.from({ length: count }, (_, index) => (
          <circle
            // biome-ignore lint/suspicious/noArrayIndexKey: a dot has nothing that tells it from another
            key={index}
            r="8"
            cx={STEP * (Math.floor(index / ROWS) + 0.5)}
            cy={STEP * ((index % ROWS) + 0.5)}
          />
        ))}
      </svg>
    </div>
  );
}

interface PlaceProps {
  of: { title: string; text: string; action: string };
  /** The form with the usual settings for this place. */
  href: string;
  /** Its screen. */
  children: ReactNode;
}

function Place({ of: { title, text, action }, href, children }: PlaceProps) {
  return (
    <li className="place">
      <div aria-hidden="true" className="place-ground">
        <div className="place-screen">{children}</div>
      </div>
      <p className="place-title">{title}</p>
      <p className="place-text">{text}</p>
      <a href={href} className="place-action">
        {action}
      </a>
    </li>
  );
}
