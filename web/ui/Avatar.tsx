import { useState } from "react";
import { pictureAddress } from "./pictureAddress.ts";

interface AvatarProps {
  name: string;
  photo: string | null;
  size?: number;
}

/** The photo, or the initials if there is none or it fails to load. Always shown beside the name. */
export function Avatar({ name, photo, size = 32 }: AvatarProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (photo && photo !== failed) {
    return (
      <img
        src={pictureAddress(photo)}
        alt=""
        width={size}
        height={size}
        referrerPolicy="no-referrer"
        onError={() => setFailed(photo)}
        className="aspect-square shrink-0 rounded-full bg-sunken object-cover"
      />
    );
  }
  return (
    <svg
      aria-hidden="true"
      // It grows with the text beside it.
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      viewBox="0 0 32 32"
      className="shrink-0 rounded-full bg-yes-soft"
    >
      <text x="16" y="21" textAnchor="middle" fontSize="13" fontWeight="600" className="fill-yes">
        {initials(name)}
      </text>
    </svg>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = [...(words[0] ?? "")][0] ?? "?";
  const last = words.length > 1 ? ([...(words.at(-1) ?? "")][0] ?? "") : "";
  return (first + last).toUpperCase();
}
