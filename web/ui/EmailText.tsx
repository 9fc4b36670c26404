import { Fragment } from "react";
import { UserText } from "./UserText.tsx";
import { WordBreak } from "./WordBreak.tsx";

interface EmailTextProps {
  children: string;
  as?: "bdi" | "span";
  className?: string;
}

/**
 * An email address. It wraps after its "@" and its full stops, and elsewhere only where a piece is too long for a line.
 */
export function EmailText({ children: address, className = "", ...rest }: EmailTextProps) {
  return (
    <UserText {...rest} className={`[overflow-wrap:break-word] ${className}`}>
      {[...address.matchAll(/[^@.]+[@.]*/g)].map(({ 0: piece, index: start }) => (
        <Fragment key={start}>
          {start > 0 && <WordBreak />}
          {piece}
        </Fragment>
      ))}
    </UserText>
  );
}
