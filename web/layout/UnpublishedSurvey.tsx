import type { UnpublishReason } from "@survey-app/contract/moderation.ts";
import { Deferred, deferred } from "../api/deferred.tsx";
import * as frameTexts from "../texts/frameTexts.ts";
import * as moderationTexts from "../texts/moderationTexts.ts";
import { MissingForVisitors } from "./MissingForVisitors.tsx";

// Few surveys are unpublished.
const note = deferred(async () => (await import("./UnpublishedNote.tsx")).UnpublishedNote);

/** The page of a survey that an admin unpublished, for everyone but its owner and admins: the reason and nothing else. */
export function UnpublishedSurvey({ reason }: { reason: UnpublishReason }) {
  return (
    <MissingForVisitors>
      <div className="frame py-16">
        <title>{frameTexts.pageTitle(moderationTexts.notPublished)}</title>
        <meta name="robots" content="noindex" />
        <Deferred part={note} props={{ reason }} />
      </div>
    </MissingForVisitors>
  );
}
