import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import { dayAndTime } from "@survey-app/contract/text/time.ts";
import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import { PaperHeader } from "../results/PaperHeader.tsx";
import { QrCodeImage } from "../sharing/QrCodeImage.tsx";
import { useSharedAddress } from "../sharing/useSharedAddress.ts";
import { useShareReason } from "../sharing/useShareReason.ts";
import { UnreviewedNote } from "../surveys/UnreviewedNote.tsx";
import { classes } from "../ui/classes.ts";
import { UserText } from "../ui/UserText.tsx";
import { useTimeZone } from "../ui/useTimeZone.ts";
import { AddressText } from "./AddressText.tsx";

/** The question's size by its length, in hundredths of the paper's width: the longest fits beside everything else. */
const SIZES = [
  [45, "text-[9.5cqw]"],
  [90, "text-[7.2cqw]"],
  [140, "text-[5.8cqw]"],
  [Number.POSITIVE_INFINITY, "text-[4.8cqw]"],
] as const;

/**
 * The printed page, black on white. All sizes are relative to its width: A4, A5 and the preview on the screen look the
 * same.
 */
export function Flyer({ survey, paper }: { survey: Survey; paper: "a4" | "a5" }) {
  const reason = useShareReason(survey);
  const zone = useTimeZone();
  const { Title, deadline, unsure } = survey;
  const address = useSharedAddress(survey, "flyer");
  const size = SIZES.find(([length]) => Title.length <= length)?.[1];
  const question = classes("leading-[1.15] font-bold text-balance", size);
  return (
    <div className={classes("@container flyer", paper === "a5" && "flyer-a5")}>
      <article className="flex aspect-[1/1.41] min-h-0 flex-col items-center justify-between p-[8cqw] text-center">
        <PaperHeader className="gap-[2cqw] text-[3.4cqw]" heights={{ logo: "h-[5cqw]", mark: "h-[3cqw]" }} />
        {/* On the screen it stands below the page's heading, which is not on the paper. */}
        <UserText of={survey} as="h2" className={classes(question, "print:hidden")} />
        <UserText of={survey} as="h1" className={classes(question, "hidden print:block")} />
        <UnreviewedNote survey={survey} className="text-[3.2cqw]" />
        <QrCodeImage text={address.url} alt={shareTexts.qrCodeOf(Title)} className="aspect-square h-[50cqw] min-h-0" />
        <div className="space-y-[1.6cqw]">
          <p className="text-[4cqw] leading-[1.3] font-semibold">
            {reason === "vote" ? shareTexts.scan.vote(unsure) : shareTexts.scan[reason]}
          </p>
          <div>
            <p className="text-[3.2cqw]">{shareTexts.orOpen}</p>
            <AddressText address={address} size={{ short: "text-[5cqw]", long: "text-[2.3cqw]" }} />
          </div>
          {deadline && reason !== "result" && (
            <p className="text-[3.2cqw]">{shareTexts.voteUntil(dayAndTime(deadline, zone), zone)}</p>
          )}
        </div>
      </article>
    </div>
  );
}
