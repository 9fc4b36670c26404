import { EMBED_SIZE, embedCode, embedPath } from "@survey-app/contract/sharing/sharing.ts";
import type { Survey } from "@survey-app/contract/surveys/surveys.ts";
import * as shareTexts from "@survey-app/texts/shareTexts.ts";
import { useEffect, useRef, useState } from "react";
import { useSettings } from "../api/settings.ts";
import { CopyField } from "../ui/CopyField.tsx";
import { FoldedFields } from "../ui/FoldedFields.tsx";

/** The code that shows a survey in another site's page, with a live preview. */
export function EmbedCode({ survey }: { survey: Survey }) {
  const { publicUrl } = useSettings();
  return (
    <FoldedFields title={shareTexts.embed} text={shareTexts.embedNote} isWrong={false}>
      <p className="text-sm text-muted">{shareTexts.embedText}</p>
      <CopyField
        label={shareTexts.embedField}
        text={embedCode(publicUrl, survey)}
        copyLabel={shareTexts.copyEmbed}
        copiedLabel={shareTexts.embedCopied}
        failedText={shareTexts.copyFailed}
        isLong
      />
      <Preview survey={survey} />
    </FoldedFields>
  );
}

/** The frame itself, as high as what it shows. It is loaded when it comes into view. */
function Preview({ survey: { _id, Title, language } }: { survey: Survey }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState<number>(EMBED_SIZE.height);
  useEffect(() => {
    const listener = ({ source, data }: MessageEvent) => {
      if (source === frame.current?.contentWindow && data?.surveyAppHeight > 0) setHeight(data.surveyAppHeight);
    };
    addEventListener("message", listener);
    return () => removeEventListener("message", listener);
  }, []);
  return (
    <div className="space-y-1.5">
      <p className="text-sm font-semibold">{shareTexts.preview}</p>
      <iframe
        ref={frame}
        src={embedPath(_id)}
        title={Title}
        lang={language ?? undefined}
        loading="lazy"
        height={height}
        className="block w-full rounded-2xl"
      />
    </div>
  );
}
